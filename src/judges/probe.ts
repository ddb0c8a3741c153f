import { Fault } from '../core/fault.ts'
import type { Probe, Rubric } from '../core/judge.ts'
import type { ModelParameters, ModelPort } from '../core/model.ts'
import { askJudge } from './ask-judge.ts'
import { verdictOf } from './judged-instrument.ts'

/** Errors above this share make a judge a bad instrument. */
export const PROBE_LIMIT = 0.2

/** What a judge made of one probe. */
export interface ProbeOutcome {
  readonly id: string
  readonly language: string
  readonly kind: Probe['kind']
  /** Whether the answer deserves to pass. */
  readonly passes: boolean
  /** What the judge said of it, under the rubric's hard rules; or why it said nothing. */
  readonly judged: boolean | 'unreadable' | 'down' | 'not-asked'
}

/** How often a judge was wrong; the rate is null where nothing could be counted. */
export interface ProbeRate {
  readonly errors: number
  readonly n: number
  readonly rate: number | null
}

export interface ProbeReport {
  /** Answers that don't deserve to pass and did. */
  readonly falseAccept: ProbeRate
  /** Answers that deserve to pass and did not. */
  readonly falseReject: ProbeRate
  /** Probes without a verdict; they count in neither rate. */
  readonly unmeasured: number
  /** `failed`: a rate is above {@link PROBE_LIMIT}. `undecided`: none is, but one could not be counted. */
  readonly state: 'passed' | 'failed' | 'undecided'
}

/** False-accept and false-reject rates of a judge over its probes. */
export function probeReport(outcomes: readonly ProbeOutcome[]): ProbeReport {
  const falseAccept = errorRate(outcomes.filter(({ passes }) => !passes))
  const falseReject = errorRate(outcomes.filter(({ passes }) => passes))
  const rates = [falseAccept.rate, falseReject.rate]
  return {
    falseAccept,
    falseReject,
    unmeasured: outcomes.filter(({ judged }) => typeof judged !== 'boolean').length,
    state: rates.some((rate) => rate !== null && rate > PROBE_LIMIT)
      ? 'failed'
      : rates.includes(null)
        ? 'undecided'
        : 'passed',
  }
}

function errorRate(outcomes: readonly ProbeOutcome[]): ProbeRate {
  const measured = outcomes.filter(({ judged }) => typeof judged === 'boolean')
  const errors = measured.filter(({ judged, passes }) => judged !== passes).length
  return { errors, n: measured.length, rate: measured.length === 0 ? null : errors / measured.length }
}

/**
 * Puts a rubric's probes before one judge, in their order; the port limits how many at once.
 * @param fresh a word that no other run has, to measure the judge as it is now; null: earlier replies do
 * @throws RunStop and what else the port throws that is no Fault
 */
export async function runProbes(
  rubric: Rubric,
  judge: { readonly model: string; readonly port: ModelPort; readonly parameters: ModelParameters },
  options: { readonly fresh: string | null; readonly signal: AbortSignal },
): Promise<readonly ProbeOutcome[]> {
  return Promise.all(
    rubric.probes.map(async (probe) => {
      const { id, language, kind, passes } = probe
      return { id, language, kind, passes, judged: await judgeProbe(rubric, probe, judge, options) }
    }),
  )
}

async function judgeProbe(
  rubric: Rubric,
  { subject }: Probe,
  { model, port, parameters }: Parameters<typeof runProbes>[1],
  { fresh, signal }: Parameters<typeof runProbes>[2],
): Promise<ProbeOutcome['judged']> {
  const messages = rubric.prompt(subject)
  if ('unscored' in messages) return 'not-asked'
  const sample = { repeat: 0, fresh, asking: 1 }
  const question = { form: rubric, model, messages, parameters, sample, purpose: `probe:${rubric.name}` }
  try {
    const verdict = verdictOf(rubric, await askJudge(port, question, signal))
    return verdict === null ? 'unreadable' : rubric.passes(verdict, subject)
  } catch (error) {
    if (error instanceof Fault) return 'down'
    throw error
  }
}
