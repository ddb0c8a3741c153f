import type { LedgerEntry } from '../../core/model.ts'

/** What the calls of one model for one purpose came to. */
export interface LedgerRow {
  readonly model: string
  readonly purpose: string
  /** Tries, failed ones included. */
  readonly calls: number
  readonly failed: number
  /** Failed tries by what went wrong. */
  readonly failures: Readonly<Record<string, number>>
  /** Sums of what the providers reported. */
  readonly input: number
  readonly output: number
  readonly cachedInput: number
  readonly reasoning: number
  /** US dollars of the calls whose cost is known. */
  readonly cost: number
  /** Calls whose cost is not known: unpriced, or failed without a word about usage. */
  readonly uncosted: number
  /** Mean milliseconds of the answered calls; null when none was. */
  readonly latency: number | null
}

interface Sums {
  calls: number
  failed: number
  failures: Record<string, number>
  input: number
  output: number
  cachedInput: number
  reasoning: number
  cost: number
  uncosted: number
  latency: number
}

/** Sums a ledger per model and purpose, in the order of their names. */
export async function summariseLedger(
  entries: AsyncIterable<LedgerEntry> | Iterable<LedgerEntry>,
): Promise<readonly LedgerRow[]> {
  const groups = new Map<string, { model: string; purpose: string; sums: Sums }>()
  for await (const entry of entries) {
    const key = JSON.stringify([entry.model, entry.purpose])
    const group = groups.get(key) ?? { model: entry.model, purpose: entry.purpose, sums: emptySums() }
    groups.set(key, group)
    add(group.sums, entry)
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { model, purpose, sums }]) => {
      const answered = sums.calls - sums.failed
      return { ...sums, model, purpose, latency: answered === 0 ? null : sums.latency / answered }
    })
}

function emptySums(): Sums {
  return {
    calls: 0,
    failed: 0,
    failures: {},
    input: 0,
    output: 0,
    cachedInput: 0,
    reasoning: 0,
    cost: 0,
    uncosted: 0,
    latency: 0,
  }
}

function add(sums: Sums, { outcome, detail, usage, latency, cost }: LedgerEntry): void {
  sums.calls += 1
  if (outcome === 'failed') {
    const reason = detail ?? 'unknown'
    sums.failed += 1
    sums.failures[reason] = (sums.failures[reason] ?? 0) + 1
  } else sums.latency += latency
  sums.input += usage.input ?? 0
  sums.output += usage.output ?? 0
  sums.cachedInput += usage.cachedInput ?? 0
  sums.reasoning += usage.reasoning ?? 0
  if (cost === null) sums.uncosted += 1
  else sums.cost += cost
}
