import { UsageError } from '../../core/errors.ts'
import { loadSdk, type Sdk } from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemorySystem } from '../../core/memory.ts'
import { HASH_EMBEDDING_VERSION } from '../../text/hash-embedding.ts'
import { openScope, type OpenScope } from './scope.ts'

const NAME = 'mem0'

/**
 * mem0, the open-source package in this process: a model writes the items, an embedding model finds them. Its calls to
 * the writing model go through a loopback endpoint.
 * @throws UsageError when the package, its telemetry setting or a writing model is missing
 */
export async function createMem0(tools: MemoryTools): Promise<MemorySystem> {
  const { model } = tools
  if (model === null) {
    throw new UsageError(
      `memory:${NAME} needs a model that writes its items`,
      'Name one with --memory-model.',
    )
  }
  requireTelemetryChoice(tools)
  const sdk = await loadSdk(tools, 'mem0ai', 'mem0ai/oss')
  const open = new Set<OpenScope>()
  return {
    name: NAME,
    version: sdk.version,
    identity: {
      package: 'mem0ai/oss',
      adapter: '1',
      model,
      embedder: tools.embedder ?? `hash:${HASH_EMBEDDING_VERSION}`,
      vector_store: 'memory',
      // The SDK's default: nearer than this or not found.
      threshold: 0.1,
      dates: 'in-text',
    },
    capabilities: {
      // `add` of the open-source package refuses a timestamp.
      dates: 'in-text',
      preload: true,
      list: true,
      asOf: false,
      readOnlySearch: true,
      readiness: 'at-once',
      keeps: 'process',
      maxK: null,
    },
    facts: {
      embedder: tools.embedder ?? 'hash',
      extractionModel: model,
      extractionPrompt: 'its own',
      searches: true,
    },
    warnings: warnings(tools, sdk),
    open: async (request) => {
      const scope = await openScope(tools, sdk, model, request)
      open.add(scope)
      return {
        ...scope,
        destroy: async () => {
          open.delete(scope)
          await scope.destroy()
        },
      }
    },
    close: async () => {
      const left = [...open]
      open.clear()
      await Promise.all(left.map((scope) => scope.release()))
    },
  }
}

/** The package reads this variable when it is loaded; unset, it reports each call to its makers. */
export function requireTelemetryChoice({ env }: Pick<MemoryTools, 'env'>): void {
  if (env('MEM0_TELEMETRY') !== undefined) return
  throw new UsageError(
    'mem0 reports how it is used to its makers unless MEM0_TELEMETRY is set',
    'Set MEM0_TELEMETRY=false (or true, to let it).',
  )
}

function warnings(tools: MemoryTools, { version }: Sdk): string[] {
  return [
    'mem0 open-source tells its writing model the date of today as the date of the conversation; the real one stands in the text only, and its requests differ from day to day.',
    ...(tools.embedder === null ? ['Its vectors have no semantics: no embedding model was named.'] : []),
    ...(version === 'unknown' ? ['The version of mem0ai could not be read.'] : []),
  ]
}
