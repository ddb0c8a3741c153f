import type { Case } from '../../core/case.ts'
import { canonicalJson, type Json } from '../../core/json.ts'
import type { Perturbation, PlantCase } from '../../core/perturbation.ts'
import { instrumentKey, type Scorer } from '../../core/scorer.ts'
import type { Track } from '../../core/track.ts'
import { estimate, type Estimate } from '../../stats/estimate.ts'
import { floorOf, type FloorShare } from './floor.ts'
import { observationsOf, scorePrediction, type CaseScores } from './observe.ts'
import { layOut, type Planting } from './plant.ts'
import { reactionOf, type Grade, type Reaction, type Verdict } from './reaction.ts'

export type { Verdict } from './reaction.ts'

/** Per cent of the places at which the change is made. */
export const GRADES = [0, 10, 25, 50, 100] as const

/** How one figure takes one change. */
export interface FigureReaction extends Reaction {
  readonly perturbation: string
  readonly instrument: string
  readonly metric: string
  /** Whether the change is declared to concern the figure. */
  readonly concerned: boolean
  /** By grade; null where nothing could be measured. */
  readonly figures: readonly (Estimate | null)[]
}

export interface FigureFloor extends FloorShare {
  readonly instrument: string
  readonly metric: string
}

export interface SensitivityReport {
  readonly cases: number
  readonly clusters: number
  readonly grades: readonly number[]
  readonly perturbations: readonly {
    readonly id: string
    readonly description: string
    readonly harmful: boolean
    /** Places in all cases; nothing is measured where no case is changed. */
    readonly places: number
    /** Cases whose prediction is another one with the change made everywhere, and their clusters. */
    readonly changed: { readonly cases: number; readonly clusters: number }
  }[]
  readonly reactions: readonly FigureReaction[]
  readonly floors: readonly FigureFloor[]
}

/** Predictions of a system, in the order of the cases. */
export interface BlindPredictions {
  readonly system: string
  readonly predictions: readonly Json[]
}

export interface SensitivityWork {
  readonly track: Pick<Track, 'parse'>
  readonly scorers: readonly Scorer[]
  readonly perturbations: readonly Perturbation[]
  /** Cases with gold. */
  readonly cases: readonly Case[]
  /** Gold in the form of a prediction, in the order of the cases. */
  readonly oracle: readonly Json[]
  readonly blind: readonly BlindPredictions[]
  readonly seed: number
  /** Called before each change with its id: the only places where somebody else may work, or stop it by throwing. */
  pause(about: string): Promise<void>
}

/** The scores of every scorer on one list of predictions, scorer by scorer. */
type Scored = readonly (readonly CaseScores[])[]

/**
 * Plants every change at every grade and sees how every figure takes it. Deterministic for a seed.
 * @throws whatever `pause` throws
 */
export async function measureSensitivity(work: SensitivityWork): Promise<SensitivityReport> {
  const { cases, oracle, perturbations, seed } = work
  const subjects = cases.map(({ id, cluster, input, gold }, at): PlantCase => {
    return { id, cluster, input, gold, prediction: oracle[at] ?? null }
  })
  await work.pause('gold')
  const base = scoreAll(work, oracle)
  const floors = await floorsOf(work, base)
  const reactions: FigureReaction[] = []
  const told: SensitivityReport['perturbations'][number][] = []
  for (const perturbation of perturbations) {
    await work.pause(perturbation.id)
    const planting = layOut(perturbation, subjects, seed)
    const { id, description, harmful } = perturbation
    const changed = changedBy(planting, subjects)
    told.push({ id, description, harmful, places: planting.places, changed })
    if (changed.cases === 0) continue
    // Most cases of a low grade are as in the one before it.
    const known = new Map<string, readonly CaseScores[]>()
    const graded = GRADES.map((grade) => {
      const chosen = planting.chosen(grade)
      return transposed(
        work.scorers.length,
        subjects.map((subject, at): readonly CaseScores[] => {
          const places = chosen.get(subject.id)
          if (places === undefined) return base.map((scores) => scores[at] ?? {})
          const key = `${at}/${places.join(',')}`
          const before = known.get(key)
          if (before !== undefined) return before
          const fresh = scoreCase(work, at, planting.plant(subject, places))
          known.set(key, fresh)
          return fresh
        }),
      )
    })
    reactions.push(...reactionsTo(work, perturbation, graded, changed.clusters))
  }
  return {
    cases: cases.length,
    clusters: new Set(cases.map(({ cluster }) => cluster)).size,
    grades: GRADES,
    perturbations: told,
    reactions,
    floors,
  }
}

function changedBy(planting: Planting, subjects: readonly PlantCase[]): { cases: number; clusters: number } {
  const all = planting.chosen(100)
  const changed = subjects.filter((subject) => {
    const places = all.get(subject.id)
    if (places === undefined) return false
    return canonicalJson(planting.plant(subject, places)) !== canonicalJson(subject.prediction)
  })
  return { cases: changed.length, clusters: new Set(changed.map(({ cluster }) => cluster)).size }
}

function scoreCase(work: SensitivityWork, at: number, prediction: Json): CaseScores[] {
  const subject = work.cases[at]
  if (subject === undefined) throw new RangeError(`there is no case ${at}`)
  return work.scorers.map((scorer) => scorePrediction(work.track, scorer, subject, prediction))
}

function scoreAll(work: SensitivityWork, predictions: readonly Json[]): Scored {
  return transposed(
    work.scorers.length,
    work.cases.map((_case, at) => scoreCase(work, at, predictions[at] ?? null)),
  )
}

/** Rows by case as rows by scorer. */
function transposed(scorers: number, byCase: readonly (readonly CaseScores[])[]): Scored {
  return Array.from({ length: scorers }, (_, index) => byCase.map((scores) => scores[index] ?? {}))
}

async function floorsOf(work: SensitivityWork, base: Scored): Promise<FigureFloor[]> {
  const scored: { system: string; scores: Scored }[] = []
  for (const { system, predictions } of work.blind) {
    await work.pause(system)
    scored.push({ system, scores: scoreAll(work, predictions) })
  }
  return work.scorers.flatMap((scorer, index) =>
    scorer.metrics.flatMap((metric) => {
      const series = (scores: Scored) => observationsOf(metric, work.cases, scores[index] ?? [])
      const floor = floorOf(
        metric,
        series(base),
        scored.map(({ system, scores }) => ({ system, observations: series(scores) })),
      )
      return floor === null ? [] : [{ instrument: instrumentKey(scorer), metric: metric.name, ...floor }]
    }),
  )
}

function reactionsTo(
  { scorers, cases, seed }: SensitivityWork,
  { id, harmful, concerns }: Perturbation,
  graded: readonly Scored[],
  reached: number,
): FigureReaction[] {
  return scorers.flatMap((scorer, index) =>
    scorer.metrics.map((metric): FigureReaction => {
      const grades = graded.map((scored): Grade => {
        const observations = observationsOf(metric, cases, scored[index] ?? [])
        const { aggregate, range, binary } = metric
        return { observations, figure: estimate(observations, { aggregate, range, binary, seed }) ?? null }
      })
      const concerned = concerns === 'all' || concerns.includes(`${scorer.name}.${metric.name}`)
      return {
        perturbation: id,
        instrument: instrumentKey(scorer),
        metric: metric.name,
        concerned,
        ...reactionOf({ metric, grades, harmful, concerned, reached, seed }),
        figures: grades.map(({ figure }) => figure),
      }
    }),
  )
}

/** Verdicts that name an instrument. */
export const blamed: readonly Verdict[] = ['rewards', 'ignores', 'punishes']
