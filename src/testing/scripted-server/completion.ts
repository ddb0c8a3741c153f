import { sha256 } from '../../core/hash.ts'
import type { JsonObject } from '../../core/json.ts'

/** What a scripted model says, and how it ends. */
export interface Completion {
  readonly model: string
  readonly text: string
  readonly finish: 'stop' | 'length' | 'content_filter'
  /** Characters of the prompt, for token counts. */
  readonly promptLength: number
}

/** The same for every answer: nothing in an answer depends on the time. */
const CREATED = 1_700_000_000

/** The body of an answer that is not streamed. */
export function completionBody(completion: Completion): JsonObject {
  const { text, finish } = completion
  return {
    ...head(completion, 'chat.completion'),
    choices: [
      { index: 0, message: { role: 'assistant', content: text }, finish_reason: finish, logprobs: null },
    ],
    usage: usageOf(completion),
  }
}

/** The events of a streamed answer, each with its `data:` line; the last is `[DONE]`. */
export function* completionEvents(completion: Completion, includeUsage: boolean): Generator<string> {
  const chunk = (choices: readonly JsonObject[], more: JsonObject = {}): string =>
    event(JSON.stringify({ ...head(completion, 'chat.completion.chunk'), choices, ...more }))
  const choice = (delta: JsonObject, finish: string | null = null): JsonObject => ({
    index: 0,
    delta,
    finish_reason: finish,
  })
  yield chunk([choice({ role: 'assistant', content: '' })])
  for (const content of pieces(completion.text)) yield chunk([choice({ content })])
  yield chunk([choice({}, completion.finish)])
  if (includeUsage) yield chunk([], { usage: usageOf(completion) })
  yield event('[DONE]')
}

function event(data: string): string {
  return `data: ${data}\n\n`
}

function head({ model, text }: Completion, object: string): JsonObject {
  return { id: `chatcmpl-${sha256(`${model}\n${text}`).slice(0, 24)}`, object, created: CREATED, model }
}

/** A token for four characters, rounded up, as a rule of thumb has it. */
function usageOf({ promptLength, text }: Completion): JsonObject {
  const prompt = Math.ceil(promptLength / 4)
  const answer = Math.ceil(text.length / 4)
  return { prompt_tokens: prompt, completion_tokens: answer, total_tokens: prompt + answer }
}

const PIECE = 60

/** Whole code points, so that no piece ends inside an emoji. */
function* pieces(text: string): Generator<string> {
  const letters = Array.from(text)
  for (let at = 0; at < letters.length; at += PIECE) yield letters.slice(at, at + PIECE).join('')
}
