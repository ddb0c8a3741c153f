import { estimate, type Estimate } from '../../stats/estimate.ts'
import { predictionPowered, type PredictionPowered } from '../../stats/prediction-powered.ts'
import { roganGladen, type CorrectedRate } from '../../stats/rogan-gladen.ts'
import { groupBy } from './group-by.ts'
import type { Scale } from './label-field.ts'
import type { JudgedValues, LabelledAnswer } from './labelled-answers.ts'

/** Labelled answers of each kind (accepted and rejected by people) that a correction of a rate needs. */
export const LEAST_OF_A_KIND = 10
/** Labelled answers that a correction of a graded figure needs. */
export const LEAST_GRADED = 20

/** A corrected figure with its interval, which holds the judge's own errors too. */
export type CorrectedFigure = Extract<CorrectedRate | PredictionPowered, { kind: 'corrected' }>

/** A system's judged figure beside what people's labels make of it. */
export interface SystemCorrection {
  readonly system: string
  /** As judged, over the answers with a verdict; null: none has. */
  readonly uncorrected: Estimate | null
  /** Labelled answers of this system that have a verdict and a truth. */
  readonly labelled: number
  readonly corrected: CorrectedFigure | null
  /** Why there is no corrected figure; null where there is one. */
  readonly missing: string | null
}

interface Field {
  readonly name: string
  readonly scale: Scale
  readonly range: readonly [number, number]
}

/**
 * Corrects each system's judged figure by its own random sample of labelled answers: a judge can be wrong about one
 * system in another way than about the next. Rates by Rogan & Gladen, graded figures by prediction-powered inference.
 * @param labelled of all systems
 * @param judged all answers with a verdict, of all systems
 */
export function correctionsOf(
  labelled: readonly LabelledAnswer[],
  judged: readonly JudgedValues[],
  field: Field,
): SystemCorrection[] {
  const labels = groupBy(labelled.filter(isComplete), ({ system }) => system)
  return [...groupBy(judged, ({ system }) => system)].map(([system, answers]) => {
    const own = labels.get(system) ?? []
    const all = answers.flatMap(({ cluster, values }) => {
      const value = values[field.name]
      return value === undefined ? [] : [{ value, cluster }]
    })
    const uncorrected =
      estimate(
        all.map(({ value, cluster }) => ({ numerator: value, denominator: 1, cluster })),
        { aggregate: 'mean', range: field.range },
      ) ?? null
    const found = field.scale === 'binary' ? correctedRate(own, all) : correctedMean(own, all, field)
    return {
      system,
      uncorrected,
      labelled: own.length,
      corrected: typeof found === 'string' ? null : found,
      missing: typeof found === 'string' ? found : null,
    }
  })
}

type Complete = LabelledAnswer & { readonly truth: number; readonly verdict: number }

function isComplete(answer: LabelledAnswer): answer is Complete {
  return answer.truth !== null && answer.verdict !== null
}

type Verdicts = readonly { readonly value: number; readonly cluster: string }[]

function correctedRate(own: readonly Complete[], all: Verdicts): CorrectedFigure | string {
  const accepted = own.filter(({ truth }) => truth === 1).length
  const least = Math.min(accepted, own.length - accepted)
  if (least < LEAST_OF_A_KIND) return tooFew(own.length, least, LEAST_OF_A_KIND, all.length, ' of each kind')
  const found = roganGladen({
    verdicts: all.map(({ value, cluster }) => ({ verdict: value === 1, cluster })),
    // Within a system every stratum is drawn by its share, so that all answers weigh the same.
    calibration: own.map(({ truth, verdict, cluster }) => ({
      truth: truth === 1,
      verdict: verdict === 1,
      cluster,
    })),
  })
  return found.kind === 'none' ? found.reason : found
}

function correctedMean(
  own: readonly Complete[],
  all: Verdicts,
  { range }: Pick<Field, 'range'>,
): CorrectedFigure | string {
  if (own.length < LEAST_GRADED) return tooFew(own.length, own.length, LEAST_GRADED, all.length, '')
  const found = predictionPowered({
    all: all.map(({ value, cluster }) => ({ judged: value, cluster })),
    labelled: own.map(({ verdict, truth, cluster }) => ({ judged: verdict, truth, cluster })),
    range,
  })
  return found.kind === 'none' ? found.reason : found
}

/**
 * Why there is no figure, and how many labels there should be: so many that at the share seen so far the rarer kind
 * comes to enough.
 */
function tooFew(labels: number, have: number, need: number, judged: number, kind: string): string {
  const share = have === 0 ? 1 / (labels + 2) : have / labels
  const total = Math.max(need, Math.ceil(need / share))
  const said = `${have} of the ${need} labelled answers${kind} that are needed`
  return total > judged
    ? `${said}; it would take about ${total} labels, and the system has ${judged} judged answers: judge more cases`
    : `${said}; label about ${total - labels} more of its ${judged}`
}
