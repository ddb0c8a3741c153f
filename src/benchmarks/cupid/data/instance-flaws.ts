import type { Instance } from './instance-shape.ts'

/** What makes an instance unfit to be run, and in which field. */
export interface Flaw {
  readonly rule:
    | 'empty-dialogue'
    | 'first-turn'
    | 'turn-order'
    | 'null-message'
    | 'empty-text'
    | 'empty-checklist'
  readonly message: string
  readonly field: string
}

const EMPTY = 'a text is empty'

type Dialogue = Instance['prior_interactions'][number]['dialogue']

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function* dialogueFlaws(dialogue: Dialogue, path: string): Generator<Flaw> {
  if (dialogue.length === 0) {
    yield { rule: 'empty-dialogue', message: 'the dialogue has no messages', field: path }
  }
  for (const [place, { role, content }] of dialogue.entries()) {
    const field = `${path}[${place}]`
    const before = dialogue[place - 1]?.role
    if (before === undefined && role !== 'user') {
      yield {
        rule: 'first-turn',
        message: 'the dialogue does not start with the user',
        field: `${field}.role`,
      }
    } else if (before === role) {
      yield { rule: 'turn-order', message: 'two turns of one speaker stand in a row', field: `${field}.role` }
    }
    if (content === null) {
      yield { rule: 'null-message', message: 'the message is null', field: `${field}.content` }
    } else if (isBlank(content)) {
      yield { rule: 'empty-text', message: EMPTY, field: `${field}.content` }
    }
  }
}

/** Everything that makes an instance unfit (spec 1.1-1.3), in the order of its fields. */
export function* instanceFlaws(instance: Instance): Generator<Flaw> {
  const texts = [
    'persona_id',
    'current_request',
    'current_context_factor',
    'current_contextual_preference',
  ] as const
  for (const field of texts) {
    if (isBlank(instance[field])) yield { rule: 'empty-text', message: EMPTY, field }
  }
  const { current_checklist: checklist, prior_interactions: sessions } = instance
  if (checklist.length === 0) {
    const message = 'the checklist is empty, so nothing can be matched or judged'
    yield { rule: 'empty-checklist', message, field: 'current_checklist' }
  }
  for (const [place, entry] of checklist.entries()) {
    const field = `current_checklist[${place}]`
    if (isBlank(entry)) yield { rule: 'empty-text', message: EMPTY, field }
  }
  for (const [place, session] of sessions.entries()) {
    const path = `prior_interactions[${place}]`
    for (const field of ['context_factor', 'contextual_preference'] as const) {
      if (isBlank(session[field])) {
        yield { rule: 'empty-text', message: EMPTY, field: `${path}.${field}` }
      }
    }
    yield* dialogueFlaws(session.dialogue, `${path}.dialogue`)
  }
}

/** Words that a model may use for the inferred preference (spec 2.3). */
export const wordLimit = 30

/** Words of a preference: what stands between white space. */
export function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}
