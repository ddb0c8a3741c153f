import { respondParseScore } from '../../../core/respond-parse-score.ts'
import type { Track } from '../../../core/track.ts'
import { rowContract } from '../../../core/row-contract.ts'
import { utilizationFields } from '../contract-fields.ts'
import { utilizationPlan } from '../memory/utilization-plan.ts'
import { utilizationAudit } from '../audit/audit-view.ts'
import { utilizationPerturbations } from '../perturbations/utilization.ts'
import { publishedFor } from '../published.ts'
import { abilityRubrics } from '../rubrics/rubrics.ts'
import { abilities, type Ability } from '../shapes.ts'
import { trackScorers } from '../../../core/track-scorers.ts'
import { answerKey } from './answer-key.ts'
import { utilizationView } from '../views/query-views.ts'
import { utilizationBaselines } from './baselines.ts'
import { parseUtilization } from './parse.ts'
import { utilizationPrompts } from './prompt.ts'
import { publicExactUtilization } from './public-exact.ts'

const version = '2'

const titles: Readonly<Record<Ability, string>> = {
  persona: 'Using facts about the user',
  preference: 'Following preferences',
  reality: 'Telling fiction from the user',
  constraint: 'Respecting constraints',
  emotion: 'Emotional intelligence',
}

/** The utilization track of an ability: an answer that shows knowledge of the user (spec 2.7). */
function utilizationTrack(ability: Ability): Track {
  const id = `alpsbench/utilization/${ability}`
  return {
    id,
    benchmark: 'alpsbench',
    title: titles[ability],
    version,
    headline: { instrument: 'answer-key', metric: 'pass_rate' },
    publishedFigure: { instrument: 'public-exact', metric: 'grounding_accuracy' },
    publishedResults: publishedFor(id),
    baselines: utilizationBaselines,
    prompts: utilizationPrompts(ability),
    stages: respondParseScore({ id, version, parse: parseUtilization }),
    ...trackScorers(id, { 'answer-key': answerKey, 'public-exact': publicExactUtilization }),
    rubrics: abilityRubrics[ability],
    memory: utilizationPlan(ability),
    perturbations: utilizationPerturbations,
    auditView: utilizationAudit(ability),
    caseView: utilizationView,
    parse: parseUtilization,
    ...rowContract(utilizationFields),
  }
}

/** The five utilization tracks, in the order of the benchmark's abilities. */
export const utilizationTracks: readonly Track[] = abilities.map((ability) => utilizationTrack(ability))
