import { z } from 'zod'
import type { CallContext } from '../../core/call-context.ts'
import { contentHash } from '../../core/hash.ts'
import { knownJson, type Json } from '../../core/json.ts'
import type { AnswerPlan } from '../../core/memory-plan.ts'
import { retrievedSchema } from '../../core/memory-record.ts'
import type { MemoryItem } from '../../core/memory.ts'
import { fraction } from '../../core/metric-kit.ts'
import type { MetricDefinition } from '../../core/metric.ts'
import { instrumentKey, type Instrument, type ScoreResult } from '../../core/scorer.ts'
import type { InstrumentStage, JudgedInstrument, JudgeStage, StageInput } from '../../core/stage.ts'
import type { InputSystem } from '../../core/system.ts'
import type { Track } from '../../core/track.ts'
import { isOwnFault } from './guarded.ts'
import { carriers } from './ledger.ts'
import { answer } from './respond-stage.ts'

export const USAGE_TEST = 'memory-usage'

const metrics: readonly MetricDefinition[] = [
  {
    name: 'used',
    description:
      'Answers that change without the evidence, less those that change when asked again unchanged',
    aggregate: 'mean',
    direction: 'higher',
    range: [-1, 1],
  },
  {
    name: 'changed_without',
    description: 'Answers that change when the evidence is taken out of what is shown',
    aggregate: 'mean',
    direction: 'higher',
    range: [0, 1],
    binary: true,
  },
  {
    name: 'changed_again',
    description: 'Answers that change when the same is asked once more',
    aggregate: 'mean',
    direction: 'lower',
    range: [0, 1],
    binary: true,
  },
]

const askedSchema = z.object({ said: z.string().nullable() })
const parsedSchema = z.object({ prediction: knownJson })

export interface UsageTestOptions {
  readonly track: Pick<Track, 'parse'>
  readonly plan: AnswerPlan
  /** Asked as the system under test asks, under a purpose of its own; by id of the system. */
  readonly answerers: ReadonlyMap<string, InputSystem>
}

/**
 * Whether an answer rests on the evidence that was shown: it is asked again without the evidence, and once more
 * unchanged, as another sample. Two answers are the same when they have the same words in the same order, whatever
 * their case and punctuation. Applies where the evidence was shown.
 */
export function usageTest({ track, plan, answerers }: UsageTestOptions): JudgedInstrument[] {
  return [...answerers].map(([system, answerer]) => usageTestOf(system, answerer, track, plan))
}

function usageTestOf(
  system: string,
  answerer: InputSystem,
  track: Pick<Track, 'parse'>,
  plan: AnswerPlan,
): JudgedInstrument {
  const instrument: Instrument = {
    name: USAGE_TEST,
    version: '1',
    options: {},
    metrics,
    bounds: () => {
      const open = { worst: fraction(0, 0), best: fraction(0, 0) }
      return { used: open, changed_without: open, changed_again: open }
    },
  }
  const key = instrumentKey(instrument)
  const seen: JudgeStage['seen'] = ({ input, gold }) => ({
    input: contentHash(input),
    gold: contentHash(gold),
  })
  const asking = (
    name: string,
    change: (items: readonly MemoryItem[], taken: ReadonlySet<string>) => readonly MemoryItem[],
  ): JudgeStage => ({
    kind: 'judge',
    name,
    instrument: key,
    version: '1',
    needs: ['retrieve', 'parse'],
    settings: { plan: plan.version, answerer: answerer.identity, asked: name },
    seen,
    async run({ subject, upstream, context }): Promise<Json> {
      const { shown, query } = retrievedSchema.parse(upstream['retrieve'])
      const taken = new Set(carriers(plan, shown, plan.evidence(subject)))
      if (taken.size === 0) return { said: null }
      const again: CallContext = { ...context, fresh: `${context.fresh ?? ''} ${USAGE_TEST} ${name}`.trim() }
      try {
        const response = await answer({ plan, answerer }, subject.input, query, change(shown, taken), again)
        return { said: plan.said(track.parse(response, subject.input).prediction) }
      } catch (error) {
        if (isOwnFault(error)) return { said: null }
        throw error
      }
    },
  })
  const last: InstrumentStage = {
    kind: 'instrument',
    name: 'score',
    instrument: key,
    scorer: instrument,
    version: '1',
    needs: ['parse', 'without', 'again'],
    settings: { scorer: USAGE_TEST, plan: plan.version },
    seen,
    async run(input) {
      return compared(plan, input)
    },
  }
  return {
    ...instrument,
    only: [system],
    stages: [
      asking('without', (items, taken) => items.filter(({ id }) => !taken.has(id))),
      asking('again', (items) => items),
      last,
    ],
  }
}

function compared(plan: AnswerPlan, { upstream }: StageInput): ScoreResult {
  const first = wordsOf(plan.said(parsedSchema.parse(upstream['parse']).prediction))
  const said = (name: string): string | null => {
    const text = askedSchema.parse(upstream[name]).said
    return text === null ? null : wordsOf(text)
  }
  const [without, again] = [said('without'), said('again')]
  if (without === null || again === null) {
    const none = fraction(0, 0)
    return { metrics: { used: none, changed_without: none, changed_again: none } }
  }
  const [changed, anyway] = [without === first ? 0 : 1, again === first ? 0 : 1]
  return {
    metrics: {
      used: fraction(changed - anyway),
      changed_without: fraction(changed),
      changed_again: fraction(anyway),
    },
  }
}

/** A text without case, punctuation and spacing. */
export function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
