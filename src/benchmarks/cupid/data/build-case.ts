import type { Case } from '../../../core/case.ts'
import { hashJson, sha256 } from '../../../core/hash.ts'
import type { CupidGold, CupidInput } from '../shapes.ts'
import { instanceId, type Instance } from './instance-shape.ts'
import type { Rivals } from './rivals.ts'

/** What a system may see: the words of the sessions, never a factor, a preference or the type. */
function inputOf({ current_request, prior_interactions }: Instance): CupidInput {
  return {
    sessions: prior_interactions.map(({ dialogue }) => ({
      dialogue: dialogue.map(({ role, content }) => ({ role, content: content ?? '' })),
    })),
    request: current_request,
  }
}

function goldOf(instance: Instance, { contrasting, superseded }: Rivals): CupidGold {
  return {
    type: instance.instance_type,
    factor: instance.current_context_factor,
    preference: instance.current_contextual_preference,
    checklist: instance.current_checklist,
    sessions: instance.prior_interactions.map(({ context_factor, contextual_preference }) => ({
      factor: context_factor,
      preference: contextual_preference,
    })),
    contrasting,
    superseded,
  }
}

export interface CaseFacts {
  readonly rivals: Rivals
  readonly tags: Case['tags']
  readonly skip: string | null
}

/** Turns an instance into a case; both tracks have the same ones. */
export function buildCase(instance: Instance, { rivals, tags, skip }: CaseFacts): Case {
  const id = instanceId(instance)
  const input = inputOf(instance)
  const gold = goldOf(instance, rivals)
  return {
    id,
    hash: hashJson({ input, gold }),
    cluster: instance.persona_id,
    input,
    gold,
    // The id tells persona and type, which nothing under test may see (spec 1.1).
    row: {
      benchmark_id: `case-${sha256(id).slice(0, 16)}`,
      current_request: input.request,
      prior_interactions: input.sessions,
    },
    tags,
    weight: 1,
    recordings: {},
    ...(skip === null ? {} : { skip }),
  }
}
