/** How a system looks, by its name alone; as in reports (tokens.test.ts compares them). */
export function colourOf(system: string): number {
  return bitsOf(system) % 8
}

/** FNV-1a over UTF-16 units, 32 bits. */
function bitsOf(system: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < system.length; at += 1) hash = Math.imul(hash ^ system.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
