/** White space that the strict rules take off both ends (spec 5.2). */
const EDGE = String.raw`[ \t\r\n\f\v\u00a0\ufeff]`
const edges = new RegExp(`^${EDGE}+|${EDGE}+$`, 'g')

/** @returns the text without spaces, tabs, line ends, NBSP and BOM at both ends */
export function trimEdges(text: string): string {
  return text.replace(edges, '')
}

/** Lines of a text, whatever its line ends. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}

const reasoning = /^\s*<think>[\s\S]*?<\/think>/

/** Without one leading reasoning block. */
export function withoutReasoning(text: string): string {
  return text.replace(reasoning, '')
}

const anyHeading = /^ {0,3}#{1,6}\s/

/** Whether a line starts a section. */
export function isHeading(line: string): boolean {
  return anyHeading.test(line)
}

/**
 * The body of the last section with a title, untrimmed lines of it (spec 5.2): from the heading line, whose own rest is
 * the first line when it is not blank, to the next heading. A reasoning block at the start is skipped, so that an echo
 * inside it captures nothing.
 * @param title as it stands in the protocol, without regular-expression characters
 * @returns null when there is no such heading
 */
export function lastSection(text: string, title: string): string | null {
  const lines = linesOf(withoutReasoning(text))
  const heading = new RegExp(
    String.raw`^[ ]{0,3}(?:#{1,6}[ \t]*)?\**[ \t]*${title}[ \t]*:?[ \t]*\**[ \t]*:?[ \t]*(.*)$`,
    'i',
  )
  const start = lines.findLastIndex((line) => /^ *(?:#|\*\*)/.test(line) && heading.test(line))
  if (start === -1) return null
  const rest = heading.exec(lines[start] ?? '')?.[1] ?? ''
  const body = trimEdges(rest) === '' ? [] : [rest]
  for (const line of lines.slice(start + 1)) {
    if (isHeading(line)) break
    body.push(line)
  }
  return trimEdges(body.join('\n'))
}
