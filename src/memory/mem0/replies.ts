import { part } from '../../core/memory-sdk.ts'

/** What the writing model was seen to answer. */
export interface Replies {
  /** False where this version of the SDK does not let itself be watched. */
  readonly watched: boolean
  calls(): number
  /** The last reply since `forget`; null: none came. */
  last(): string | null
  forget(): void
}

/**
 * Notes what the writing model answers, because mem0 does not say when it could not read it. Watches the object that
 * asks the model; what it returns is passed on as it is.
 * @param llm `llm` of a `Memory`
 */
export function watchReplies(llm: unknown): Replies {
  let calls = 0
  let last: string | null = null
  const ask = part(llm, 'generateResponse')
  const watched = typeof ask === 'function' && typeof llm === 'object' && llm !== null
  if (watched) {
    Reflect.set(llm, 'generateResponse', async (...values: unknown[]): Promise<unknown> => {
      calls += 1
      const reply: unknown = await Reflect.apply(ask, llm, values)
      last = typeof reply === 'string' ? reply : null
      return reply
    })
  }
  return {
    watched,
    calls: () => calls,
    last: () => last,
    forget: () => {
      last = null
    },
  }
}

/** How many beginnings and ends of an object are tried: a reply can be long and hostile. */
const TRIES = 8

/** Whether a reply has in it an object with a list `memory`, an empty one too: what mem0 looks for. */
export function holdsMemories(reply: string): boolean {
  const starts = places(reply, (from) => reply.indexOf('{', from), 0, 1)
  const ends = places(reply, (from) => reply.lastIndexOf('}', from), reply.length, -1)
  return starts.some((start) => ends.some((end) => isMemories(reply.slice(start, end + 1))))
}

function places(text: string, find: (from: number) => number, first: number, step: 1 | -1): number[] {
  const found: number[] = []
  for (let at = find(first); at !== -1 && found.length < TRIES; at = find(at + step)) {
    found.push(at)
    if (at + step < 0 || at + step >= text.length) break
  }
  return found
}

function isMemories(text: string): boolean {
  try {
    return Array.isArray(part(JSON.parse(text), 'memory'))
  } catch {
    return false
  }
}
