export function Compare() {
  return null
}
