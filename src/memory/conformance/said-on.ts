import type { MemoryItem } from '../../core/memory.ts'

const MONTHS = [
  'jan(uary)?',
  'feb(ruary)?',
  'mar(ch)?',
  'apr(il)?',
  'may',
  'june?',
  'july?',
  'aug(ust)?',
  'sept?(ember)?',
  'oct(ober)?',
  'nov(ember)?',
  'dec(ember)?',
]

/**
 * Where an item tells that it was said, or happened, on a day: in a field, in its text, or not at all.
 * @param day `YYYY-MM-DD`; of a time near noon UTC, so that zones do not move it
 */
export function saidOn(item: MemoryItem, day: string): 'field' | 'text' | null {
  if ([item.saidAt, item.happenedAt].some((time) => dayOf(time) === day)) return 'field'
  return dayPattern(day).test(item.text) ? 'text' : null
}

function dayOf(time: string | null): string | null {
  if (time === null) return null
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10)
}

/** The day as people and models write it. */
function dayPattern(day: string): RegExp {
  const [year = '', month = '', date = ''] = day.split('-')
  const m = `0?${Number(month)}`
  const d = `0?${Number(date)}`
  const name = MONTHS[Number(month) - 1] ?? ''
  const forms = [
    `${year}[-/.]${m}[-/.]${d}`,
    `${m}[-/.]${d}[-/.]${year}`,
    `${d}[-/.]${m}[-/.]${year}`,
    `${name}\\.? ${d}(st|nd|rd|th)?,? ${year}`,
    `${d}(st|nd|rd|th)?\\.? (of )?${name}\\.?,? ${year}`,
    `${year}\\s*年\\s*${m}\\s*月\\s*${d}\\s*日`,
  ]
  return new RegExp(`(?<!\\d)(${forms.join('|')})(?!\\d)`, 'iu')
}
