import type { MemoryItem } from '../../../core/memory.ts'
import type { Evidence } from '../../../core/memory-plan.ts'
import { foldText } from '../../../text/fold.ts'
import { comparableLexically } from '../../../text/language.ts'
import { agreement, agreementText, AGREEMENT_THRESHOLD } from '../scoring/value-agreement.ts'
import { containment } from '../scoring/value-containment.ts'

/*
 * The two shares were chosen on the 214 shared annotation packets and the sample. Percent of texts that are taken to
 * tell a gold value (agreement from 0.40, or the share given here; texts whose language can be compared):
 *
 * | share | turn with the quote (packets; sample) | user's other turns | assistant's turns | other users' turns | their long ones | models' items on the same quote | models' items of other users |
 * | --: | --: | --: | --: | --: | --: | --: | --: |
 * | 0.35 | 65; 71 | 10 | 31 | 1.0 | 18.9 | 71 | 1.3 |
 * | 0.40 | 60; 68 | 8.1 | 23 | 0.5 | 10.0 | 67 | 0.6 |
 * | **0.45** | 57; 62 | 6.0 | 17 | 0.2 | 5.2 | 64 | 0.3 |
 * | 0.50 | 52; 58 | 5.1 | 13 | 0.1 | 2.4 | 61 | 0.2 |
 *
 * Agreement alone finds 18 and 21 % of the turns with the quote; containment in the whole text in place of a window
 * takes 70 % of other users' long turns at 0.45. So without a quote two in five turns that tell the fact in quite other
 * words are missed: figures of what is stored are lower bounds. A quote finds its turn always; from 0.8 of its pieces
 * anywhere in a text, before windows, it is in 0.4 % of other users' turns, 9 % of their long ones.
 */

/** From this share of a quote's pieces on, an item repeats the user's words. */
const QUOTED = 0.8

/** From this share of a value's pieces on, an item tells it among other things. */
const TOLD = 0.45

/** Characters from which a quote is sure to be one: `yes` is in every second message. */
const SHORTEST_QUOTE = 6

/**
 * Whether a stored item tells this evidence: it repeats the user's words, or it agrees with the value or contains it.
 * null where nothing of the evidence is in a language that the item's words could be compared with.
 */
export function carriesEvidence(item: Pick<MemoryItem, 'text'>, evidence: Evidence): boolean | null {
  const { text } = item
  if (evidence.quotes.some((quote) => repeats(text, quote))) return true
  const value = agreementText(evidence.text)
  if (agreement(value, agreementText(text)) >= AGREEMENT_THRESHOLD) return true
  if (containment(value, text) >= TOLD) return true
  const known = [evidence.text, ...evidence.quotes]
  return text.trim() === '' || known.some((one) => comparableLexically(one, text).comparable) ? false : null
}

function repeats(text: string, quote: string): boolean {
  const wanted = words(quote)
  if (Array.from(wanted).length < SHORTEST_QUOTE) return false
  return words(text).includes(wanted) || containment(agreementText(quote), text) >= QUOTED
}

/** Letters and digits in one spelling, with one space for whatever stands between them. */
function words(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
