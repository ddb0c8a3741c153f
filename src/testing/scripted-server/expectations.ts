import { isPersonality, type Personality } from './personalities.ts'

/**
 * What a personality must get on a track of the embedded sample, under one metric: the bounds of the metric as a
 * share of its range (0 worst possible number, 1 the largest; a score of 0-100 is divided by 100), both
 * inclusive, or `unscored` where nothing may be measured.
 */
export interface Expectation {
  readonly personality: Personality
  readonly track: string
  readonly instrument: string
  readonly metric: string
  readonly expected: readonly [low: number, high: number] | 'unscored'
}

type Row = Readonly<Record<Personality, Expectation['expected']>>

const wins = [0.999, 1] as const
const nothing = [0, 0.001] as const
/** Right in part: neither all nor nothing. */
const partly = [0.05, 0.95] as const
const seldom = [0, 0.2] as const

const extraction: Readonly<Record<string, Row>> = {
  'strict-match f1': {
    perfect: wins,
    forgetful: partly,
    hallucinating: partly,
    'copies-everything': [0, 0.3],
    'ignores-memory': nothing,
    'over-applies-memory': partly,
    'stays-in-role': wins,
    'wrong-language': 'unscored',
    'never-updates': wins,
  },
  'strict-match recall': {
    perfect: wins,
    forgetful: partly,
    hallucinating: wins,
    'copies-everything': [0, 0.5],
    'ignores-memory': nothing,
    'over-applies-memory': wins,
    'stays-in-role': wins,
    'wrong-language': 'unscored',
    'never-updates': wins,
  },
  'strict-match precision': {
    perfect: wins,
    forgetful: wins,
    hallucinating: partly,
    'copies-everything': [0, 0.3],
    'ignores-memory': nothing,
    'over-applies-memory': partly,
    'stays-in-role': wins,
    'wrong-language': 'unscored',
    'never-updates': wins,
  },
}

const update: Readonly<Record<string, Row>> = {
  'update-actions action_f1': {
    perfect: wins,
    forgetful: partly,
    hallucinating: partly,
    'copies-everything': [0, 0.4],
    'ignores-memory': partly,
    'over-applies-memory': partly,
    'stays-in-role': wins,
    'wrong-language': 'unscored',
    'never-updates': nothing,
  },
  'update-actions retention_recall': {
    perfect: wins,
    forgetful: partly,
    hallucinating: wins,
    'copies-everything': wins,
    'ignores-memory': seldom,
    'over-applies-memory': seldom,
    'stays-in-role': wins,
    'wrong-language': seldom,
    'never-updates': wins,
  },
  'update-actions modification_recall': {
    perfect: wins,
    forgetful: wins,
    hallucinating: wins,
    'copies-everything': [0, 0.5],
    'ignores-memory': wins,
    'over-applies-memory': wins,
    'stays-in-role': wins,
    'wrong-language': 'unscored',
    'never-updates': nothing,
  },
  'update-actions addition_recall': {
    perfect: wins,
    forgetful: nothing,
    hallucinating: wins,
    'copies-everything': [0, 0.7],
    'ignores-memory': wins,
    'over-applies-memory': wins,
    'stays-in-role': wins,
    'wrong-language': 'unscored',
    'never-updates': nothing,
  },
}

const retrieval: Readonly<Record<string, Row>> = {
  'retrieval-rank accuracy': {
    perfect: wins,
    forgetful: partly,
    hallucinating: nothing,
    'copies-everything': seldom,
    'ignores-memory': seldom,
    'over-applies-memory': wins,
    'stays-in-role': wins,
    'wrong-language': wins,
    'never-updates': wins,
  },
}

const answers: Row = {
  perfect: wins,
  forgetful: partly,
  hallucinating: seldom,
  'copies-everything': [0, 0.4],
  'ignores-memory': seldom,
  'over-applies-memory': wins,
  'stays-in-role': wins,
  'wrong-language': seldom,
  'never-updates': wins,
}

/** The claimed fact, which the published proxy looks at; copying a handed-over memory wins it. */
const claims: Row = {
  perfect: wins,
  forgetful: partly,
  hallucinating: nothing,
  'copies-everything': seldom,
  'ignores-memory': nothing,
  'over-applies-memory': wins,
  'stays-in-role': wins,
  'wrong-language': wins,
  'never-updates': wins,
}

const utilization = (more: Partial<Row>, claimed: Partial<Row> = {}): Readonly<Record<string, Row>> => ({
  'answer-key pass_rate': { ...answers, ...more },
  'public-exact grounding_accuracy': { ...claims, ...claimed },
})

const byTrack: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'alpsbench/extraction': extraction,
  'alpsbench/update': update,
  'alpsbench/retrieval/d100': retrieval,
  'alpsbench/retrieval/d300': retrieval,
  'alpsbench/retrieval/d500': retrieval,
  'alpsbench/retrieval/d700': retrieval,
  'alpsbench/retrieval/d1000': retrieval,
  'alpsbench/utilization/persona': utilization({}, { 'copies-everything': wins }),
  'alpsbench/utilization/preference': utilization({}),
  'alpsbench/utilization/reality': utilization({
    'stays-in-role': nothing,
    'over-applies-memory': nothing,
  }),
  'alpsbench/utilization/constraint': utilization({ 'over-applies-memory': nothing }),
  'alpsbench/utilization/emotion': utilization({}),
}

/** Which personality wins and loses which metric, for every AlpsBench track, on the embedded sample. */
export const expectations: readonly Expectation[] = Object.entries(byTrack).flatMap(([track, figures]) =>
  Object.entries(figures).flatMap(([figure, row]) => {
    const [instrument = '', metric = ''] = figure.split(' ')
    return Object.entries<Expectation['expected']>(row).flatMap(([personality, expected]) =>
      isPersonality(personality) ? [{ personality, track, instrument, metric, expected }] : [],
    )
  }),
)
