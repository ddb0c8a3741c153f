import type { MemoryItem } from '../../../core/memory.ts'
import type { Evidence } from '../../../core/memory-plan.ts'
import { foldText } from '../../../text/fold.ts'
import { comparableLexically } from '../../../text/language.ts'
import { agreement, agreementText, AGREEMENT_THRESHOLD } from '../scoring/value-agreement.ts'
import { containment } from '../scoring/value-containment.ts'

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
