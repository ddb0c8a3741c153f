import type { MetricDefinition } from '../../core/metric.ts'
import type { JudgeRole } from '../../core/scorer.ts'
import { flipsOf, type AskedAnswer, type Flips } from './flips.ts'
import { groupBy } from './group-by.ts'
import { scaleOf, type Scale } from './label-field.ts'

/** One judged instrument on a track, with everything that it said of each answer. */
export interface AskedInstrument {
  readonly instrument: string
  /** A short name that no other instrument has. */
  readonly label: string
  /** `judge-persona@1`. */
  readonly rubric: string
  readonly judges: readonly JudgeRole[]
  readonly metrics: readonly MetricDefinition[]
  readonly answers: readonly AskedVerdicts[]
}

/** What was said of one answer: stored verdict (if any), then each asking again; null: none could be read. */
export interface AskedVerdicts {
  /** Names the answer on its track. */
  readonly place: string
  readonly system: string
  readonly cluster: string
  /** By metric; absent where the instrument gave the answer none in the run. */
  readonly stored: Readonly<Record<string, number>>
  readonly again: readonly Readonly<Record<string, number | null>>[]
}

/** Flips of a judge on one metric at a fixed prompt. */
export interface FieldStability {
  readonly metric: string
  readonly scale: Scale
  readonly range: readonly [number, number]
  readonly all: Flips
  readonly systems: readonly { readonly system: string; readonly flips: Flips }[]
}

/** How often two judged instruments differ on the answers that both judged, from the first verdict of each. */
export interface CrossFlips {
  /** What differs between the two: the judge's model, or the prompt (rubric). */
  readonly across: 'models' | 'prompts'
  readonly labels: readonly [string, string]
  readonly metric: string
  readonly flips: Flips
}

/** Test and retest of one judged instrument; `fields` is empty where it was never asked again. */
export interface JudgeStability {
  readonly instrument: string
  readonly label: string
  readonly fields: readonly FieldStability[]
}

/** Flips at a fixed prompt, of answers that were asked again. */
export function stabilityOf({ instrument, label, metrics, answers }: AskedInstrument): JudgeStability {
  const asked = answers.filter(({ again }) => again.length > 0)
  const fields = metrics.flatMap((metric): FieldStability[] => {
    const { name, range } = metric
    const scale = scaleOf(metric)
    const rows = asked.map(({ system, cluster, stored, again }): AskedAnswer => {
      const before = stored[name]
      const values = again.map((said) => said[name] ?? null)
      return { system, cluster, values: before === undefined ? values : [before, ...values] }
    })
    // A metric that applies to none of the answers says nothing.
    if (rows.every(({ values }) => values.every((value) => value === null))) return []
    const field = { scale, range }
    return [
      {
        metric: name,
        ...field,
        all: flipsOf(rows, field),
        systems: [...groupBy(rows, ({ system }) => system)].map(([system, own]) => ({
          system,
          flips: flipsOf(own, field),
        })),
      },
    ]
  })
  return { instrument, label, fields }
}

/**
 * Flips between the first verdicts of different instruments of one track that share a metric: the same rubric with other
 * models, or the same models with another rubric.
 */
export function crossFlips(instruments: readonly AskedInstrument[]): CrossFlips[] {
  return instruments.flatMap((first, place) =>
    instruments.slice(place + 1).flatMap((second): CrossFlips[] => {
      const sameModels = modelsOf(first) === modelsOf(second)
      const sameRubric = first.rubric === second.rubric
      if (sameModels === sameRubric) return []
      const others = new Map(second.answers.map((answer) => [answer.place, answer] as const))
      return first.metrics.flatMap((metric): CrossFlips[] => {
        const other = second.metrics.find(({ name }) => name === metric.name)
        if (other === undefined || other.range.join() !== metric.range.join()) return []
        const rows = first.answers.flatMap((answer): AskedAnswer[] => {
          const { system, cluster } = answer
          const [one, two] = [answer, others.get(answer.place)].map((said) => firstOf(said, metric.name))
          return one == null || two == null ? [] : [{ system, cluster, values: [one, two] }]
        })
        const flips = flipsOf(rows, { scale: scaleOf(metric), range: metric.range })
        if (flips.answers === 0) return []
        return [
          {
            across: sameRubric ? 'models' : 'prompts',
            labels: [first.label, second.label],
            metric: metric.name,
            flips,
          },
        ]
      })
    }),
  )
}

/** The stored verdict; of a judge that the run does not have, what it said when it was first asked. */
function firstOf(answer: AskedVerdicts | undefined, metric: string): number | null {
  return answer?.stored[metric] ?? answer?.again[0]?.[metric] ?? null
}

function modelsOf({ judges }: AskedInstrument): string {
  return JSON.stringify(judges.map(({ role, models }) => [role, models.toSorted()]))
}
