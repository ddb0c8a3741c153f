import { codePoints } from './code-points.ts'
import { normalizeResearch } from './normalize.ts'
import { pythonJson, type JsonValue } from './python-json.ts'
import { SequenceMatcher } from './sequence-matcher.ts'

/**
 * A value made ready for {@link valueSimilarity}: normalised (`nB`) and split into tokens once, indexed on
 * its first use as a prediction. Immutable, so it may be shared between runs.
 */
export class PreparedValue {
  /** Falsy in Python (missing, null, false, 0, or an empty text, list or object): similar to nothing. */
  readonly isFalsy: boolean
  readonly normalized: string
  /** Distinct non-empty tokens. */
  readonly tokens: ReadonlySet<string>
  readonly points: Int32Array
  #matcher: SequenceMatcher | undefined

  constructor(value: JsonValue | undefined) {
    this.isFalsy = isPythonFalsy(value)
    this.normalized = normalizeResearch(value)
    this.tokens = new Set(this.normalized.split(' ').filter((token) => token !== ''))
    this.points = codePoints(this.normalized)
  }

  /** Character ratio with this value as b, the prediction. */
  ratioAgainst(gold: PreparedValue): number {
    this.#matcher ??= new SequenceMatcher(this.points)
    return this.#matcher.ratio(gold.points)
  }
}

/**
 * Similarity of two values from 0 to 1 (AlpsBench spec 2.2.3): the Jaccard index of the tokens, weighted with
 * `tokenWeight` (clamped to 0-1), and difflib's character ratio for the rest. 0 when either is falsy. Not
 * symmetric.
 */
export function valueSimilarity(gold: PreparedValue, prediction: PreparedValue, tokenWeight = 0.6): number {
  if (gold.isFalsy || prediction.isFalsy) return 0
  const weight = Math.min(1, Math.max(0, tokenWeight))
  const overlap = jaccard(gold.tokens, prediction.tokens)
  return weight * overlap + (1 - weight) * prediction.ratioAgainst(gold)
}

/** Size of the intersection over size of the union; 0 when either set is empty. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let common = 0
  for (const token of a) if (b.has(token)) common++
  return common / (a.size + b.size - common)
}

/**
 * Similarity of two label paths from 0 to 1 (AlpsBench spec 2.2.2): twice the number of equal leading
 * segments over all segments. No trimming, no case folding; empty segments don't count; 0 when either label
 * has no segment.
 */
export function labelSimilarity(a: JsonValue | undefined, b: JsonValue | undefined): number {
  const left = labelSegments(a)
  const right = labelSegments(b)
  if (left.length === 0 || right.length === 0) return 0
  const firstDifference = left.findIndex((segment, index) => segment !== right[index])
  const common = firstDifference === -1 ? left.length : firstDifference
  return (2 * common) / (left.length + right.length)
}

function labelSegments(label: JsonValue | undefined): string[] {
  return labelText(label)
    .split('/')
    .filter((segment) => segment !== '')
}

/** Python's `str`; for lists and objects JSON text, which is equal exactly where Python's text is. */
function labelText(label: JsonValue | undefined): string {
  if (label === undefined || label === null) return ''
  if (typeof label === 'boolean') return label ? 'True' : 'False'
  return typeof label === 'string' ? label : pythonJson(label)
}

/** Whether two types are equal as given, both missing (or null) included (AlpsBench spec 2.2.4). */
export function typeMatch(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return pythonJson(a ?? null, { sortKeys: true }) === pythonJson(b ?? null, { sortKeys: true })
}

function isPythonFalsy(value: JsonValue | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return !value
}
