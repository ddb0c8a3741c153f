import { z } from 'zod'
import { UsageError } from '../../core/errors.ts'
import type { EmbedRequest, ReplyCache } from '../../core/model.ts'
import { localEmbeddings } from './local-embeddings.ts'
import type { ModelAddress } from './model-address.ts'
import type { ModelClient } from './model-client.ts'
import type { Price } from './prices.ts'
import { noUsage, tokenCount } from './read-reply.ts'
import { embeddingKey } from './resolved-request.ts'
import type { Sending, Sent } from './sender.ts'
import { sizeOf, tokenCounter } from './tokens.ts'

export interface EmbedderOptions {
  address(id: string): ModelAddress
  client(address: ModelAddress): Promise<ModelClient>
  send(sending: Sending<Float32Array[]>, signal: AbortSignal): Promise<Sent<Float32Array[]>>
  price(id: string): Price | null
  readonly cache: ReplyCache | null
  readonly localModels: string | null
}

/** Texts of one request; providers take more, but a failed batch is paid again. */
const BATCH = 96
const LOCAL = 'local:'

const keptSchema = z.object({ float32: z.base64() })

/** Turns texts into vectors: by a provider, or on this machine for `local:` ids. Each text is kept by itself. */
export class Embedder {
  readonly #options: EmbedderOptions

  constructor(options: EmbedderOptions) {
    this.#options = options
  }

  /** @throws UsageError, Fault, RunStop */
  async embed(
    { model, texts, purpose }: EmbedRequest,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    if (model.startsWith(LOCAL)) {
      return localEmbeddings(model.slice(LOCAL.length), texts, this.#options.localModels)
    }
    const address = this.#options.address(model)
    if (!address.provider.embeddings) {
      throw new UsageError(
        `${address.provider.name} has no embeddings`,
        'use openai/text-embedding-3-small or local:<folder>',
      )
    }
    const vectors = new Map<string, Float32Array>()
    const missing: string[] = []
    for (const text of new Set(texts)) {
      const kept = await this.#kept(text, address)
      if (kept === null) missing.push(text)
      else vectors.set(text, kept)
    }
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH)
      const fresh = await this.#ask(batch, address, purpose, signal)
      for (const [index, text] of batch.entries()) {
        const vector = fresh[index]
        if (vector === undefined) continue
        vectors.set(text, vector)
        await this.#options.cache?.keepReply(embeddingKey(text, address), {
          float32: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
        })
      }
    }
    return texts.map((text) => vectors.get(text) ?? new Float32Array())
  }

  async #kept(text: string, address: ModelAddress): Promise<Float32Array | null> {
    const read = keptSchema.safeParse(await this.#options.cache?.cachedReply(embeddingKey(text, address)))
    if (!read.success) return null
    const bytes = new Uint8Array(Buffer.from(read.data.float32, 'base64'))
    return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : null
  }

  async #ask(
    batch: readonly string[],
    address: ModelAddress,
    purpose: string,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    const model = (await this.#options.client(address)).embedding(address.model)
    const { tokens, atMost } = sizeOf(batch, address.provider.kind === 'openai', await tokenCounter())
    const sent = await this.#options.send(
      {
        address,
        purpose,
        request: embeddingKey(batch.join('\n'), address),
        tokens,
        inputAtMost: async () => atMost,
        outputAtMost: 0,
        price: this.#options.price(address.id),
        attempt: async (abortSignal) => {
          const { embeddings, usage } = await model.doEmbed({ values: [...batch], abortSignal })
          const value = embeddings.map((vector) => Float32Array.from(vector))
          checkVectors(value, batch.length)
          return { result: { value }, usage: { ...noUsage, input: tokenCount(usage?.tokens) } }
        },
      },
      signal,
    )
    return sent.value
  }
}

/** @throws Error when vectors are missing, of different lengths, or hold what is no number */
function checkVectors(vectors: readonly Float32Array[], count: number): void {
  const size = vectors[0]?.length ?? 0
  const whole = vectors.every((vector) => vector.length === size && vector.every(Number.isFinite))
  if (vectors.length !== count || size === 0 || !whole) throw new Error('the vectors do not fit the texts')
}
