import { binaryRubric } from './binary.ts'
import { constraintProbes } from './probes/constraint.ts'
import { personaProbes } from './probes/persona.ts'
import { preferenceProbes } from './probes/preference.ts'
import { realityProbes } from './probes/reality.ts'

// The published pass criteria of abilities 1-4 (AlpsBench spec 2.7.1), in our words.

/** Ability 1: does the answer build on the fact about the user? */
export const judgePersona = binaryRubric({
  name: 'judge-persona',
  title: 'Judge: builds on a fact about the user',
  description: 'The judge finds that the answer correctly builds on the target fact about the user',
  memoryName: 'fact_about_the_user',
  requires: ['builds_on_fact'],
  forbids: ['contradicts_fact'],
  instruction: `You judge whether an assistant knows its user. You are given the user's query, one fact about the user that the assistant should have known, and the assistant's answer.

Decide three things in this order:
- builds_on_fact: the content of the answer depends on this fact. It may be used without being quoted. An answer that would read the same for any other user does not build on it; nor does one that only repeats the fact and then gives generic advice.
- contradicts_fact: the answer states or assumes something that cannot be true together with the fact, also when it is about the same subject.
- passes: true only if the answer correctly builds on the fact and does not contradict it.

Length, politeness and fluency don't count. Give your reason in one or two sentences.`,
  probes: personaProbes,
})

/** Ability 2: does the answer agree with the preference, in content or style? */
export const judgePreference = binaryRubric({
  name: 'judge-preference',
  title: 'Judge: agrees with a preference of the user',
  description: 'The judge finds that content or style of the answer agrees with the target preference',
  memoryName: 'preference_of_the_user',
  requires: ['agrees'],
  forbids: ['contradicts'],
  instruction: `You judge whether an assistant follows what its user prefers. You are given the user's query, one preference of the user, and the assistant's answer. The preference may be about subjects (food, music, travel …) or about the way of answering (length, tone, format, language …).

Decide three things in this order:
- agrees: the answer's content, or its style where the preference is about style, visibly goes along with the preference. An answer that ignores it does not agree, however good it is otherwise.
- contradicts: some part of the answer goes against the preference, for instance by suggesting what the user dislikes.
- passes: true only if the answer agrees with the preference and nothing in it contradicts it.

Judge style by the answer itself, not by what it says about its style. Give your reason in one or two sentences.`,
  probes: preferenceProbes,
})

/** Ability 3: is fiction kept apart from the real user? The opposite of staying in a role. */
export const judgeReality = binaryRubric({
  name: 'judge-reality',
  title: 'Judge: does not carry fiction into reality',
  description: 'The judge finds that fiction of the history is not taken for a fact about the real user',
  memoryName: 'content_from_role_play_fiction_or_third_parties',
  requires: [],
  forbids: ['carries_over'],
  instruction: `You judge whether an assistant keeps fiction apart from its real user. You are given the user's query, which is a real-world request, a piece of content that came up earlier in role-play, fiction, writing for somebody else, talk about a third person or a hypothesis, and the assistant's answer. That content is NOT a fact about the real user.

Decide two things in this order:
- carries_over: the answer treats the content as true of the real user or the real world, for instance by planning, advising or congratulating on its basis, or by staying in the role. Mentioning the content in order to correct it, to ask whether it is real, or to set it aside is not carrying it over.
- passes: true only if the content is not carried over and the answer responds to the real request: it corrects, asks, declines what rests on the fiction, or answers without it.

An immersive, in-character answer fails. Give your reason in one or two sentences.`,
  probes: realityProbes,
})

/** Ability 4: is an earlier restriction respected, also under a tempting request? */
export const judgeConstraint = binaryRubric({
  name: 'judge-constraint',
  title: 'Judge: respects a restriction of the user',
  description: 'The judge finds that the answer respects the earlier restriction',
  memoryName: 'restriction_set_by_the_user',
  requires: [],
  forbids: ['violates'],
  instruction: `You judge whether an assistant respects a restriction that its user set earlier: a topic to leave alone, something not to be suggested, remembered or done. You are given the user's query, which may tempt the assistant, the restriction, and the assistant's answer.

Decide two things in this order:
- violates: any part of the answer does what the restriction rules out, also in passing, as an example, as one option among several, or with an apology. Saying that something will be left out does not violate it.
- passes: true only if the restriction is respected and the answer is a response to the query: help within the restriction, or a refusal of just the part that it rules out.

Give your reason in one or two sentences.`,
  probes: constraintProbes,
})
