import { tracks } from '../../registry/benchmarks.ts'
import type { Personality } from '../../testing/scripted-server/index.ts'

/** Who is best and who is worst under a metric of a track of the sample, and figures that follow by hand. */
export interface Ranking {
  readonly tracks: readonly string[]
  /** Such as `strict-match f1`. */
  readonly figure: string
  /** Whoever shares the best figure, and whoever shares the worst; nobody else does. */
  readonly best: readonly Personality[]
  readonly worst: readonly Personality[]
  /** Nobody can be measured under it. */
  readonly unscored?: readonly Personality[]
  readonly exact?: Partial<Readonly<Record<Personality, number>>>
  readonly why: string
}

const under = (prefix: string): readonly string[] =>
  tracks.map(({ id }) => id).filter((id) => `${id}/`.startsWith(`alpsbench/${prefix}/`))

/** Personalities that differ from the perfect one on other tracks only. */
const memoryAces = ['perfect', 'stays-in-role', 'never-updates'] as const
const updateAces = ['perfect', 'stays-in-role'] as const
/** They find the memory; what else they do is said in the answer. */
const finders = [
  'perfect',
  'over-applies-memory',
  'stays-in-role',
  'wrong-language',
  'never-updates',
] as const

/**
 * Argued from the descriptions of the personalities and the definitions of the metrics; `why` is the argument. Rows
 * were settled with runs at hand, so they are no predictions.
 */
export const rankings: readonly Ranking[] = [
  {
    tracks: under('extraction'),
    figure: 'strict-match precision',
    best: [...memoryAces, 'forgetful'],
    worst: ['ignores-memory'],
    unscored: ['wrong-language'],
    exact: { hallucinating: 1 / 2, 'over-applies-memory': 1 / 2 },
    why: 'a forgetful model says nothing wrong; one false item for each right one makes a half; no item, no precision',
  },
  {
    tracks: under('extraction'),
    figure: 'strict-match recall',
    best: [...memoryAces, 'hallucinating', 'over-applies-memory'],
    worst: ['ignores-memory'],
    unscored: ['wrong-language'],
    why: 'false items beside the right ones cost no recall',
  },
  {
    tracks: under('extraction'),
    figure: 'strict-match f1',
    best: memoryAces,
    worst: ['ignores-memory'],
    unscored: ['wrong-language'],
    exact: { hallucinating: 2 / 3, 'over-applies-memory': 2 / 3 },
    why: '2n / (n + 2n) for as many false items as right ones; words tell nothing across languages',
  },
  {
    tracks: under('extraction'),
    figure: 'research-algo missing_rate',
    best: [
      'perfect',
      'hallucinating',
      'over-applies-memory',
      'stays-in-role',
      'wrong-language',
      'never-updates',
    ],
    worst: ['ignores-memory'],
    exact: { 'ignores-memory': 1 },
    why: 'equal labels alone make a pair, so another language misses nothing: why this is no headline',
  },
  {
    tracks: under('update'),
    figure: 'update-actions action_f1',
    best: updateAces,
    worst: ['never-updates'],
    unscored: ['wrong-language'],
    exact: { hallucinating: 2 / 3, 'never-updates': 0 },
    why: 'each case changes two memories: two invented ones give 2 · 2 / (2 + 4); doing nothing is worth nothing',
  },
  {
    tracks: under('update'),
    figure: 'update-actions addition_recall',
    best: [...updateAces, 'hallucinating', 'ignores-memory', 'over-applies-memory'],
    worst: ['forgetful', 'never-updates'],
    unscored: ['wrong-language'],
    why: 'the forgetful one keeps corrections only; whoever loses old memories still adds the new one',
  },
  {
    tracks: under('update'),
    figure: 'update-actions modification_recall',
    best: [...updateAces, 'forgetful', 'hallucinating', 'ignores-memory', 'over-applies-memory'],
    worst: ['copies-everything', 'never-updates'],
    unscored: ['wrong-language'],
    why: 'a replacement beside its stale original is no modification',
  },
  {
    tracks: under('update'),
    figure: 'update-actions retention_recall',
    best: [...updateAces, 'hallucinating', 'copies-everything', 'never-updates'],
    worst: ['ignores-memory', 'over-applies-memory', 'wrong-language'],
    why: 'who hands back the old list keeps all of it; a translated or overwritten memory is not kept',
  },
  {
    tracks: under('update'),
    figure: 'update-actions stale_retention',
    best: [
      ...updateAces,
      'forgetful',
      'hallucinating',
      'ignores-memory',
      'over-applies-memory',
      'wrong-language',
    ],
    worst: ['copies-everything', 'never-updates'],
    exact: { 'never-updates': 1, 'copies-everything': 1 },
    why: 'lower is better; only whole copies of the old list hold what was contradicted',
  },
  {
    tracks: under('update'),
    figure: 'update-actions invented_rate',
    best: [...updateAces, 'forgetful', 'ignores-memory', 'over-applies-memory', 'never-updates'],
    worst: ['copies-everything'],
    unscored: ['wrong-language'],
    why: 'lower is better; two invented items are fewer than all turns of the user taken for memories',
  },
  {
    tracks: under('update'),
    figure: 'public-exact exact_match',
    best: updateAces,
    worst: [
      'forgetful',
      'hallucinating',
      'copies-everything',
      'ignores-memory',
      'over-applies-memory',
      'wrong-language',
      'never-updates',
    ],
    exact: { perfect: 1, 'never-updates': 0 },
    why: 'one item too few, too many or in other words is no exact match',
  },
  ...['retrieval-rank accuracy', 'public-exact accuracy'].map((figure): Ranking => ({
    tracks: under('retrieval'),
    figure,
    best: finders,
    worst: ['hallucinating', 'copies-everything', 'ignores-memory'],
    exact: { perfect: 1, hallucinating: 0, 'ignores-memory': 0 },
    why: 'only the selected id counts: an invented id, the first candidate and a wrong one are equally wrong',
  })),
  ...['persona', 'preference', 'emotion'].map((ability): Ranking => ({
    tracks: under(`utilization/${ability}`),
    figure: 'answer-key pass_rate',
    best: ['perfect', 'over-applies-memory', 'stays-in-role', 'never-updates'],
    worst: ['hallucinating', 'copies-everything', 'ignores-memory', 'wrong-language'],
    exact: { perfect: 1, hallucinating: 0, 'ignores-memory': 0 },
    why: 'the answer itself has to rest on the memory',
  })),
  {
    tracks: under('utilization/reality'),
    figure: 'answer-key pass_rate',
    best: ['perfect', 'never-updates'],
    worst: [
      'hallucinating',
      'copies-everything',
      'ignores-memory',
      'over-applies-memory',
      'stays-in-role',
      'wrong-language',
    ],
    exact: { perfect: 1, 'stays-in-role': 0, 'over-applies-memory': 0 },
    why: 'fiction in the answer fails it, whatever else it says',
  },
  {
    tracks: under('utilization/constraint'),
    figure: 'answer-key pass_rate',
    best: ['perfect', 'stays-in-role', 'never-updates'],
    worst: ['hallucinating', 'copies-everything', 'ignores-memory', 'over-applies-memory', 'wrong-language'],
    exact: { perfect: 1, 'over-applies-memory': 0 },
    why: 'what the user ruled out fails the answer, also at its end',
  },
  {
    tracks: under('utilization/persona'),
    figure: 'public-exact grounding_accuracy',
    best: [...finders, 'copies-everything'],
    worst: ['hallucinating', 'ignores-memory'],
    exact: { 'copies-everything': 1 },
    why: 'looks at the claimed fact only, and a persona row hands that fact over',
  },
  ...['preference', 'reality', 'constraint', 'emotion'].map((ability): Ranking => ({
    tracks: under(`utilization/${ability}`),
    figure: 'public-exact grounding_accuracy',
    best: finders,
    worst: ['hallucinating', 'copies-everything', 'ignores-memory'],
    exact: { perfect: 1, 'wrong-language': 1 },
    why: 'looks at the claimed fact only: bad answers with the right claim win, copies of a dialogue do not',
  })),
]
