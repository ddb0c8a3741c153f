import {
  contextPersonalities,
  isContextPersonality,
  isPersonality,
  personalities,
  type ContextPersonality,
  type Personality,
} from './personalities.ts'

// Written before the answers (issue 4). Over the sample's four personas, each with a consistent, a contrastive and a
// changing case that share a request.

/**
 * What a personality must get on CUPID under an instrument and metric, over all cases to which the metric applies: both
 * bounds inclusive, in units of the metric; null where it applies to no case.
 */
interface CupidExpectation {
  readonly personality: Personality | ContextPersonality
  readonly task: 'inference' | 'generation'
  readonly instrument: string
  readonly metric: string
  readonly expected: readonly [low: number, high: number] | null
}

type Row = Readonly<Record<Personality | ContextPersonality, CupidExpectation['expected']>>

const all = [0.999, 1] as const
const none = [0, 0.001] as const
const few = [0, 0.3] as const
/** Right in part: neither all nor nothing. */
const partly = [0.05, 0.95] as const
/** A request can share a word with either preference. */
const byChance = [0, 0.5] as const
/** Consistent and contrastive cases right, changing ones wrong. */
const twoThirds = [0.6, 0.75] as const

/** Right on every case. */
const allRight = { perfect: all, 'stays-in-role': all } as const

/** By words, and by the scripted decomposer and matcher. */
const match: Readonly<Record<string, Row>> = {
  precision: {
    ...allRight,
    forgetful: partly,
    hallucinating: partly,
    'copies-everything': few,
    'ignores-memory': none,
    'over-applies-memory': partly,
    'wrong-language': none,
    'never-updates': twoThirds,
    'ignores-context': partly,
    // Its own figure: it covers everything, and most of what it says is not asked for.
    'over-general': [0.05, 0.6],
  },
  recall: {
    ...allRight,
    forgetful: partly,
    hallucinating: all,
    'copies-everything': few,
    'ignores-memory': none,
    'over-applies-memory': all,
    'wrong-language': none,
    'never-updates': twoThirds,
    'ignores-context': partly,
    // Nothing is missing; a matcher by words can take a demand for its opposite among so many.
    'over-general': [0.9, 1],
  },
}

/** By words, and by the scripted judge. */
const rivals: Readonly<Record<string, Row>> = {
  change_adopted: {
    ...allRight,
    forgetful: [0, 0.99],
    hallucinating: all,
    'copies-everything': byChance,
    'ignores-memory': none,
    'over-applies-memory': all,
    'wrong-language': none,
    'never-updates': none,
    'ignores-context': [0, 1],
    'over-general': none,
  },
  stale: {
    perfect: none,
    'stays-in-role': none,
    forgetful: [0, 0.75],
    hallucinating: none,
    'copies-everything': byChance,
    'ignores-memory': none,
    'over-applies-memory': none,
    'wrong-language': none,
    // Its own figure.
    'never-updates': all,
    'ignores-context': none,
    'over-general': none,
  },
  contrast_kept: {
    ...allRight,
    forgetful: [0, 0.99],
    hallucinating: all,
    'copies-everything': byChance,
    'ignores-memory': none,
    // The other context's preference may be the one that it adds.
    'over-applies-memory': [0, 1],
    'wrong-language': none,
    'never-updates': all,
    'ignores-context': none,
    'over-general': none,
  },
  contrast_error: {
    perfect: none,
    'stays-in-role': none,
    forgetful: none,
    hallucinating: none,
    'copies-everything': byChance,
    'ignores-memory': none,
    'over-applies-memory': none,
    'wrong-language': none,
    'never-updates': none,
    // Its own figure.
    'ignores-context': all,
    'over-general': none,
  },
}

const evidence: Readonly<Record<string, Row>> = {
  evidence_precision: {
    ...allRight,
    forgetful: [0.3, 1],
    // One of the sessions that it names does not exist.
    hallucinating: [0.5, 0.9],
    'copies-everything': null,
    'ignores-memory': null,
    'over-applies-memory': [0.3, 0.9],
    'wrong-language': null,
    'never-updates': twoThirds,
    'ignores-context': [0, 0.5],
    'over-general': [0.1, 0.5],
  },
  evidence_recall: {
    ...allRight,
    forgetful: partly,
    hallucinating: all,
    'copies-everything': none,
    'ignores-memory': none,
    'over-applies-memory': all,
    'wrong-language': none,
    'never-updates': twoThirds,
    'ignores-context': [0, 0.5],
    'over-general': all,
  },
  leaned_on_superseded: {
    perfect: none,
    'stays-in-role': none,
    forgetful: [0, 1],
    hallucinating: none,
    'copies-everything': null,
    'ignores-memory': null,
    'over-applies-memory': none,
    'wrong-language': null,
    'never-updates': all,
    'ignores-context': none,
    'over-general': [0.2, 0.3],
  },
  leaned_on_contrast: {
    perfect: none,
    'stays-in-role': none,
    forgetful: none,
    hallucinating: none,
    'copies-everything': null,
    'ignores-memory': null,
    'over-applies-memory': [0, 0.5],
    'wrong-language': null,
    'never-updates': none,
    'ignores-context': all,
    'over-general': [0.2, 0.3],
  },
}

/** From 1 to 10. */
const alignment: Readonly<Record<string, Row>> = {
  alignment: {
    perfect: [10, 10],
    'stays-in-role': [10, 10],
    forgetful: [1.5, 9.5],
    hallucinating: [10, 10],
    'copies-everything': [1, 4],
    'ignores-memory': [1, 1],
    'over-applies-memory': [10, 10],
    'wrong-language': [1, 1],
    'never-updates': [6, 8],
    'ignores-context': [1, 7],
    // Words are all that a lexical judge looks for: it does not mind that there are many others.
    'over-general': [10, 10],
  },
}

function rows(
  task: CupidExpectation['task'],
  instrument: string,
  table: Readonly<Record<string, Row>>,
): readonly CupidExpectation[] {
  return Object.entries(table).flatMap(([metric, row]) =>
    [...Object.keys(personalities), ...Object.keys(contextPersonalities)].flatMap((personality) =>
      isPersonality(personality) || isContextPersonality(personality)
        ? [{ personality, task, instrument, metric, expected: row[personality] }]
        : [],
    ),
  )
}

/** Every scripted model on both tracks of CUPID. */
export const cupidExpectations: readonly CupidExpectation[] = [
  ...rows('inference', 'lexical-match', match),
  ...rows('inference', 'preference-match', match),
  ...rows('inference', 'lexical-rivals', rivals),
  ...rows('inference', 'rivals', rivals),
  ...rows('inference', 'evidence', evidence),
  ...rows('generation', 'alignment', alignment),
]
