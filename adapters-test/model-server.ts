import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { hashEmbedding } from '../src/text/hash-embedding.ts'

const chat = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })
const embeddings = z.object({ input: z.union([z.string(), z.array(z.string())]) })
const address = z.object({ port: z.number() })

export interface ModelServer {
  /** With `/v1` at its end. */
  readonly baseUrl: string
  /** In place of facts, until it is set back to null. */
  reply: string | null
  close(): Promise<void>
}

/**
 * A server with the OpenAI API whose model writes down, as mem0 asks for it, a fact for each sentence that the user says
 * in the new messages: what is stored comes from what was said. Vectors are those of the hash embedder.
 */
export async function startModelServer(): Promise<ModelServer> {
  const state: { reply: string | null } = { reply: null }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(request)
    const found =
      request.url === '/v1/embeddings' ? vectors(body) : completion(state.reply ?? facts(chat.parse(body)))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
  }
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = address.parse(server.address())
  return Object.assign(state, {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

async function read(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return JSON.parse(text)
}

/** What mem0's prompt shows between `## New Messages` and the next heading. */
function facts({ messages }: z.infer<typeof chat>): string {
  const prompt = messages.at(-1)?.content ?? ''
  const fresh = /## New Messages\n([\s\S]*?)\n\n## Observation Date/.exec(prompt)?.[1] ?? ''
  const said = fresh
    .split(/^(?=(?:user|assistant|system): )/m)
    .filter((line) => line.startsWith('user: '))
    .flatMap((line) => line.slice('user: '.length).split(/(?<=[.!?。！？])\s*/))
    .filter((sentence) => sentence.trim() !== '')
  // As a model would: of a very long message not every sentence.
  const noted = said.length <= 6 ? said : [...said.slice(0, 3), ...said.slice(-3)]
  const memory = noted.map((sentence, index) => ({
    id: String(index),
    text: `The user said: ${sentence.trim()}`,
    attributed_to: 'user',
  }))
  return JSON.stringify({ memory })
}

function completion(content: string): object {
  const message = { role: 'assistant', content }
  return {
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }
}

function vectors(body: unknown): object {
  const { input } = embeddings.parse(body)
  const texts = typeof input === 'string' ? [input] : input
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [...hashEmbedding(text)],
  }))
  return { object: 'list', model: 'scripted', data, usage: { prompt_tokens: 1, total_tokens: 1 } }
}
