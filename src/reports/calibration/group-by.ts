/** Items by name, names and items in the order in which they are first met. */
export function groupBy<T>(items: Iterable<T>, nameOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const item of items) {
    const name = nameOf(item)
    const group = found.get(name)
    if (group === undefined) found.set(name, [item])
    else group.push(item)
  }
  return found
}
