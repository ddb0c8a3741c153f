import { loadSdk, requiredEnv } from '../../core/memory-sdk.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { MemorySystem } from '../../core/memory.ts'
import { openCloudScope } from './cloud-scope.ts'
import { requireTelemetryChoice } from './mem0.ts'

const NAME = 'mem0-cloud'
const ownHost = 'https://api.mem0.ai'

/**
 * mem0's service, which is another system than the open-source package: it writes and ranks items with models of its
 * own. `MEM0_API_KEY` is needed; `MEM0_BASE_URL` names another host.
 * @throws UsageError when the package, the key or a word on telemetry is missing
 */
export async function createMem0Cloud(tools: MemoryTools): Promise<MemorySystem> {
  const apiKey = requiredEnv(tools, NAME, 'MEM0_API_KEY')
  requireTelemetryChoice(tools)
  const host = (tools.env('MEM0_BASE_URL') ?? ownHost).replace(/\/+$/, '')
  const sdk = await loadSdk(tools, 'mem0ai')
  return {
    name: NAME,
    version: sdk.version,
    identity: { package: 'mem0ai', adapter: '1', rerank: false, dates: 'native' },
    capabilities: {
      dates: 'native',
      // Given texts are stored as they are with `infer: false`.
      preload: true,
      list: true,
      asOf: false,
      readOnlySearch: true,
      readiness: 'told',
      keeps: 'service',
      maxK: null,
    },
    facts: {
      embedder: 'its own',
      extractionModel: 'its own',
      extractionPrompt: 'its own',
      searches: true,
    },
    warnings: [
      'mem0-cloud is experimental: it was never run against the real service with a key, only against a server that imitates its documentation.',
      'What mem0-cloud costs is on its own bill and in no ledger here.',
    ],
    open: (request) => Promise.resolve(openCloudScope(tools, sdk, { apiKey, host }, request)),
  }
}
