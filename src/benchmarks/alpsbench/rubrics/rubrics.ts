import type { Rubric } from '../../../core/judge.ts'
import type { GoldKey } from '../scoring/memory-lists.ts'
import type { Ability } from '../shapes.ts'
import { judgeConstraint, judgePersona, judgePreference, judgeReality } from './abilities.ts'
import {
  judgeConstraintFields,
  judgeEmotionFields,
  judgeInteractionFields,
  judgePersonaFields,
  judgePreferenceFields,
} from './ability-fields.ts'
import { judgeEmotion } from './emotion.ts'
import { judgeMemoryMatch } from './memory-match.ts'
import { judgePenalty } from './penalty.ts'

/** Rubrics of a track of memory lists, the default one first. */
export function memoryRubrics(goldKey: GoldKey): readonly Rubric[] {
  return [judgePenalty(goldKey, 'record'), judgePenalty(goldKey, 'strict'), judgeMemoryMatch(goldKey)]
}

/** Rubrics of the utilization tracks, the published criterion first. */
export const abilityRubrics: Readonly<Record<Ability, readonly Rubric[]>> = {
  persona: [judgePersona, judgePersonaFields],
  preference: [judgePreference, judgePreferenceFields, judgeInteractionFields],
  reality: [judgeReality],
  constraint: [judgeConstraint, judgeConstraintFields],
  emotion: [judgeEmotion, judgeEmotionFields],
}
