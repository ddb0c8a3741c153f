import { UsageError } from './errors.ts'
import type { Scorer } from './scorer.ts'
import type { ScorerOptions, Track } from './track.ts'

type MakeScorer = (options: ScorerOptions) => Scorer

/** The scorers of a track by name; all of them run by default, in the order given. */
export function trackScorers(
  track: string,
  makers: Readonly<Record<string, MakeScorer>>,
): Pick<Track, 'scorerNames' | 'defaultScorers' | 'scorer'> {
  const names = Object.keys(makers)
  return {
    scorerNames: names,
    defaultScorers: names,
    scorer(name, options) {
      const make = Object.hasOwn(makers, name) ? makers[name] : undefined
      if (make === undefined) {
        throw new UsageError(`${track} has no scorer ${JSON.stringify(name)}`, `use ${names.join(' or ')}`)
      }
      return make(options)
    },
  }
}
