import type { Json } from '../../../core/json.ts'
import { pythonStrip } from '../../../text/python-whitespace.ts'
import { pythonFloat } from './python-float.ts'
import { isHeading, lastSection, linesOf, trimEdges } from './sections.ts'

const TITLE = 'Evaluation Score'

/** Words of the scale (spec 2.10); a longer one before the one that it ends with. */
const labels = [
  'exceptional',
  'excellent',
  'very good',
  'above average',
  'below average',
  'acceptable',
  'very poor',
  'unacceptable',
  'good',
  'poor',
]

const scoreLine = new RegExp(
  String.raw`^(?:(?:evaluation\s+)?score\s*[:=]?\s*)?([0-9]+(?:\.[0-9]+)?)\s*(?:/\s*10|out\s+of\s+10)?\s*\.?\s*(?:[-–—:,(]?\s*(?:${labels.join('|')})\s*\)?)?\s*\.?$`,
  'i',
)

/** A judge's score, or why there is none. */
export type ScoreReading =
  | { readonly status: 'ok'; readonly score: number }
  | { readonly status: 'missing_section' | 'unparseable' | 'ambiguous' | 'out_of_range' }

/** The score in the text of a score section, or a number, under the strict rules (spec 5.2): 8.5 stays 8.5. */
export function readScoreText(score: unknown): ScoreReading {
  if (typeof score === 'number') return inRange(score)
  if (typeof score !== 'string') return { status: 'unparseable' }
  const values = new Set<number>()
  for (const line of linesOf(score)) {
    if (isHeading(line)) break
    const plain = trimEdges(trimEdges(line.replaceAll(/[*`<>]/g, '')).replace(/^[: ]+/, ''))
    const found = scoreLine.exec(plain)?.[1]
    if (found !== undefined) values.add(Number(found))
  }
  const [value, other] = values
  if (value === undefined) return { status: 'unparseable' }
  return other === undefined ? inRange(value) : { status: 'ambiguous' }
}

function inRange(score: number): ScoreReading {
  if (!Number.isFinite(score)) return { status: 'unparseable' }
  return score >= 1 && score <= 10 ? { status: 'ok', score } : { status: 'out_of_range' }
}

/** The score in a judge's reply under the strict rules. */
export function readJudgeScore(reply: string): ScoreReading {
  const body = lastSection(reply, TITLE)
  return body === null ? { status: 'missing_section' } : readScoreText(body)
}

/** What the original code captures of a judge's reply (spec 2.10); null where it raises. */
export function originalScoreText(reply: string): string | null {
  const anchor = [`### **${TITLE}**`, `### ${TITLE}`].find((one) => reply.includes(one))
  return anchor === undefined ? null : pythonStrip(reply.split(anchor)[1] ?? '')
}

/**
 * The number that the original code makes of a stored score when it aggregates (spec 2.10): decimals are cut, most
 * shapes become 0, nothing is checked against the scale. Can be NaN or infinite. What is no text passes through, be it a
 * number, null or true.
 */
export function originalScore(score: Json): Json {
  if (typeof score !== 'string') return score
  let text = pythonStrip(score)
  for (const cut of ['/', '.', '\n\n']) text = text.split(cut)[0] ?? ''
  return pythonFloat(text.replaceAll('**', '')) ?? 0
}
