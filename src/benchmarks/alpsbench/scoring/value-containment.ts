import { memoizeByText } from '../../../text/memoize.ts'
import { tokenizeMultilingual } from '../../../text/tokenize.ts'
import { piecesOf, type AgreementText } from './value-agreement.ts'

/** Tokens that are looked at together: about two sentences. */
const WINDOW = 32

/**
 * Share of a text's weighted pieces that stand close together in another one, 0 to 1: the best of overlapping windows
 * of 32 tokens, because a page of 2,000 characters holds half the pieces of almost any short statement. Not symmetric:
 * what else the other text tells does not count against it. A text without letters and digits is contained in nothing.
 */
export function containment(part: AgreementText, whole: string): number {
  if (part.weight === 0) return 0
  let best = 0
  for (const window of windowsOf(whole)) {
    let found = 0
    for (const [piece, weight] of part.pieces) if (window.has(piece)) found += weight
    best = Math.max(best, found / part.weight)
  }
  return Math.min(1, best)
}

/** Stored items come back with each evidence of their case. */
const KEPT = 512

const windowsOf = memoizeByText((text: string): readonly ReadonlySet<string>[] => {
  const tokens = tokenizeMultilingual(text)
  const windows: ReadonlySet<string>[] = []
  for (let start = 0; start === 0 || start + WINDOW / 2 < tokens.length; start += WINDOW / 2) {
    windows.push(new Set(tokens.slice(start, start + WINDOW).flatMap((token) => piecesOf(token))))
  }
  return windows
}, KEPT)
