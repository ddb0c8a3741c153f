import { plainText } from './format.ts'

/** Hostile text inside a Markdown table or sentence: no markup, no HTML, no cell breaks, no links made of addresses. */
export function markdownCell(text: string): string {
  return plainText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~]/g, (mark) => `\\${mark}`)
    .replaceAll('://', '&#58;//')
    .replaceAll(/\bwww\./gi, (start) => start.replace('.', '&#46;'))
    .replaceAll(/(?<!\w)@/g, '&#64;')
}
