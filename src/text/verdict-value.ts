import type { JsonValue } from './python-json.ts'

/** A number of a verdict and the range that the rubric declares for it. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  /** Only whole numbers are readable. */
  readonly integer?: boolean
}

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'pass', 'passes', 'passed', '是', '通过', '对'])
const no: ReadonlySet<string> = new Set([
  'false',
  'no',
  'fail',
  'fails',
  'failed',
  '否',
  '不通过',
  '不是',
  '不对',
])

/** A value without the Markdown, quotes and forms of width that models put around it. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/^[*_`"'\s]+|[*_`"'\s]+$/g, '')
}

/**
 * A yes or no in words, letter case apart: true, yes, pass, 是 … Anything else, prose included, is undefined.
 */
export function readYesNo(text: string): boolean | undefined {
  const word = bare(bare(text).replace(/[.!。]$/, '')).toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/** A boolean field: a boolean, a word, or exactly 1 or 0 (the published form of AlpsBench, spec 2.7.1). */
export function readBoolean(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === '1') return true
  if (value === 0 || value === '0') return false
  return typeof value === 'string' ? readYesNo(value) : undefined
}

/**
 * A number field: a number, or a text that is nothing but one (`8.5`, `**8**`, `8分`), `x/y` or `x out of y` where
 * y is the top of the range, or a proportion (`8/10`, `80%`) where the range is 0-1. Out of range, empty, about,
 * from-to and prose are undefined: never a guess, and never 0 for what is no number.
 */
export function readNumber(value: JsonValue | undefined, range: NumberRange): number | undefined {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' ? numberIn(value, range) : undefined
  if (number === undefined || !Number.isFinite(number)) return undefined
  if (number < range.min || number > range.max) return undefined
  return range.integer === true && !Number.isInteger(number) ? undefined : number
}

function numberIn(text: string, { min, max }: NumberRange): number | undefined {
  const match =
    /^([+-]?\d{1,6}(?:\.\d{1,12})?)\s*(?:(%|分|points?|stars?)|(?:\/|out of)\s*(\d{1,6}(?:\.\d{1,6})?))?$/i.exec(
      bare(text),
    )
  if (match === null) return undefined
  const number = Number(match[1])
  const isProportion = min === 0 && max === 1
  if (match[2] === '%') return isProportion ? number / 100 : undefined
  if (match[3] === undefined) return number
  const whole = Number(match[3])
  if (whole === max) return number
  return isProportion ? number / whole : undefined
}
