import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryTools } from '../src/cli/memory-tools.ts'
import type { LedgerEntry } from '../src/core/model.ts'
import type { MemoryTools } from '../src/core/memory-tools.ts'
import { createGateway } from '../src/models/gateway/gateway.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Why these tests can't run; null when they can. npm test installs the packages (scripts/test.mjs). */
export const missing: string | null = existsSync(join(here, 'node_modules', '.package-lock.json'))
  ? null
  : 'needs the packages of adapters-test/ (npm ci in that folder)'

// Read by mem0ai when it is loaded: nothing is reported, and its file about this machine goes elsewhere.
process.env['MEM0_TELEMETRY'] = 'false'
process.env['MEM0_DIR'] = mkdtempSync(join(tmpdir(), 'rapport-mem0-'))

/** The tools that the command line gives a memory system, over a gateway whose models answer at an address. */
export function realTools(
  modelBaseUrl: string,
  given: { readonly embedder?: string; readonly env?: Readonly<Record<string, string>> } = {},
): { readonly tools: MemoryTools; readonly ledger: LedgerEntry[]; close(): Promise<void> } {
  const ledger: LedgerEntry[] = []
  const clock = { now: () => Date.now(), monotonic: () => performance.now() }
  const gateway = createGateway({
    sources: { env: { OPENAI_API_KEY: 'sk-demo', OPENAI_BASE_URL: modelBaseUrl } },
    clock,
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    uniform: () => 0.5,
    ledger: {
      run: 'run-1',
      port: {
        recordCalls: (_, entries) => {
          ledger.push(...entries)
          return Promise.resolve()
        },
        async *calls() {
          yield* ledger
        },
      },
    },
    cache: null,
  })
  const tools = memoryTools(
    { model: 'openai/writer', embedder: given.embedder ?? null },
    { port: gateway },
    { env: { MEM0_TELEMETRY: 'false', ...given.env }, cwd: here, clock },
  )
  return { tools, ledger, close: () => gateway.close() }
}
