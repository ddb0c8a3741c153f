import { hashJson } from '../../../core/hash.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { Protocol, TrackPrompt } from '../../../core/prompt.ts'
import { renderLog } from '../rendering/log.ts'
import { presentedSchema, type Presented } from '../shapes.ts'
import { informedGenerator, referenceGenerator, strictGenerator } from './generator.ts'
import { referenceInferrer, strictInferrer } from './inferrer.ts'
import { fillTemplate, type Template } from './template.ts'

const presentedOf = parseOnce(presentedSchema)

/** Raised when a message is put together in another way. */
const VERSION = '1'
/** Spec 2.12. */
const MOST_OUTPUT = 8192

/** Whose words a reference prompt has. */
export type Wording = 'reference-like' | 'reference' | 'pack'

interface Parts {
  readonly task: 'inference' | 'generation'
  readonly label: 'strict' | Wording
  /** What it does other than `strict`, by name. */
  readonly differences: readonly string[]
  readonly template: Template
}

/**
 * A prompt whose id names protocol, wording and differences, and ends with a hash of its texts, such as
 * `cupid/inference:reference-like[no-data-rule,no-evidence]@1#0123456789ab`.
 */
function trackPrompt({ task, label, differences, template }: Parts): TrackPrompt {
  const named = differences.length === 0 ? '' : `[${differences.toSorted().join(',')}]`
  const texts = task === 'generation' ? [template, informedGenerator] : [template]
  const hash = hashJson(texts.map(({ system, user }) => ({ system, user }))).slice(0, 12)
  const protocol: Protocol = label === 'strict' ? 'strict' : 'reference'
  return {
    id: `cupid/${task}:${label}${named}@${VERSION}#${hash}`,
    protocol,
    reply: null,
    maxOutputTokens: MOST_OUTPUT,
    ...(protocol === 'reference' ? { temperature: 0 } : {}),
    build(input) {
      const { request, sessions, preference } = presentedOf(input)
      const messages =
        preference === undefined
          ? fillTemplate(template, {
              log: renderLog(protocol === 'strict' ? sessions : sessions.map(unnumbered)),
              request,
            })
          : fillTemplate(informedGenerator, { preference, request })
      return { messages, meta: { protocol } }
    },
  }
}

/** Under `reference` sessions are counted from 1, also where some were left out (spec 2.2). */
function unnumbered(session: Presented['sessions'][number]): Presented['sessions'][number] {
  const { number: _number, ...shown } = session
  return shown
}

/** What a model is asked on `cupid/inference` under `reference`. @param words the authors', or a lab's */
export function referenceInference(words?: {
  readonly template: Template
  readonly label: Wording
}): TrackPrompt {
  return trackPrompt({
    task: 'inference',
    label: words?.label ?? 'reference-like',
    differences: ['no-data-rule', 'no-evidence'],
    template: words?.template ?? referenceInferrer,
  })
}

/** What a model is asked on `cupid/generation` under `reference`. @param words the authors', or a lab's */
export function referenceGeneration(words?: {
  readonly template: Template
  readonly label: Wording
}): TrackPrompt {
  return trackPrompt({
    task: 'generation',
    label: words?.label ?? 'reference-like',
    differences: ['no-data-rule'],
    template: words?.template ?? referenceGenerator,
  })
}

/** The prompts of `cupid/inference`. */
export const inferencePrompts: Readonly<Record<Protocol, TrackPrompt>> = {
  strict: trackPrompt({ task: 'inference', label: 'strict', differences: [], template: strictInferrer }),
  reference: referenceInference(),
}

/** The prompts of `cupid/generation`. */
export const generationPrompts: Readonly<Record<Protocol, TrackPrompt>> = {
  strict: trackPrompt({ task: 'generation', label: 'strict', differences: [], template: strictGenerator }),
  reference: referenceGeneration(),
}
