import type { MemoryItem, MemoryMessage, MemorySession, MemorySystem } from '../core/memory.ts'
import { fakeMemory, findByWords } from './fake-memory.ts'

const LONGEST = 8_000
const NEWEST = 10

const hasWords = ({ content }: MemoryMessage) => /[\p{L}\p{N}]/u.test(content)

/** The session with each message's text changed. */
function rewritten(session: MemorySession, change: (text: string) => string): MemorySession {
  return {
    ...session,
    messages: session.messages.map((message) => ({ ...message, content: change(message.content) })),
  }
}

/**
 * Small memory systems in this process, to try tools and checks with: an honest one, and others that do one thing wrong
 * and are called by it. Each call makes a system of its own.
 * @example fakeMemories['leaks-users']()
 */
export const fakeMemories = {
  honest: () => fakeMemory('honest'),
  'drops-dates': () =>
    fakeMemory('drops-dates', {
      scope: (honest) => {
        const undated = (items: readonly MemoryItem[]) => items.map((item) => ({ ...item, saidAt: null }))
        return {
          list: async () => undated(await honest.list()),
          search: async (...args) => undated(await honest.search(...args)),
        }
      },
    }),
  /** Searches what all users said. */
  'leaks-users': () =>
    fakeMemory('leaks-users', {
      scope: (_, shelf) => ({
        search: async (query, { k, asOf }) =>
          findByWords([...shelf.values()].flat(), query, asOf).slice(0, k),
      }),
    }),
  /** Begins with what earlier scopes left. */
  'shares-runs': () => fakeMemory('shares-runs', { begins: (shelf) => [...shelf.values()].flat() }),
  /** Says that it forgot, and has it all when the scope is opened again. */
  'ignores-delete': () =>
    fakeMemory('ignores-delete', {
      begins: (shelf, id) => shelf.get(id) ?? [],
      scope: () => ({ destroy: async () => {} }),
    }),
  /** Takes everything and never gets to it. */
  'never-ready': () =>
    fakeMemory('never-ready', {
      scope: () => ({
        waitReady: () => Promise.resolve({ state: 'timeout' }),
        search: () => Promise.resolve([]),
        list: () => Promise.resolve([]),
      }),
    }),
  /** Says that it is ready, and is empty. */
  'stores-nothing': () => fakeMemory('stores-nothing', { keeps: () => false }),
  /** Keeps questions and the assistant's words too. */
  'stores-everything': () => fakeMemory('stores-everything', { keeps: hasWords }),
  'finds-nothing': () =>
    fakeMemory('finds-nothing', { scope: () => ({ search: () => Promise.resolve([]) }) }),
  'returns-3k': () =>
    fakeMemory('returns-3k', {
      scope: (honest) => ({
        search: (query, options) => honest.search(query, { ...options, k: options.k * 3 }),
      }),
    }),
  /** Gives what it finds other ids than what it lists. */
  'unlisted-ids': () =>
    fakeMemory('unlisted-ids', {
      scope: (honest) => ({
        search: async (...args) =>
          (await honest.search(...args)).map((item) => ({ ...item, id: `found/${item.id}` })),
      }),
    }),
  /** A session without words breaks it for good. */
  'throws-on-a-session': () =>
    fakeMemory('throws-on-a-session', {
      scope: (honest) => {
        let broken = false
        return {
          async ingest(session) {
            broken ||= !session.messages.some(hasWords)
            if (broken) throw new Error('can not index this session')
            await honest.ingest(session)
          },
        }
      },
    }),
  'chokes-on-empty': () =>
    fakeMemory('chokes-on-empty', {
      scope: (honest) => ({
        async ingest(session) {
          if (session.messages.some(({ content }) => content === '')) throw new Error('content is required')
          await honest.ingest(session)
        },
      }),
    }),
  /** Keeps what it heard first: passes over what corrects it. */
  'forgets-updates': () =>
    fakeMemory('forgets-updates', {
      scope: (honest) => ({
        ingest: (session) =>
          honest.ingest(
            rewritten(session, (text) => (/\b(changed|no longer|not any more)\b/i.test(text) ? '' : text)),
          ),
      }),
    }),
  'mangles-unicode': () =>
    fakeMemory('mangles-unicode', {
      scope: (honest) => ({
        ingest: (session) =>
          honest.ingest(rewritten(session, (text) => text.replaceAll(/[^\n -~]/gu, '\uFFFD'))),
      }),
    }),
  /** Reads the beginning of a message only. */
  'truncates-long': () =>
    fakeMemory('truncates-long', {
      scope: (honest) => ({
        ingest: (session) => honest.ingest(rewritten(session, (text) => text.slice(0, LONGEST))),
      }),
    }),
  /** Keeps the newest ten statements: no short check sees it, growth does. */
  'forgets-old': () =>
    fakeMemory('forgets-old', {
      scope: (honest) => ({
        list: async () => (await honest.list()).slice(-NEWEST),
        search: async (query, { k, asOf }) =>
          findByWords((await honest.list()).slice(-NEWEST), query, asOf).slice(0, k),
      }),
    }),
} satisfies Record<string, () => MemorySystem>

export type FakeMemoryName = keyof typeof fakeMemories
