import { respondParseScore } from '../../../core/respond-parse-score.ts'
import { rowContract } from '../../../core/row-contract.ts'
import { cupidAudit } from '../audit/audit-view.ts'
import type { Track } from '../../../core/track.ts'
import { trackScorers } from '../../../core/track-scorers.ts'
import { inferenceMemory } from '../memory/plan.ts'
import { inferencePrompts } from '../prompts/track-prompts.ts'
import { publishedResults } from '../published.ts'
import { inferencePerturbations } from '../perturbations/inference.ts'
import { originalMatch } from '../rubrics/original-match.ts'
import { ownWording, strictMatch } from '../rubrics/preference-match.ts'
import { rivalsRubric } from '../rubrics/rivals.ts'
import { inferenceSettings } from '../settings/settings.ts'
import { cupidReading } from '../track-reading.ts'
import { inferenceView } from '../views/view.ts'
import { inferenceBaselines } from './baselines.ts'
import { evidence } from './evidence.ts'
import { lexicalMatch } from './lexical-match.ts'
import { lexicalRivals } from './lexical-rivals.ts'
import { parseInference } from './parse.ts'
import { wordLimit } from './word-limit.ts'

const id = 'cupid/inference'
const version = '1'

/** Infer the one preference that applies to a new request from eight earlier sessions (spec 2.3). */
export const inferenceTrack: Track = {
  id,
  benchmark: 'cupid',
  title: 'Finding the preference that applies now',
  version,
  headline: { instrument: 'lexical-match', metric: 'f1' },
  publishedFigure: null,
  publishedResults: publishedResults.filter(({ track }) => track === id),
  baselines: inferenceBaselines,
  prompts: inferencePrompts,
  stages: respondParseScore({ id, version, parse: parseInference }),
  ...trackScorers(id, {
    'lexical-match': () => lexicalMatch,
    'lexical-rivals': () => lexicalRivals,
    evidence: () => evidence,
    'word-limit': () => wordLimit,
  }),
  chains: [strictMatch, originalMatch(ownWording)],
  rubrics: [rivalsRubric],
  settings: inferenceSettings,
  memory: inferenceMemory,
  auditView: cupidAudit,
  caseView: inferenceView,
  perturbations: inferencePerturbations,
  ...cupidReading,
  placement: { floor: 'history:none+', ceilings: ['oracle', 'history:oracle-strict+'] },
  beyondScore: [
    {
      instrument: 'lexical-rivals',
      metrics: ['change_adopted', 'stale', 'contrast_error'],
      unless: 'rivals',
    },
    {
      instrument: 'rivals',
      metrics: ['change_adopted', 'stale', 'contrast_error'],
    },
    {
      instrument: 'evidence',
      metrics: ['evidence_precision', 'evidence_recall'],
    },
  ],
  correlatesWith: 'cupid/generation',
  parse: parseInference,
  ...rowContract({ preference: 'string', evidence_sessions: 'array or null, or absent' }),
}
