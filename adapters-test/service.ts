import { z } from 'zod'

export interface Call {
  /** `POST /v4/search` */
  readonly what: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

interface Row {
  readonly id: string
  readonly user: string
  readonly text: string
  readonly time: string | null
  readonly extra: unknown
}

const texts = z.array(
  z.looseObject({ content: z.string(), createdAt: z.string().optional(), created_at: z.string().optional() }),
)
const text = z.string()

/** Imitates, as far as the adapters go, what four services document: what is told is kept word for word. */
export class Service {
  readonly calls: Call[] = []
  #rows: Row[] = []
  readonly #names = new Set<string>()
  readonly #threads = new Map<string, string>()
  readonly #looks = new Map<string, number>()

  kept(): number {
    return this.#rows.length
  }

  texts(): string[] {
    return this.#rows.map((row) => row.text)
  }

  /** The JSON of an answer; null: 404. */
  answer(call: Call): unknown {
    this.calls.push(call)
    const [, ...path] = call.what.split('/')
    const what = call.what
    if (what === 'GET /v1/ping/') return { status: 'ok' }
    return (
      this.#mem0(what, call, path) ??
      this.#zep(what, call, path) ??
      this.#letta(what, call, path) ??
      this.#supermemory(what, call, path)
    )
  }

  #keep(user: string, content: string, time: string | null, extra: unknown = null): Row {
    const row = { id: `m${this.calls.length}-${this.#rows.length}`, user, text: content, time, extra }
    this.#rows.push(row)
    return row
  }

  #found(user: string, query: string): Row[] {
    return this.#rows.filter((row) => row.user === user && row.text.includes(query))
  }

  #forget(user: string): object | null {
    const before = this.#rows.length
    this.#rows = this.#rows.filter((row) => row.user !== user)
    return this.#names.delete(user) || this.#rows.length < before ? { message: 'deleted' } : null
  }

  /** Not done at the first look. */
  #isDone(id: string): boolean {
    const looks = (this.#looks.get(id) ?? 0) + 1
    this.#looks.set(id, looks)
    return looks > 1
  }

  #mem0(what: string, { body, query }: Call, path: string[]): unknown {
    const item = (row: Row) => ({
      id: row.id,
      memory: row.text,
      user_id: row.user,
      metadata: row.extra,
      score: 0.5,
    })
    const user = z.looseObject({ user_id: text }).catch({ user_id: '' })
    if (what === 'POST /v3/memories/add/') {
      for (const { content } of texts.parse(body['messages'])) {
        this.#keep(text.parse(body['user_id']), content, null, body['metadata'])
      }
      return { message: 'queued', status: 'PENDING', event_id: `e${this.calls.length}` }
    }
    if (what.startsWith('GET /v1/event/')) {
      return { id: path[2], status: this.#isDone(path[2] ?? '') ? 'SUCCEEDED' : 'RUNNING' }
    }
    const { user_id: name } = user.parse(body['filters'])
    if (what === 'POST /v3/memories/search/')
      return { results: this.#found(name, text.parse(body['query'])).map(item) }
    if (what === 'POST /v3/memories/')
      return { count: 1, next: null, results: this.#found(name, '').map(item) }
    if (what === 'DELETE /v1/memories/') return this.#forget(query['user_id'] ?? '')
    return undefined
  }

  #zep(what: string, { body }: Call, path: string[]): unknown {
    const [, , area, id] = path
    const edge = (row: Row) => ({
      uuid: `edge-${row.id}`,
      fact: row.text,
      name: 'SAID',
      created_at: '2026-12-01T00:00:00Z',
      source_node_uuid: 'a',
      target_node_uuid: 'b',
      episodes: [row.id],
      score: 1,
    })
    if (!what.includes(' /api/v2/')) return undefined
    if (what.startsWith('GET') && area === 'users') return this.#names.has(id ?? '') ? { user_id: id } : null
    if (what === 'POST /api/v2/users') {
      this.#names.add(text.parse(body['user_id']))
      return { user_id: body['user_id'] }
    }
    if (what === 'POST /api/v2/threads') {
      this.#threads.set(text.parse(body['thread_id']), text.parse(body['user_id']))
      return { thread_id: body['thread_id'] }
    }
    if (what.startsWith('POST') && area === 'threads') {
      const rows = texts
        .parse(body['messages'])
        .map(({ content, created_at: time }) =>
          this.#keep(this.#threads.get(id ?? '') ?? '', content, time ?? null),
        )
      return { message_uuids: rows.map((row) => row.id) }
    }
    if (what.startsWith('GET /api/v2/graph/episodes/')) {
      const uuid = path.at(-1) ?? ''
      return { uuid, content: '', created_at: '2026-12-01T00:00:00Z', processed: this.#isDone(uuid) }
    }
    if (what === 'POST /api/v2/graph/search') {
      return { edges: this.#found(text.parse(body['user_id']), text.parse(body['query'])).map(edge) }
    }
    if (what.startsWith('POST /api/v2/graph/edge/user/')) return this.#found(path.at(-1) ?? '', '').map(edge)
    if (what.startsWith('DELETE') && area === 'users') return this.#forget(id ?? '')
    return null
  }

  #letta(what: string, { body, query }: Call, path: string[]): unknown {
    const id = path[2] ?? ''
    if (!what.includes(' /v1/agents/')) return undefined
    if (what === 'GET /v1/agents/') {
      const name = query['name'] ?? ''
      return this.#names.has(name) ? [{ id: name, name }] : []
    }
    if (what === 'POST /v1/agents/') {
      this.#names.add(text.parse(body['name']))
      return { id: body['name'], name: body['name'] }
    }
    const passage = (row: Row) => ({
      id: row.id,
      text: row.text,
      content: row.text,
      created_at: row.time,
      timestamp: row.time,
      tags: row.extra,
    })
    if (what === `POST /v1/agents/${id}/archival-memory`) {
      const time = text.nullish().parse(body['created_at']) ?? null
      return [passage(this.#keep(id, text.parse(body['text']), time, body['tags']))]
    }
    if (what === `GET /v1/agents/${id}/archival-memory`) return this.#found(id, '').map(passage)
    if (what === `GET /v1/agents/${id}/archival-memory/search`) {
      const results = this.#found(id, query['query'] ?? '').map(passage)
      return { count: results.length, results }
    }
    if (what.startsWith(`DELETE /v1/agents/${id}/archival-memory/`)) {
      this.#rows = this.#rows.filter((row) => row.id !== path[4])
      return {}
    }
    return what === `DELETE /v1/agents/${id}` ? this.#forget(id) : null
  }

  #supermemory(what: string, { body }: Call, path: string[]): unknown {
    if (what === 'POST /v3/documents') {
      const row = this.#keep(text.parse(body['containerTag']), text.parse(body['content']), null)
      return { id: row.id, status: 'queued' }
    }
    if (what.startsWith('GET /v3/documents/'))
      return { id: path[2], status: this.#isDone(path[2] ?? '') ? 'done' : 'embedding' }
    if (what === 'POST /v4/search') {
      const results = this.#found(text.parse(body['containerTag']), text.parse(body['q'])).map((row) => ({
        id: `memory-${row.id}`,
        memory: row.text,
        similarity: 0.5,
        metadata: null,
        updatedAt: '2026-12-01T00:00:00Z',
        documents: [{ id: row.id, createdAt: '', updatedAt: '' }],
      }))
      return { results, timing: 1, total: results.length }
    }
    if (what === 'DELETE /v3/documents/bulk')
      return this.#forget(z.tuple([text]).parse(body['containerTags'])[0])
    return null
  }
}
