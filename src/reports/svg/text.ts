import stringWidth from 'string-width'
import { plainText } from '../format.ts'
import { startOf } from '../wrap.ts'

/** Pixels of a cell of text at 12 px: wider than most letters of system fonts, so that nothing overlaps. */
const CELL = 6.9

/** About how wide a text is at 12 px, never too little for common text. */
export function textWidth(text: string): number {
  return stringWidth(plainText(text)) * CELL
}

/** The text, cut with an ellipsis to `width` pixels. */
export function fitText(text: string, width: number): string {
  const plain = plainText(text)
  const cells = Math.floor(width / CELL)
  return stringWidth(plain) <= cells ? plain : `${startOf(plain, Math.max(1, cells - 1))}…`
}
