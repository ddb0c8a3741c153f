import type { Case } from '../../core/case.ts'
import { Fault } from '../../core/fault.ts'
import type { Json } from '../../core/json.ts'
import type { JudgedInstrument } from '../../core/stage.ts'

/** What a judge said of an answer: by metric, null where it gave no number (or could not be reached). */
export type Verdict = Readonly<Record<string, number | null>>

/** How a judge is asked once more. */
export interface Asking {
  /** A word that no other asking has, so that no earlier reply is taken. */
  readonly fresh: string
  /** Counts the askings under this word from 0: each is a sample of its own. */
  readonly repeat: number
  readonly signal: AbortSignal
}

/**
 * Asks the judges of an instrument about one answer under its own prompts and rules, as a run would.
 * @throws RunStop and what else the port throws that is no Fault
 */
export async function askAgain(
  instrument: Pick<JudgedInstrument, 'stages' | 'metrics'>,
  subject: Case,
  prediction: Json,
  { fresh, repeat, signal }: Asking,
): Promise<Verdict> {
  const upstream: Record<string, Json> = { parse: { prediction } }
  const context = { repeat, attempt: 1, fresh, signal }
  try {
    for (const stage of instrument.stages) {
      const input = { subject, fold: 0, upstream, context }
      if (stage.kind === 'judge') {
        upstream[stage.name] = await stage.run(input)
        continue
      }
      const { metrics } = await stage.run(input)
      return Object.fromEntries(
        instrument.metrics.map(({ name }) => {
          const score = metrics[name]
          const isNumber = score !== undefined && !('unscored' in score) && score.denominator > 0
          return [name, isNumber ? score.numerator / score.denominator : null]
        }),
      )
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  return Object.fromEntries(instrument.metrics.map(({ name }) => [name, null]))
}
