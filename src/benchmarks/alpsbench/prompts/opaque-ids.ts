import { contentHash, sha256 } from '../../../core/hash.ts'
import type { Json } from '../../../core/json.ts'

/**
 * Ids that say nothing of what they stand for (spec 7.4, R1 and R2): `count` different ones such as `c4f1a9`, the
 * same for the same input. Five hex digits after a letter, more where two would be equal.
 */
export function opaqueIds(input: Json, count: number): string[] {
  const seed = contentHash(input)
  const used = new Set<string>()
  return Array.from({ length: count }, (_, place) => {
    const digits = sha256(`${seed}\u0000${place}`)
    let length = 5
    while (used.has(`c${digits.slice(0, length)}`)) length++
    const id = `c${digits.slice(0, length)}`
    used.add(id)
    return id
  })
}
