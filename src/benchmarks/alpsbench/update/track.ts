import { respondParseScore } from '../../../core/respond-parse-score.ts'
import type { Track } from '../../../core/track.ts'
import { rowContract } from '../../../core/row-contract.ts'
import { memoryFields } from '../contract-fields.ts'
import { updatePlan } from '../memory/update-plan.ts'
import { updateAudit } from '../audit/audit-view.ts'
import { updatePerturbations } from '../perturbations/update.ts'
import { publishedFor } from '../published.ts'
import { memoryRubrics } from '../rubrics/rubrics.ts'
import { publicExact } from '../scoring/public-exact.ts'
import { researchAlgo } from '../scoring/research-algo.ts'
import { strictMatch } from '../scoring/strict-match.ts'
import { trackScorers } from '../../../core/track-scorers.ts'
import { updateView } from '../views/list-views.ts'
import { updateBaselines } from './baselines.ts'
import { parseUpdate } from './parse.ts'
import { updatePrompts } from './prompt.ts'
import { updateActions } from './update-actions.ts'
import { updateActionsSpec } from './update-actions-spec.ts'

const id = 'alpsbench/update'
const version = '2'

/** Task 2: what becomes of known memories after a new dialogue? */
export const updateTrack: Track = {
  id,
  benchmark: 'alpsbench',
  title: 'Memory update',
  version,
  headline: { instrument: 'update-actions', metric: 'action_f1' },
  publishedFigure: { instrument: 'research-algo', metric: 'score' },
  publishedResults: publishedFor(id),
  baselines: updateBaselines,
  prompts: updatePrompts,
  stages: respondParseScore({ id, version, parse: parseUpdate }),
  ...trackScorers(id, {
    'update-actions': () => updateActions(),
    'research-algo': ({ matcher }) => researchAlgo('answer', { matcher }),
    'public-exact': () => publicExact('answer'),
    'strict-match': () => strictMatch('answer'),
    'update-actions-spec': () => updateActionsSpec(),
  }),
  // The others answer questions of their own; most of a list is copied, which they reward.
  defaultScorers: ['update-actions', 'research-algo', 'public-exact'],
  memory: updatePlan,
  perturbations: updatePerturbations,
  auditView: updateAudit,
  caseView: updateView,
  rubrics: memoryRubrics('answer'),
  parse: parseUpdate,
  ...rowContract(memoryFields),
}
