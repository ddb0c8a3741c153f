import { respondParseScore } from '../../core/respond-parse-score.ts'
import { rowContract } from '../../core/row-contract.ts'
import type { Track } from '../../core/track.ts'
import { trackScorers } from '../../core/track-scorers.ts'
import { applyKey } from './apply-key.ts'
import { overuseAudit } from './audit-view.ts'
import { overuseBaselines } from './baselines.ts'
import { parseOveruse } from './parse.ts'
import { overusePrompts } from './prompt.ts'
import { overuseView } from './view.ts'

export const TRACK = 'overuse/apply'
const version = '1'

/** Apply a memory where it is due, and leave it alone where it is not. */
export const applyTrack: Track = {
  id: TRACK,
  benchmark: 'overuse',
  title: 'Applying memories when due, and only then',
  version,
  headline: {
    none: 'whoever always applies has every hit and every false alarm; d′ tells them apart and stands in a table of its own',
  },
  publishedFigure: null,
  publishedResults: [],
  baselines: overuseBaselines,
  prompts: overusePrompts,
  stages: respondParseScore({ id: TRACK, version, parse: parseOveruse }),
  ...trackScorers(TRACK, { 'apply-key': () => applyKey }),
  rubrics: [],
  parse: parseOveruse,
  ...rowContract({ answer: 'string', used_memory: 'string' }),
  beyondScore: [
    { instrument: 'apply-key', metrics: ['hit_rate', 'false_apply', 'applied', 'sycophancy'] },
    { instrument: 'apply-key', metrics: ['quality', 'follow_rate', 'repetition', 'denied', 'pretended'] },
  ],
  auditView: overuseAudit,
  caseView: overuseView,
  signal: { instrument: 'apply-key', hits: 'hit_rate', falseAlarms: 'false_apply' },
  contrasts: [
    {
      name: 'effect of the memory when due',
      description: 'applied with the memory, less what looks applied without it',
      instrument: 'apply-key',
      metric: 'applied',
      less: 'guess_rate',
    },
    {
      name: 'quality on irrelevant queries',
      description: 'answered with memories shown, less without; below 0 memories did harm',
      instrument: 'apply-key',
      metric: 'quality',
      less: 'quality_without',
    },
    {
      name: 'counterfactual use',
      description:
        'applied when asked again with the same memories, less where the memory was replaced; near 0 the answer does not come from the memory',
      instrument: 'apply-key',
      metric: 'again_rate',
      less: 'kept_rate',
    },
    {
      name: 'changed when asked again',
      description:
        'share of the pairs of which one answer applies the memory and the other, with the memories in another order, does not: order and chance together',
      instrument: 'apply-key',
      metric: 'applied',
      less: 'again_rate',
      flips: true,
    },
  ],
}
