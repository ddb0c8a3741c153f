import type { JudgeChain } from '../../core/judge-chain.ts'
import type { PackJudging, PromptPack } from '../../core/prompt-pack.ts'
import { decomposer } from './prompts/decomposer.ts'
import { matchMetrics } from './inference/match-metrics.ts'
import { loadCupidPack } from './prompts/pack.ts'
import { referenceGeneration, referenceInference, type Wording } from './prompts/track-prompts.ts'
import { originalAlignment } from './rubrics/alignment.ts'
import { originalMatch } from './rubrics/original-match.ts'
import { preferenceMatch } from './rubrics/preference-match.ts'

const PREFMATCHER = 'prefmatcher'

/** What is said of the fine-tuned matcher without a pack. */
export const prefMatcherNeeds: PackJudging = {
  name: PREFMATCHER,
  track: 'cupid/inference',
  metrics: matchMetrics.map(({ name }) => name),
  why: "the fine-tuned matcher must be asked in the authors' own words, which Rapport does not ship",
  fix: 'add --prompts <a checkout of the CUPID repository>',
}

/**
 * The prompts of a CUPID checkout, or of a lab in that form, at their places: the two tracks under `reference`, the
 * authors' arithmetic of both instruments, and `prefmatcher`, whose system text is known from a pack only (spec 2.8).
 * @returns null when the folder has none of the files
 * @throws InputError with file and key
 */
export async function cupidPromptPack(folder: string): Promise<PromptPack | null> {
  const pack = await loadCupidPack(folder)
  if (pack === null) return null
  const label: Wording = pack.isPublished ? 'reference' : 'pack'
  const wording = {
    decomposer: pack.decomposer ?? decomposer,
    matcher: pack.matcher,
    examples: pack.matcherExamples,
  }
  const isTuned = !pack.differences.some(({ part }) => part.startsWith('preference_matcher_model'))
  // The model was tuned on one exact text; another one is no test of it, and must not pass under its name.
  const fineTuned: JudgeChain = {
    ...preferenceMatch(
      isTuned ? PREFMATCHER : `${PREFMATCHER}-other-text`,
      { ...wording, matcher: pack.prefMatcher, examples: '' },
      { title: 'Preference match by the fine-tuned matcher in its own input form', maxOutputTokens: 8192 },
    ),
    explicitRoles: ['decomposer'],
  }
  return {
    prompts: new Map([
      ['cupid/inference', referenceInference({ template: pack.inferrer, label })],
      ['cupid/generation', referenceGeneration({ template: pack.generator, label })],
    ]),
    judging: new Map([
      ['cupid/inference', { rubrics: [], chains: [originalMatch(wording), fineTuned] }],
      ['cupid/generation', { rubrics: [originalAlignment(pack.judge)], chains: [] }],
    ]),
  }
}
