import stringWidth from 'string-width'

/** The longest start of a text that fits into `width` cells; whole graphemes only. */
export function startOf(text: string, width: number): string {
  let shown = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (stringWidth(shown + segment) > width) break
    shown += segment
  }
  return shown
}

/** Breaks a sentence at blanks, and words that are too long anywhere, so that no line is wider than `width` cells. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (stringWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = line === '' ? word : `${indent}${word}`
    while (stringWidth(line) > width) {
      const start = startOf(line, width)
      // A width below one character can't be kept.
      if (start.length <= indent.length) break
      lines.push(start)
      line = `${indent}${line.slice(start.length)}`
    }
  }
  return [...lines, line]
}
