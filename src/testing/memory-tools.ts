import { UsageError } from '../core/errors.ts'
import type { MemoryTools } from '../core/memory-tools.ts'
import type { MemoryScopeRequest, MemorySession } from '../core/memory.ts'

/** Tools of a memory system that reach nothing: time stands still but for `wait`, packages are those that are given. */
export function fakeMemoryTools(
  given: {
    readonly env?: Readonly<Record<string, string>>
    /** By specifier; others are not installed. */
    readonly packages?: Readonly<Record<string, unknown>>
    readonly tools?: Partial<MemoryTools>
  } = {},
): MemoryTools & { readonly waited: number[] } {
  const waited: number[] = []
  const time = (): number => waited.reduce((sum, milliseconds) => sum + milliseconds, 0)
  const nobody = (): Promise<never> => Promise.reject(new Error('no model is asked in this test'))
  return {
    port: { chat: nobody, embed: nobody },
    model: 'test/writer',
    embedder: null,
    clock: { now: time, monotonic: time },
    endpoint: () =>
      Promise.resolve({
        baseUrl: 'http://127.0.0.1:1/v1',
        apiKey: 'token',
        trouble: () => null,
        close: () => Promise.resolve(),
      }),
    env: (name) => given.env?.[name],
    load: (specifier) => {
      const found = given.packages?.[specifier]
      return found === undefined
        ? Promise.reject(new UsageError(`the package ${specifier} is not installed`))
        : Promise.resolve(found)
    },
    countTokens: (text) => Promise.resolve(Math.ceil(text.length / 4)),
    wait: (milliseconds) => {
      waited.push(milliseconds)
      return Promise.resolve()
    },
    waited,
    ...given.tools,
  }
}

/** A new scope, as the harness asks for it. */
export function scopeRequest(id: string): MemoryScopeRequest {
  return {
    id,
    state: null,
    sample: { repeat: 0, attempt: 0, fresh: null },
    signal: new AbortController().signal,
  }
}

/** A session of the user's messages. */
export function sessionOf(id: string, time: string | null, ...texts: readonly string[]): MemorySession {
  return {
    id,
    time,
    zone: null,
    messages: texts.map((content) => ({ role: 'user', name: null, content, time: null })),
  }
}
