import { respondParseScore } from '../../../core/respond-parse-score.ts'
import type { Track } from '../../../core/track.ts'
import { rowContract } from '../../../core/row-contract.ts'
import { retrievalFields } from '../contract-fields.ts'
import { retrievalPlan } from '../memory/retrieval-plan.ts'
import { retrievalAudit } from '../audit/audit-view.ts'
import { retrievalPerturbations } from '../perturbations/retrieval.ts'
import { publishedFor } from '../published.ts'
import { judgeUsage } from '../rubrics/usage.ts'
import { retrievalLevels, type RetrievalLevel } from '../shapes.ts'
import { trackScorers } from '../../../core/track-scorers.ts'
import { retrievalView } from '../views/query-views.ts'
import { retrievalBaselines } from './baselines.ts'
import { parseRetrieval } from './parse.ts'
import { retrievalPrompts } from './prompt.ts'
import { publicExactRetrieval } from './public-exact.ts'
import { retrievalRank } from './retrieval-rank.ts'

const version = '2'

/** The retrieval track with one gold memory among `level` distractors (spec 2.5). */
function retrievalTrack(level: RetrievalLevel): Track {
  const id = `alpsbench/retrieval/d${level}`
  return {
    id,
    benchmark: 'alpsbench',
    title: `Retrieval among ${level} distractors`,
    version,
    headline: { instrument: 'retrieval-rank', metric: 'accuracy' },
    publishedFigure: { instrument: 'public-exact', metric: 'accuracy' },
    publishedResults: publishedFor(id),
    baselines: retrievalBaselines,
    prompts: retrievalPrompts,
    stages: respondParseScore({ id, version, parse: parseRetrieval }),
    ...trackScorers(id, { 'retrieval-rank': retrievalRank, 'public-exact': publicExactRetrieval }),
    memory: retrievalPlan,
    perturbations: retrievalPerturbations,
    auditView: retrievalAudit,
    caseView: retrievalView,
    rubrics: [judgeUsage],
    parse: parseRetrieval,
    ...rowContract(retrievalFields),
  }
}

/** The five retrieval tracks, by rising number of distractors. */
export const retrievalTracks: readonly Track[] = retrievalLevels.map((level) => retrievalTrack(level))
