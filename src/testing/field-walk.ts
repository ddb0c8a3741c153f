import type { Json } from '../core/json.ts'

/** Every scalar of a JSON value with its path: `[]` for elements, `*` for the keys of `wild` objects. */
export function* leavesOf(
  value: Json,
  wild: readonly string[],
  path = '',
): Generator<[path: string, value: Json]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, value]
    return
  }
  if (Array.isArray(value)) {
    if (value.length === 0) yield [path, '[]']
    for (const element of value) yield* leavesOf(element, wild, `${path}[]`)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = wild.includes(path) ? '*' : key
    yield* leavesOf(inner, wild, path === '' ? name : `${path}.${name}`)
  }
}

/**
 * Paths whose values are neither in what was kept nor listed as dropped. A value counts as kept when it stands
 * anywhere in the kept values.
 */
export function lostFields(
  source: Json,
  kept: readonly Json[],
  dropped: readonly string[],
  wild: readonly string[],
): string[] {
  const values = new Set(
    kept.flatMap((value) => [...leavesOf(value, [])].map(([, leaf]) => JSON.stringify(leaf))),
  )
  const isDropped = (path: string) =>
    dropped.some((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[]`))
  const lost = [...leavesOf(source, wild)].filter(
    ([path, leaf]) => !isDropped(path) && !values.has(JSON.stringify(leaf)),
  )
  return [...new Set(lost.map(([path]) => path))]
}
