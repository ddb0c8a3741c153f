import { dominantScript } from '../../text/script.ts'

/** Scripts that run from right to left. */
const RIGHT_TO_LEFT = new Set(['arabic', 'hebrew'])

/** Where a text runs, by the script of most of its letters. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(dominantScript(text)?.script ?? '') ? 'rtl' : 'ltr'
}

/** Languages of which a script is a safe sign, so that a browser takes the right glyphs. */
const byScript: Readonly<Record<string, string>> = {
  han: 'zh',
  kana: 'ja',
  hangul: 'ko',
  greek: 'el',
  hebrew: 'he',
  thai: 'th',
  georgian: 'ka',
  armenian: 'hy',
}

/** A language for a text: what its script shows, else what the data says; undefined when neither does. */
export function languageTag(known: string | null, text: string): string | undefined {
  const script = dominantScript(text)?.script
  const shown = script === undefined ? undefined : byScript[script]
  if (shown !== undefined && !(shown === 'zh' && known === 'ja')) return shown
  return known !== null && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(known) ? known : undefined
}
