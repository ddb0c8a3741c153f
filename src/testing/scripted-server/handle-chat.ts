import { z } from 'zod'
import { hashJson } from '../../core/hash.ts'
import { jsonObjectSchema } from '../../core/json.ts'
import type { AnswerBook } from './answer-book.ts'
import { completionBody, completionEvents, type Completion } from './completion.ts'
import type { Counters } from './counters.ts'
import { disguised } from './disguise.ts'
import type { Exchange } from './exchange.ts'
import { hits, parseModelName, type PlannedFault } from './faults.ts'
import { replyTo } from './reply.ts'

const contentSchema = z.union([
  z.string(),
  z
    .array(z.object({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map(({ text }) => text).join('')),
])

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: contentSchema })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .looseObject({ json_schema: z.looseObject({ schema: jsonObjectSchema.exactOptional() }).exactOptional() })
    .nullish(),
})

export interface ChatSetup {
  readonly answers: AnswerBook
  readonly counters: Counters
  readonly latency: number
  readonly pause: number
  readonly faults: readonly PlannedFault[]
}

/** `POST /v1/chat/completions`, with the faults that the model's name and the plan ask for. */
export async function handleChat(exchange: Exchange, setup: ChatSetup): Promise<void> {
  const read = requestSchema.safeParse(await exchange.body())
  if (!read.success) return exchange.fail(400, 'invalid_request', 'model and messages with texts are needed')
  const { model, messages, stream, stream_options: streamOptions, response_format: format } = read.data
  const prompt = messages.map(({ content }) => content).join('\n')
  // Faults hit the same cases whatever the model; tries are counted for each model.
  const request = hashJson(messages)
  const attempt = setup.counters.asked(model, hashJson({ model, request }))
  const named = parseModelName(model)
  const answer =
    named &&
    replyTo(
      { model: named.name, messages, schema: format?.json_schema?.schema ?? null, asked: attempt },
      setup.answers,
    )
  if (answer === null || ('refused' in answer && answer.refused === 'unknown-model')) {
    return exchange.fail(
      404,
      'model_not_found',
      `The model ${JSON.stringify(model)} does not exist; GET /v1/models lists what does.`,
    )
  }
  const planned = [...(named?.faults ?? []), ...setup.faults]
  const active = planned.filter((fault) => hits(fault, named?.name ?? model, request, attempt))
  const has = (name: PlannedFault['fault']) => active.some(({ fault }) => fault === name)
  if (has('hang')) return
  if (!(await exchange.pause(setup.latency))) return
  const limited = active.find(({ fault }) => fault === '429')
  if (limited !== undefined) {
    return exchange.fail(429, 'rate_limit_exceeded', 'Rate limit reached.', {
      'retry-after': String(limited.retryAfter ?? 1),
    })
  }
  if (has('500')) return exchange.fail(500, 'server_error', 'The server had an error.')
  if (has('overflow')) {
    return exchange.fail(
      400,
      'context_length_exceeded',
      `This model's maximum context length is 1024 tokens; your messages have ${Math.ceil(prompt.length / 4)}.`,
    )
  }
  if ('refused' in answer) {
    return exchange.fail(
      400,
      'not_in_answer_book',
      'The answer book has nothing on what this prompt is about.',
    )
  }
  let completion: Completion = { model, text: answer.text, finish: 'stop', promptLength: prompt.length }
  for (const { fault } of active) completion = disguised(fault, completion, prompt)
  const pieces =
    stream === true
      ? [...completionEvents(completion, streamOptions?.include_usage === true)]
      : inPieces(JSON.stringify(completionBody(completion)), has('slow') ? 8 : 1)
  await sendPieces(exchange, pieces, {
    type: stream === true ? 'text/event-stream' : 'application/json',
    pause: has('slow') ? setup.pause : 0,
    cut: has('truncated-body'),
  })
}

/** Sends pieces one by one; when cut, the connection ends in the middle, without the end of the answer. */
async function sendPieces(
  exchange: Exchange,
  pieces: readonly string[],
  how: { readonly type: string; readonly pause: number; readonly cut: boolean },
): Promise<void> {
  const { response } = exchange
  response.writeHead(200, { 'content-type': how.type })
  if (how.cut) {
    const whole = pieces.join('')
    response.write(whole.slice(0, Math.floor(whole.length / 2)), () => response.destroy())
    return
  }
  for (const piece of pieces) {
    response.write(piece)
    if (!(await exchange.pause(how.pause))) return
  }
  response.end()
}

function inPieces(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size))
}
