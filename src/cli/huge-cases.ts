import type { Json } from '../core/json.ts'
import type { Scorer } from '../core/scorer.ts'
import type { CliContext } from './context.ts'

/**
 * Characters of the prediction times characters of the gold, from which on comparing every item with every other
 * keeps the process busy for seconds: research-algo takes about 3 ns for each.
 */
const HUGE = 2e9

/**
 * The same scorers, except that a case which takes long is announced, and signals end the process at once while it
 * is scored: nothing else of ours runs then, so that a stop would wait for minutes. What finished is in the store.
 */
export function stoppableScorers(
  scorers: readonly Scorer[],
  context: Pick<CliContext, 'whileBusy'>,
  warn: (message: string) => void,
): Scorer[] {
  return scorers.map((scorer) => ({
    ...scorer,
    score(prediction, subject) {
      const work = () => scorer.score(prediction, subject)
      const [ours, theirs] = [textSize(prediction), textSize(subject.gold)]
      if (ours * theirs < HUGE) return work()
      return context.whileBusy(() => {
        warn(
          `${scorer.name} compares ${ours} characters of an answer with ${theirs} of its reference, which takes a while; Ctrl-C leaves at once, and what finished is kept`,
        )
        return work()
      })
    },
  }))
}

/** Characters of all texts in a value. */
function textSize(value: Json): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let size = 0
  for (const part of Object.values(value)) size += textSize(part)
  return size
}
