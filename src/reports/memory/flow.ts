import { instrumentKey } from '../../core/scorer.ts'
import type { ShownFigure } from '../shown-figure.ts'
import { seriesOf, type InstrumentFacts, type TrackContext } from '../track-context.ts'
import type { FlowStep, MemoryFlow } from './memory-report.ts'

/** Names of the instruments that look into memories. */
export const LEDGER = 'memory-ledger'
export const USAGE_TEST = 'memory-usage'

/** A step's value by case; one that it does not apply to is not there. */
type Values = ReadonlyMap<string, number | 'lost'>

const LEDGER_STEPS = ['stored', 'retrieved', 'shown'] as const

/**
 * Follows the evidence of each case from the data to the answer.
 * @param right the figure that says which answers are right; null: none does
 * @returns null where no case can be followed
 */
export function memoryFlow(
  context: TrackContext,
  system: string,
  right: ShownFigure | null,
): MemoryFlow | null {
  const ledger = instrumentNamed(context, LEDGER, system)
  if (ledger === undefined) return null
  const steps = LEDGER_STEPS.map((step) => ({ step, values: valuesOf(context, system, ledger, step) }))
  const measured = steps.filter(({ values }) => isMeasured(values))
  if (measured.length === 0) return null
  const usage = instrumentNamed(context, USAGE_TEST, system)
  const used = usage === undefined ? null : valuesOf(context, system, usage, 'used')
  const outcome = right === null ? null : rightOf(context, system, right)
  const flow = { evidence: 0, useUnknown: 0, unshown: 0, rightUnshown: 0, notApplicable: 0, noOutcome: 0 }
  const there = new Map<FlowStep, number>()
  const count = (step: FlowStep): void => void there.set(step, (there.get(step) ?? 0) + 1)
  const hasUsed = used !== null && isMeasured(used)
  for (const id of context.book.caseIds()) {
    const values = measured.map(({ values: of }) => of.get(id))
    const isRight = outcome?.get(id)
    if (values.includes(undefined)) flow.notApplicable += 1
    else if (values.includes('lost') || (outcome !== null && typeof isRight !== 'number')) flow.noOutcome += 1
    else {
      flow.evidence += 1
      let isThere = true
      for (const [place, { step }] of measured.entries()) {
        isThere &&= values[place] === 1
        if (isThere) count(step)
      }
      const isLast = values.at(-1) === 1
      if (!isLast) flow.unshown += 1
      if (!isLast && isRight === 1) flow.rightUnshown += 1
      if (hasUsed && isThere) {
        isThere = used.get(id) === 1
        if (isThere) count('used')
        else if (typeof used.get(id) !== 'number') flow.useUnknown += 1
      }
      if (isThere && isRight === 1) count('right')
    }
  }
  if (flow.evidence === 0) return null
  const casesOf = (step: FlowStep): number | null => {
    if (step === 'evidence') return flow.evidence
    const isKnown =
      step === 'used'
        ? hasUsed
        : step === 'right'
          ? outcome !== null
          : measured.some((one) => one.step === step)
    return isKnown ? (there.get(step) ?? 0) : null
  }
  return {
    figure: right,
    steps: STEPS.map((step) => ({ step, cases: casesOf(step) })),
    useUnknown: flow.useUnknown,
    unshown: flow.unshown,
    rightUnshown: outcome === null ? null : flow.rightUnshown,
    unfollowed: { notApplicable: flow.notApplicable, noOutcome: flow.noOutcome },
  }
}

const STEPS: readonly FlowStep[] = ['evidence', ...LEDGER_STEPS, 'used', 'right']

/** An instrument of this name that measures a system. */
export function instrumentNamed(
  { facts }: Pick<TrackContext, 'facts'>,
  name: string,
  system: string,
): InstrumentFacts | undefined {
  return facts.scorers.find((scorer) => scorer.name === name && scorer.only?.includes(system) !== false)
}

function isMeasured(values: Values): boolean {
  return [...values.values()].some((value) => value !== 'lost')
}

function valuesOf(context: TrackContext, system: string, scorer: InstrumentFacts, name: string): Values {
  const metric = scorer.metrics.find((one) => one.name === name)
  if (metric === undefined) return new Map()
  const shown = { instrument: instrumentKey(scorer), metric: name }
  const { counted, leftOut } = seriesOf(context, system, shown, metric)
  const applicable = leftOut.filter(({ best }) => best.denominator > 0)
  return new Map<string, number | 'lost'>([
    ...applicable.map(({ case: id }) => [id, 'lost'] as const),
    ...counted
      .filter(({ denominator }) => denominator > 0)
      .map(({ case: id, numerator, denominator }) => [id, numerator / denominator] as const),
  ])
}

/** 1 for a case at the best value of a figure, else 0. */
function rightOf(context: TrackContext, system: string, shown: ShownFigure): Values {
  const metric = context.metrics.get(`${shown.instrument} ${shown.metric}`)
  if (metric === undefined) return new Map()
  const best = metric.direction === 'higher' ? metric.range[1] : metric.range[0]
  const { counted } = seriesOf(context, system, shown, metric)
  return new Map(
    counted.flatMap(({ case: id, numerator, denominator }) =>
      denominator === 0 ? [] : [[id, numerator / denominator === best ? 1 : 0]],
    ),
  )
}
