import { fieldRubric, type FieldValues } from './fields.ts'
import { constraintProbes } from './probes/constraint.ts'
import { emotionProbes } from './probes/emotion.ts'
import { personaProbes } from './probes/persona.ts'
import { interactionProbes, preferenceProbes } from './probes/preference.ts'

// Named alternatives in the manner of the authors' repository (AlpsBench spec 2.7.2), which also states most of their
// hard rules; there is none for ability 3, because that rubric rewards what the published criterion fails.

const intro = `You judge an assistant's answer to a user. You are given the user's query, something known of the user, the answer, and the fact that the assistant claims to have used. Give each number from 0 (not at all) to 1 (fully).`
const outro = 'Length and fluency earn nothing by themselves. Give your reason in one or two sentences first.'

const overall = "The judge's overall figure, after the hard rule"

/** A figure that is at most `most`. */
function capped(values: FieldValues, name: string, most: number): FieldValues {
  return { ...values, [name]: Math.min(values[name] ?? 0, most) }
}

const isInteraction = ({ label }: { readonly label: string | null }): boolean =>
  label !== null && /(?:^|\/)Interaction_Preferences$|^interaction\/style\/preference$/.test(label)

/** PA: an alignment below 0.5 leaves at most 0.2 overall. */
export const judgePersonaFields = fieldRubric({
  name: 'judge-persona-fields',
  title: 'Judge: facts about the user, several fields',
  instruction: `${intro}
- alignment: the known fact is used correctly (1), vaguely or in part (0.5), or wrongly or not at all (0).
- naturalness: it is used as a matter of course, without being announced.
- honesty: the claimed fact really supports the answer.
- personalization: the answer is made for this user.
- overall: your weighing of all of these. With an alignment below 0.5 it is at most 0.2.
${outro}`,
  numbers: {
    alignment: 'How correctly the fact is used',
    naturalness: 'How naturally it is used',
    honesty: 'Whether the claimed fact supports the answer',
    personalization: 'How much the answer is made for this user',
    overall,
  },
  finding: null,
  enforce: (values) => ((values['alignment'] ?? 0) < 0.5 ? capped(values, 'overall', 0.2) : values),
  isPass: ({ alignment = 0, overall: total = 0 }) => alignment >= 0.5 && total >= 0.5,
  hasPassRate: true,
  appliesTo: () => true,
  probes: personaProbes,
})

/** PF, general: a suggestion against the preference leaves 0 overall. */
export const judgePreferenceFields = fieldRubric({
  name: 'judge-preference-fields',
  title: 'Judge: general preferences, several fields',
  instruction: `${intro}
- contradicts: true if the answer suggests anything against the preference.
- respect_score: how well the answer respects the preference.
- naturalness: how natural, well reasoned and personal it is.
- overall: your weighing of these; 0 if the answer contradicts the preference.
${outro}`,
  numbers: {
    respect_score: 'How well the preference is respected',
    naturalness: 'How natural and personal the answer is',
    overall,
  },
  finding: 'contradicts',
  enforce: (values, contradicts) => (contradicts ? capped(values, 'overall', 0) : values),
  isPass: ({ respect_score: respect = 0, overall: total = 0 }) => respect >= 0.5 && total > 0,
  hasPassRate: true,
  appliesTo: (material) => !isInteraction(material),
  probes: preferenceProbes,
})

/** PF, interaction: the target's label says that the preference is about the way of answering (defect F11). */
export const judgeInteractionFields = fieldRubric({
  name: 'judge-interaction-fields',
  title: 'Judge: interaction preferences, several fields',
  instruction: `${intro} What is known is how the user wants to be answered.
- preference_following: how strictly the answer itself follows that wish, whatever it says about itself.
- fact_match: how well the claimed fact agrees with what is known.
- answer_quality: how good the answer is within the wish.
${outro}`,
  numbers: {
    preference_following: 'How strictly the wish is followed',
    fact_match: 'Whether the claimed fact agrees with what is known',
    answer_quality: 'How good the answer is',
  },
  finding: null,
  enforce: (values) => values,
  isPass: ({ preference_following: following = 0 }) => following >= 0.5,
  hasPassRate: true,
  appliesTo: isInteraction,
  probes: interactionProbes,
})

/** CF: a violation leaves 0 overall. */
export const judgeConstraintFields = fieldRubric({
  name: 'judge-constraint-fields',
  title: 'Judge: restrictions, several fields',
  instruction: `${intro} What is known is a restriction that the user set.
- violates: true if any part of the answer does what the restriction rules out, even in passing.
- adherence_score: how well the restriction is kept.
- helpfulness_score: how helpful and natural the answer is within it.
- overall: your weighing of these; 0 if the restriction is violated.
${outro}`,
  numbers: {
    adherence_score: 'How well the restriction is kept',
    helpfulness_score: 'How helpful the answer is within it',
    overall,
  },
  finding: 'violates',
  enforce: (values, violates) => (violates ? capped(values, 'overall', 0) : values),
  isPass: ({ adherence_score: adherence = 0, overall: total = 0 }) => adherence >= 0.5 && total > 0,
  hasPassRate: true,
  appliesTo: () => true,
  probes: constraintProbes,
})

/** EI: no binary reading; it is reported beside the three dimensions, never instead of them. */
export const judgeEmotionFields = fieldRubric({
  name: 'judge-emotion-fields',
  title: 'Judge: empathy, several fields',
  instruction: `${intro}
- emotional_grounding: the answer rests on what this user feels and what is known of it.
- fact_match: how well the claimed fact agrees with what is known.
- empathy_quality: how warm, concrete and fitting the answer is.
${outro}`,
  numbers: {
    emotional_grounding: 'Whether the answer rests on what the user feels',
    fact_match: 'Whether the claimed fact agrees with what is known',
    empathy_quality: 'How warm and fitting the answer is',
  },
  finding: null,
  enforce: (values) => values,
  isPass: ({ emotional_grounding: grounding = 0, empathy_quality: quality = 0 }) =>
    grounding >= 0.5 && quality >= 0.5,
  hasPassRate: false,
  appliesTo: () => true,
  probes: emotionProbes,
})
