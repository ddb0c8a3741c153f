import { respondParseScore } from '../../../core/respond-parse-score.ts'
import { rowContract } from '../../../core/row-contract.ts'
import { cupidAudit } from '../audit/audit-view.ts'
import type { Track } from '../../../core/track.ts'
import { trackScorers } from '../../../core/track-scorers.ts'
import { generationMemory } from '../memory/plan.ts'
import { generationPrompts } from '../prompts/track-prompts.ts'
import { publishedResults } from '../published.ts'
import { ownOriginalAlignment, strictAlignment } from '../rubrics/alignment.ts'
import { generationSettings } from '../settings/settings.ts'
import { cupidReading } from '../track-reading.ts'
import { generationView } from '../views/view.ts'
import { generationBaselines } from './baselines.ts'
import { parseGeneration } from './parse.ts'

const id = 'cupid/generation'
const version = '1'

/** Answer a new request so that the preference is met which the earlier sessions show (spec 2.4). */
export const generationTrack: Track = {
  id,
  benchmark: 'cupid',
  title: 'Answering so that the preference is met',
  version,
  headline: { none: 'answers are free text: name a judge with --judge' },
  publishedFigure: null,
  publishedResults: publishedResults.filter(({ track }) => track === id),
  baselines: generationBaselines,
  prompts: generationPrompts,
  stages: respondParseScore({ id, version, parse: parseGeneration }),
  ...trackScorers(id, {}),
  rubrics: [strictAlignment, ownOriginalAlignment],
  settings: generationSettings,
  memory: generationMemory,
  auditView: cupidAudit,
  caseView: generationView,
  ...cupidReading,
  placement: {
    floor: 'history:none+',
    ceilings: ['history:oracle-preference+', 'history:oracle-strict+'],
  },
  parse: parseGeneration,
  ...rowContract({ answer: 'string' }),
}
