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

const listed = /^(?:sessions?\s*)?#?\d+(?:\s*(?:,|;|&|\band\b)+\s*(?:sessions?\s*)?#?\d+)*$/i
const range = /^(?:sessions?\s*)?#?(\d+)\s*(?:-|–|to)\s*#?(\d+)$/i

/** A number above this is not meant as a session. */
const MOST_SESSIONS = 1000

/**
 * Numbers of the sessions that a strict reply names: `2, 5`, `Session 2 and 5`, `2-4`, or one a line with words behind a
 * colon. Digits in a sentence are no sessions.
 * @returns null where the reply has no such section, or says it in another way; empty for `none`
 */
export function readEvidence(text: string): number[] | null {
  const body = lastSection(text, 'Sessions Relied On')
  if (body === null) return null
  const found = new Set<number>()
  let isNone = false
  for (const line of linesOf(body)) {
    const said = trimEdges(bare(line))
    if (said === '') continue
    const [, from, to] = range.exec(said) ?? []
    if (from !== undefined && to !== undefined) {
      const [first, last] = [Number(from), Number(to)]
      if (first > last || last > MOST_SESSIONS) return null
      for (let number = first; number <= last; number += 1) found.add(number)
    } else if (listed.test(said)) {
      for (const digits of said.match(/\d+/g) ?? []) found.add(Number(digits))
    } else if (/^none$/i.test(said)) isNone = true
    else return null
  }
  const numbers = [...found]
  if (numbers.some((number) => number > MOST_SESSIONS)) return null
  return numbers.length === 0 && !isNone ? null : numbers
}

/** A line up to its first colon, without bullet and emphasis. */
function bare(line: string): string {
  const [head = ''] = line.split(':')
  return head.replace(/^[ \t]*(?:[-*•][ \t]+)?/, '').replaceAll(/[*`()[\].]/g, '')
}
