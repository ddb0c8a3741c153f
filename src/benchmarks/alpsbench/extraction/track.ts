import { respondParseScore } from '../../../core/respond-parse-score.ts'
import type { Track } from '../../../core/track.ts'
import { rowContract } from '../../../core/row-contract.ts'
import { memoryFields } from '../contract-fields.ts'
import { extractionPlan } from '../memory/extraction-plan.ts'
import { extractionAudit } from '../audit/audit-view.ts'
import { extractionPerturbations } from '../perturbations/extraction.ts'
import { publishedFor } from '../published.ts'
import { memoryRubrics } from '../rubrics/rubrics.ts'
import { publicExact } from '../scoring/public-exact.ts'
import { researchAlgo } from '../scoring/research-algo.ts'
import { strictMatch } from '../scoring/strict-match.ts'
import { VALUE_ONLY, valueOnly } from '../scoring/value-only.ts'
import { trackScorers } from '../../../core/track-scorers.ts'
import { extractionView } from '../views/list-views.ts'
import { extractionVerification } from '../annotation/verification.ts'
import { extractionBaselines } from './baselines.ts'
import { parseExtraction } from './parse.ts'
import { extractionPrompts } from './prompt.ts'

const id = 'alpsbench/extraction'
const version = '2'

/** Task 1: which memories about the user does a dialogue hold? */
export const extractionTrack: Track = {
  id,
  benchmark: 'alpsbench',
  title: 'Memory extraction',
  version,
  headline: { instrument: 'strict-match', metric: 'f1' },
  publishedFigure: { instrument: 'research-algo', metric: 'score' },
  publishedResults: publishedFor(id),
  baselines: extractionBaselines,
  prompts: extractionPrompts,
  stages: respondParseScore({ id, version, parse: parseExtraction }),
  ...trackScorers(id, {
    'strict-match': () => strictMatch('memory_items'),
    'research-algo': ({ matcher }) => researchAlgo('memory_items', { matcher }),
    'public-exact': () => publicExact('memory_items'),
    [VALUE_ONLY]: () => valueOnly('memory_items'),
  }),
  // `value-only` is for what memory systems store; asked for by name.
  defaultScorers: ['strict-match', 'research-algo', 'public-exact'],
  memory: extractionPlan,
  perturbations: extractionPerturbations,
  auditView: extractionAudit,
  caseView: extractionView,
  verification: extractionVerification,
  rubrics: memoryRubrics('memory_items'),
  parse: parseExtraction,
  ...rowContract(memoryFields),
}
