import type {
  MemoryItem,
  MemoryMessage,
  MemoryScope,
  MemoryScopeRequest,
  MemorySession,
  MemorySystem,
} from '../core/memory.ts'

/** What all users of a fake have, by scope. */
export type FakeShelf = Map<string, MemoryItem[]>

/** How a broken fake differs from the honest one. */
export interface FakeBend {
  /** Which messages are kept; the honest one keeps what the user states. */
  readonly keeps?: (message: MemoryMessage) => boolean
  /** What a new scope begins with. */
  readonly begins?: (shelf: FakeShelf, id: string) => MemoryItem[]
  /** Methods in place of those of the honest scope. */
  readonly scope?: (honest: MemoryScope, shelf: FakeShelf) => Partial<MemoryScope>
}

/**
 * A memory in this process that is ready at once: it keeps each statement of the user as it was said and finds it by
 * its words, the newest first among equals.
 */
export function fakeMemory(name: string, bend: FakeBend = {}): MemorySystem {
  const shelf: FakeShelf = new Map()
  return {
    name,
    version: '1',
    identity: { fake: name },
    capabilities: {
      dates: 'native',
      preload: true,
      list: true,
      asOf: true,
      readOnlySearch: true,
      readiness: 'at-once',
      keeps: 'process',
      maxK: null,
    },
    facts: { embedder: null, extractionModel: null, extractionPrompt: null, searches: true },
    warnings: ['A fake for tests.'],
    async open(request) {
      const items = bend.begins?.(shelf, request.id) ?? []
      shelf.set(request.id, items)
      const honest = honestScope(request, shelf, items, bend.keeps ?? isStatement)
      return { ...honest, ...bend.scope?.(honest, shelf) }
    },
  }
}

function honestScope(
  { id, signal }: MemoryScopeRequest,
  shelf: FakeShelf,
  items: MemoryItem[],
  keeps: (message: MemoryMessage) => boolean,
): MemoryScope {
  return {
    async preload(given) {
      items.push(...given.map((memory) => itemOf(memory.id, memory.text, memory.time, memory.id)))
    },
    async ingest(session: MemorySession) {
      signal.throwIfAborted()
      for (const [index, message] of session.messages.entries()) {
        if (!keeps(message)) continue
        items.push(
          itemOf(`${session.id}/${index}`, message.content, message.time ?? session.time, session.id),
        )
      }
    },
    waitReady: () => Promise.resolve({ state: 'ready' }),
    search: async (query, { k, asOf }) => findByWords(items, query, asOf).slice(0, k),
    list: async () => [...items],
    async destroy() {
      shelf.delete(id)
    },
    usage: () => ({ modelCalls: 0, inputTokens: 0, outputTokens: 0, embeddedTexts: 0 }),
  }
}

/** Items that share a word with the query; a word counts the more, the fewer items have it. */
export function findByWords(
  items: readonly MemoryItem[],
  query: string,
  asOf: string | null = null,
): MemoryItem[] {
  const until = asOf === null ? Infinity : Date.parse(asOf)
  const open = items
    .filter(({ saidAt }) => saidAt === null || Date.parse(saidAt) <= until)
    .map((item) => ({ item, words: wordsOf(item.text), score: 0 }))
  for (const word of wordsOf(query)) {
    const having = open.filter(({ words }) => words.has(word))
    for (const candidate of having) candidate.score += 1 / having.length
  }
  return open
    .map(({ item, score }) => ({ ...item, score }))
    .filter(({ score }) => score > 0)
    .toReversed()
    .toSorted((a, b) => b.score - a.score)
}

/** What a user says that is not a question and has words. */
function isStatement({ role, content }: MemoryMessage): boolean {
  return role === 'user' && /[\p{L}\p{N}]/u.test(content) && !/[?？؟]\s*$/u.test(content)
}

function itemOf(id: string, text: string, saidAt: string | null, source: string): MemoryItem {
  return { id, text, saidAt, happenedAt: null, sources: [source], score: null, raw: null }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}
