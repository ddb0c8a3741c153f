import type { ChatMessage } from '../../../core/model.ts'
import { decomposer } from '../prompts/decomposer.ts'
import { referenceGenerator } from '../prompts/generator.ts'
import { referenceInferrer } from '../prompts/inferrer.ts'
import { referenceJudge } from '../prompts/judge.ts'
import { matcher, matcherExamples, prefMatcherUser } from '../prompts/matcher.ts'
import { fill, fillTemplate, literal, type Template } from '../prompts/template.ts'
import { renderLog, type LogSession } from './log.ts'

/** Models that the original code names itself (spec 2.8, 2.12). */
export const ORIGINAL_DECOMPOSER = 'gpt-4o-2024-11-20'
export const PREF_MATCHER = 'kixlab/prefmatcher-7b'

/** The prompts of an original evaluation. */
export interface OriginalWording {
  readonly inferrer: Template
  readonly generator: Template
  readonly decomposer: Template
  readonly matcher: Template
  readonly matcherExamples: string
  /** The system text that the fine-tuned matcher was trained with comes from a prompt pack (spec 2.8). */
  readonly prefMatcher: Template
  readonly judge: Template
}

/** Our words for the authors' intents. */
export const referenceWording: OriginalWording = {
  inferrer: referenceInferrer,
  generator: referenceGenerator,
  decomposer,
  matcher,
  matcherExamples,
  prefMatcher: { ...matcher, user: prefMatcherUser },
  judge: referenceJudge,
}

/** A call as the original code makes it; temperature is 0 for all (spec 2.12). */
export interface OriginalRequest {
  /** null: the evaluated model. */
  readonly model: string | null
  readonly messages: readonly ChatMessage[]
  readonly temperature: 0
  readonly maxOutputTokens: number
}

/** What the evaluated model is shown. */
export interface Shown {
  readonly sessions: readonly LogSession[]
  readonly request: string
}

const request = (
  model: string | null,
  messages: readonly ChatMessage[],
  maxOutputTokens = 8192,
): OriginalRequest => ({ model, messages, temperature: 0, maxOutputTokens })

/** Step I1 of spec 2.1: which preference applies. */
export function inferenceRequest(
  { sessions, request: asked }: Shown,
  wording = referenceWording,
): OriginalRequest {
  return request(null, fillTemplate(wording.inferrer, { log: renderLog(sessions), request: asked }))
}

/** Step G1: the answer. */
export function generationRequest(
  { sessions, request: asked }: Shown,
  wording = referenceWording,
): OriginalRequest {
  return request(null, fillTemplate(wording.generator, { log: renderLog(sessions), request: asked }))
}

/** Step I2: the inferred preference as a checklist; its model is fixed (spec 5.3, D16). */
export function decomposerRequest(preference: string, wording = referenceWording): OriginalRequest {
  return request(ORIGINAL_DECOMPOSER, fillTemplate(wording.decomposer, { preference }), 4096)
}

/** Steps I3 and I4: one direction of matching. The fine-tuned matcher has its own form. */
export function matcherRequest(
  model: string,
  preference: string,
  checklist: readonly string[],
  wording = referenceWording,
): OriginalRequest {
  const form = model === PREF_MATCHER ? wording.prefMatcher : wording.matcher
  const template = { ...form, system: fill(form.system, { examples: literal(wording.matcherExamples) }) }
  const lines = checklist.map((entry, place) => `${place + 1}. ${entry}`).join('\n')
  return request(model, fillTemplate(template, { preference, checklist: lines }))
}

/** Step G2: the judge. */
export function judgeRequest(
  model: string,
  subject: { request: string; answer: string; preference: string; checklist: readonly string[] },
  wording = referenceWording,
): OriginalRequest {
  const checklist = subject.checklist.map((entry) => `- ${entry}`).join('\n')
  return request(model, fillTemplate(wording.judge, { ...subject, checklist }))
}
