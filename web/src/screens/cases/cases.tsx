export function Cases() {
  return null
}
