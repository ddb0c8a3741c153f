import type { Protocol } from '../../../core/prompt.ts'
import { pythonStrip } from '../../../text/python-whitespace.ts'
import { lastSection, linesOf, trimEdges } from './sections.ts'

const TITLE = 'Most Likely Preference'

/** Words that a preference may have; counted and told, never enforced (spec 5.3, D19). */
export const MOST_WORDS = 30

/** What a reply of the inference call says. */
export type PreferenceReading =
  | {
      readonly status: 'ok'
      readonly preference: string
      readonly words: number
      readonly overLimit: boolean
    }
  | { readonly status: 'missing_section' | 'empty_section' }

/** White-space separated words. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/**
 * The preference in a reply: the first line of its section. `strict` takes the last heading in any of its shapes (spec
 * 5.2), `reference` the text after the first literal one (spec 2.3).
 */
export function readPreference(text: string, protocol: Protocol): PreferenceReading {
  const line = protocol === 'strict' ? strictLine(text) : referenceLine(text)
  if (line === null) return { status: 'missing_section' }
  if (protocol === 'strict' && line === '') return { status: 'empty_section' }
  const words = wordCount(line)
  return { status: 'ok', preference: line, words, overLimit: words > MOST_WORDS }
}

function strictLine(text: string): string | null {
  const body = lastSection(text, TITLE)
  if (body === null) return null
  return trimEdges(linesOf(body).find((line) => trimEdges(line) !== '') ?? '')
}

function referenceLine(text: string): string | null {
  const piece = text.split(`### ${TITLE}`)[1]
  return piece === undefined ? null : pythonStrip(pythonStrip(piece).split('\n')[0] ?? '')
}

/**
 * Numbers of the sessions that a strict reply names.
 * @returns null where it has no such section, or no number in it
 */
export function readEvidence(text: string): number[] | null {
  const body = lastSection(text, 'Sessions Relied On')
  const numbers = (body?.match(/\d+/g) ?? []).map(Number).filter((number) => Number.isSafeInteger(number))
  return body === null || (numbers.length === 0 && !/\bnone\b/i.test(body)) ? null : [...new Set(numbers)]
}
