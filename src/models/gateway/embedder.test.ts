import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { harness, never } from './fixtures/harness.ts'
import { startScript, type ScriptServer, type SeenRequest } from './fixtures/http-script.ts'
import { localEmbeddings } from './local-embeddings.ts'

let server: ScriptServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const inputs = z.object({ input: z.array(z.string()) })

/** A vector per text: its length and 0.25. */
function vectors(request: SeenRequest): {
  body: { data: { index: number; embedding: number[] }[]; usage: { prompt_tokens: number } }
} {
  const { input } = inputs.parse(request.body)
  const data = input.map((text, index) => ({ index, embedding: [text.length, 0.25] }))
  return { body: { data, usage: { prompt_tokens: 7 } } }
}

describe('embeddings', () => {
  const request = { model: 'openai/text-embedding-3-small', texts: ['a', 'bbb', 'a'], purpose: 'memory' }

  it('come in the order of the texts; each text is paid once', async () => {
    server = await startScript(vectors)
    const { gateway, entries } = harness(server.baseUrl)
    expect(await gateway.embed(request, never)).toEqual([
      Float32Array.of(1, 0.25),
      Float32Array.of(3, 0.25),
      Float32Array.of(1, 0.25),
    ])
    await gateway.embed({ ...request, texts: ['bbb', 'cc'] }, never)
    expect(server.seen.map(({ body }) => inputs.parse(body).input)).toEqual([['a', 'bbb'], ['cc']])
    expect(entries[0]).toMatchObject({ purpose: 'memory', usage: { input: 7 }, cost: (7 * 0.02) / 1e6 })
  })

  it('are sent in batches', async () => {
    server = await startScript(vectors)
    const { gateway } = harness(server.baseUrl)
    const texts = Array.from({ length: 200 }, (_, index) => 'x'.repeat(index + 1))
    const result = await gateway.embed({ ...request, texts }, never)
    expect(result.map((vector) => vector[0])).toEqual(texts.map((text) => text.length))
    expect(server.seen).toHaveLength(3)
  })

  it.each([{ data: [{ index: 0, embedding: [1, 2] }] }, { data: [] }])(
    'that do not fit the texts are no embeddings: %j',
    async (body) => {
      server = await startScript(() => ({ body }))
      const { gateway, cache } = harness(server.baseUrl)
      await expect(gateway.embed(request, never)).rejects.toMatchObject({ by: 'infrastructure' })
      expect(cache.size).toBe(0)
    },
  )

  it('of a provider that has none stop the run', async () => {
    const { gateway } = harness('http://127.0.0.1:1/v1')
    await expect(gateway.embed({ ...request, model: 'anthropic/x' }, never)).rejects.toThrow('no embeddings')
  })
})

describe('local embeddings', () => {
  it('say which package they need', async () => {
    const absent = (): Promise<unknown> => Promise.reject(new Error('not found'))
    await expect(localEmbeddings('Xenova/mini', ['a'], null, absent)).rejects.toMatchObject({
      message: expect.stringContaining('@huggingface/transformers'),
      fix: expect.stringContaining('npm install'),
    })
  })

  it('ask the package for normalised means, and keep its models in the given folder', async () => {
    const env = { cacheDir: '' }
    const asked: unknown[] = []
    const loaded = {
      env,
      pipeline: async (...made: unknown[]) => {
        asked.push(made)
        return async (texts: readonly string[], options: unknown) => {
          asked.push(options)
          return { tolist: () => texts.map((text) => [text.length]) }
        }
      },
    }
    const result = await localEmbeddings('folder/mini', ['a', 'bb'], '/models', async () => loaded)
    expect(result).toEqual([Float32Array.of(1), Float32Array.of(2)])
    expect(env.cacheDir).toBe('/models')
    expect(asked).toEqual([['feature-extraction', 'folder/mini'], { pooling: 'mean', normalize: true }])
  })
})
