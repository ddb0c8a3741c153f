import { z } from 'zod'
import type { Counters } from './counters.ts'
import { hashEmbedding } from './embed.ts'
import type { Exchange } from './exchange.ts'
import { embedderNames } from './personalities.ts'
import { hashJson } from '../../core/hash.ts'

const requestSchema = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  dimensions: z.number().int().min(1).max(4096).exactOptional(),
  encoding_format: z.enum(['float', 'base64']).exactOptional(),
})

const DIMENSIONS = 256

/** `POST /v1/embeddings`. */
export async function handleEmbeddings(
  exchange: Exchange,
  { counters, latency }: { readonly counters: Counters; readonly latency: number },
): Promise<void> {
  const read = requestSchema.safeParse(await exchange.body())
  if (!read.success) return exchange.fail(400, 'invalid_request', 'model and input are needed')
  const { model, input, dimensions = DIMENSIONS, encoding_format: encoding = 'float' } = read.data
  counters.asked(model, hashJson({ model, input }))
  const known: readonly string[] = embedderNames
  if (!known.includes(model))
    return exchange.fail(404, 'model_not_found', `The model ${model} does not exist.`)
  const texts = typeof input === 'string' ? [input] : input
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
  if (!(await exchange.pause(latency))) return
  exchange.send(200, {
    object: 'list',
    model,
    data: texts.map((text, index) => {
      const vector = hashEmbedding(text, dimensions)
      return { object: 'embedding', index, embedding: encoding === 'base64' ? base64(vector) : vector }
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
}

/** 32-bit floats, little endian, as OpenAI sends them. */
function base64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}
