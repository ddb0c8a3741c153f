import { isPersonality, type Personality } from './personalities.ts'

// Written before the answers. A model is asked a query of utilization with what a memory system found in place of the
// history: once with the words that the right answer rests on among it, once without.

/** Share of the answers that pass the key of the sample, both bounds inclusive. */
export interface RecallExpectation {
  readonly personality: Personality
  readonly ability: string
  /** Whether the shown memories tell what is needed. */
  readonly context: 'has' | 'lacks'
  readonly expected: readonly [low: number, high: number]
}

const all = [0.999, 1] as const
const none = [0, 0.001] as const
const seldom = [0, 0.2] as const
const partly = [0.05, 0.95] as const
/** What is dragged in may say something that the key rejects. */
const spoilt = [0.2, 1] as const

type Row = Readonly<Record<Personality, RecallExpectation['expected']>>

const knowing: Row = {
  perfect: all,
  forgetful: partly,
  hallucinating: seldom,
  'copies-everything': [0, 0.4],
  'ignores-memory': seldom,
  'over-applies-memory': spoilt,
  'stays-in-role': all,
  'wrong-language': seldom,
  'never-updates': all,
}

/** Nobody can answer from what was not found: what passes passes by chance. */
const unknowing: Row = {
  perfect: seldom,
  forgetful: seldom,
  hallucinating: seldom,
  'copies-everything': seldom,
  'ignores-memory': seldom,
  'over-applies-memory': seldom,
  'stays-in-role': seldom,
  'wrong-language': seldom,
  'never-updates': seldom,
}

const has: Readonly<Record<string, Row>> = {
  persona: knowing,
  preference: knowing,
  reality: { ...knowing, 'stays-in-role': none, 'over-applies-memory': none },
  constraint: { ...knowing, 'over-applies-memory': none },
  emotion: knowing,
}

/** Every scripted model on every ability, with and without what it needs. */
export const recallExpectations: readonly RecallExpectation[] = Object.entries(has).flatMap(
  ([ability, known]) =>
    Object.entries({ has: known, lacks: unknowing }).flatMap(([word, row]) =>
      Object.entries(row).flatMap(([personality, expected]) =>
        isPersonality(personality)
          ? [
              {
                personality,
                ability,
                context: word === 'has' ? 'has' : 'lacks',
                expected,
              } satisfies RecallExpectation,
            ]
          : [],
      ),
    ),
)
