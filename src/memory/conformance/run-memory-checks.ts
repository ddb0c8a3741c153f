import { Fault } from '../../core/fault.ts'
import type { MemoryCheckResult } from '../../core/memory-checks.ts'
import type { MemorySystem } from '../../core/memory.ts'
import { deletes, isolation, startsEmpty } from './apart.ts'
import { becomesReady, keepsSomething, writeReadBack } from './basics.ts'
import {
  Ended,
  endsTheRun,
  failed,
  notMeasured,
  withBench,
  type MemoryCheck,
  type MemoryCheckOptions,
  type Verdict,
} from './bench.ts'
import { datedFact } from './dated-fact.ts'
import { knowledgeUpdate } from './knowledge-update.ts'
import { quote } from './quote.ts'
import { idsListed, returnsAtMostK } from './search-shape.ts'
import { selects } from './selects.ts'
import { survivesABadSession } from './survives.ts'
import { emptyMessage, longMessages, unicode } from './texts.ts'

/** In the order of `memoryChecks`; the first two can spare the others. */
const checks: readonly MemoryCheck[] = [
  becomesReady,
  keepsSomething,
  writeReadBack,
  datedFact,
  isolation,
  deletes,
  startsEmpty,
  knowledgeUpdate,
  unicode,
  longMessages,
  emptyMessage,
  survivesABadSession,
  returnsAtMostK,
  idsListed,
  selects,
]

/**
 * Tries what every memory system should do, one check after the other, each in scopes of its own that are destroyed
 * afterwards. About twenty short sessions are told. A check that fails ends nothing: its result stands beside the
 * system's scores.
 * @returns one result per check, in the order of `memoryChecks`
 * @throws RunStop, UsageError and the signal's reason, which end the run; every other error is a result
 */
export async function runMemoryChecks(
  system: MemorySystem,
  options: MemoryCheckOptions,
): Promise<readonly MemoryCheckResult[]> {
  const results: MemoryCheckResult[] = []
  let blocked: string | undefined
  for (const check of checks) {
    options.signal.throwIfAborted()
    const verdict = blocked === undefined ? await runCheck(check, system, options) : notMeasured(blocked)
    blocked = verdict.blocks ?? blocked
    results.push({ check: check.id, state: verdict.state, detail: verdict.detail })
  }
  return results
}

async function runCheck(
  check: MemoryCheck,
  system: MemorySystem,
  options: MemoryCheckOptions,
): Promise<Verdict> {
  const exempt = check.exempt?.(system) ?? null
  if (exempt !== null) return { state: 'not-applicable', detail: exempt }
  try {
    return await withBench(system, check.id, options, (bench) => check.run(bench))
  } catch (error) {
    if (error instanceof Ended) return error.verdict
    if (endsTheRun(error, options.signal)) throw error
    const message = quote(error instanceof Error ? error.message : String(error))
    return error instanceof Fault && error.by === 'infrastructure'
      ? notMeasured(`Something else stood in the way: ${message}.`)
      : failed(`It threw where nothing should: ${message}.`)
  }
}
