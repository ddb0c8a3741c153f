/** What `--min` asks of a figure: `<track>.<metric>>=<number>`, or `<=` where lower is better. */
export interface Condition {
  /** As it was typed. */
  readonly text: string
  readonly track: string
  /** Name or whole key of an instrument; null: the track's own choice. */
  readonly instrument: string | null
  /** A metric, or `headline`. */
  readonly metric: string
  readonly operator: '>=' | '<='
  readonly threshold: number
}

/** A figure as a person names it: `<track>.<metric>` or `<track>.<instrument>.<metric>`. */
export type FigureWord = Pick<Condition, 'track' | 'instrument' | 'metric'>

/**
 * Takes a figure's word apart. Tracks and metrics have no dot; an instrument's key may have some.
 * @returns null when it is not written like this
 */
export function figureWord(text: string): FigureWord | null {
  const first = text.indexOf('.')
  const last = text.lastIndexOf('.')
  if (first <= 0 || last === text.length - 1) return null
  return {
    track: text.slice(0, first),
    instrument: first === last ? null : text.slice(first + 1, last),
    metric: text.slice(last + 1),
  }
}

/** Reads a condition, or says what is wrong with it. */
export function condition(text: string): Condition | { readonly wrong: string } {
  const match = /^\s*(?<figure>.*?)\s*(?<operator>[<>]=?|==?)\s*(?<number>[^<>=]*?)\s*$/su.exec(text)
  const { figure = '', operator = '', number = '' } = match?.groups ?? {}
  if (match === null) return { wrong: 'it has no >= or <=' }
  if (operator !== '>=' && operator !== '<=') return { wrong: `${operator} can't be tested: write >= or <=` }
  const threshold = Number(number)
  if (number === '' || !Number.isFinite(threshold)) return { wrong: `${JSON.stringify(number)} is no number` }
  const word = figureWord(figure)
  if (word === null) return { wrong: 'the figure is not <track>.<metric>' }
  return { text: text.trim(), ...word, operator, threshold }
}
