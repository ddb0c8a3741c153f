import type { Expectation } from './expectations.ts'
import { isPersonality, type Personality } from './personalities.ts'

type Row = Partial<Readonly<Record<Personality, readonly [low: number, high: number]>>>

const passes = [0.8, 1] as const
const fails = [0, 0.2] as const

/** Where a rubric tells personalities apart; a lexical judge is no oracle, so the bounds are wide. */
const byTrack: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'alpsbench/extraction': {
    'judge-penalty score': {
      perfect: [0.95, 1],
      forgetful: [0, 0.7],
      hallucinating: [0, 0.7],
      'ignores-memory': fails,
      'wrong-language': fails,
    },
  },
  'alpsbench/update': {
    'judge-penalty score': {
      perfect: [0.95, 1],
      forgetful: [0, 0.7],
      'ignores-memory': [0, 0.5],
      'never-updates': [0.2, 0.85],
    },
  },
  'alpsbench/retrieval/d100': {
    'judge-usage score': {
      perfect: [0.95, 1],
      forgetful: [0.2, 0.8],
      hallucinating: fails,
      'ignores-memory': fails,
    },
  },
  'alpsbench/utilization/persona': {
    'judge-persona pass_rate': {
      perfect: passes,
      'copies-everything': fails,
      hallucinating: fails,
      'ignores-memory': fails,
      'wrong-language': fails,
    },
  },
  'alpsbench/utilization/preference': {
    'judge-preference pass_rate': {
      perfect: passes,
      hallucinating: fails,
      'ignores-memory': fails,
      'wrong-language': fails,
    },
  },
  'alpsbench/utilization/reality': {
    'judge-reality pass_rate': { perfect: passes, 'stays-in-role': fails },
  },
  'alpsbench/utilization/constraint': {
    'judge-constraint pass_rate': { perfect: passes, 'over-applies-memory': fails },
  },
  'alpsbench/utilization/emotion': {
    'judge-emotion mean': {
      perfect: [0.75, 1],
      hallucinating: [0.2, 0.4],
      'ignores-memory': [0.2, 0.4],
    },
    'judge-emotion resonation': {
      perfect: [0.75, 1],
      hallucinating: [0.2, 0.4],
      'ignores-memory': [0.2, 0.4],
    },
  },
}

/** Which personality wins and loses which judged metric on the embedded sample, judged by `judge-fair`. */
export const judgedExpectations: readonly Expectation[] = Object.entries(byTrack).flatMap(
  ([track, figures]) =>
    Object.entries(figures).flatMap(([figure, row]) => {
      const [instrument = '', metric = ''] = figure.split(' ')
      return Object.entries(row).flatMap(([personality, expected]) =>
        isPersonality(personality) ? [{ personality, track, instrument, metric, expected }] : [],
      )
    }),
)
