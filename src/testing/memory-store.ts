import type { Case } from '../core/case.ts'
import { RapportError } from '../core/errors.ts'
import type { StoredEvent } from '../core/events.ts'
import type { Json } from '../core/json.ts'
import type { CallSubject, LedgerEntry } from '../core/model.ts'
import type { RunRecord } from '../core/run.ts'
import type {
  CallTotals,
  CommitBatch,
  OutcomeRow,
  ResultReference,
  RunClaim,
  RunOwner,
  RunStamp,
  SearchHit,
  StageTotals,
  StageResult,
  Store,
  UnitState,
} from '../core/store.ts'
import { MemoryAnnotations } from './memory-annotations.ts'
import { stageTotalsOf } from './stage-totals.ts'

interface PlacedCase {
  readonly ordinal: number
  readonly subject: Case
}

/** SQL's binary order of UTF-8 text, which is the order of code points and not of UTF-16 units. */
function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'))
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : compareText(String(left), String(right))
    if (order !== 0) return order
  }
  return 0
}

/** A copy that shares nothing with the original, so that later changes by the caller can't reach the store. */
function keep<T>(value: T): T {
  refuseUnstorable(value)
  return structuredClone(value)
}

function refuseUnstorable(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RapportError(`${value} can't be stored`, {
      fix: 'Record the case as unscored or failed instead of giving it this number.',
    })
  }
  if (typeof value !== 'object' || value === null) return
  for (const item of Object.values(value)) refuseUnstorable(item)
}

function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leaves)
}

function excerptOf(texts: readonly string[], query: string): string | undefined {
  const needle = query.toLowerCase()
  for (const text of texts) {
    const at = text.toLowerCase().indexOf(needle)
    if (at >= 0) return text.slice(Math.max(0, at - 60), at + 140)
  }
  return undefined
}

/** What a system said, without the words `text` and `contract` that only name the form. */
function spoken(output: Json): Json {
  if (typeof output !== 'object' || output === null || !('form' in output)) return output
  return output['form'] === 'text' ? (output['text'] ?? null) : (output['value'] ?? null)
}

const outcomeKey = (row: OutcomeRow) => [
  row.track,
  row.system,
  row.case,
  row.repeat,
  row.instrument,
  row.metric,
]
const referenceKey = (row: ResultReference) => [
  row.track,
  row.system,
  row.case,
  row.repeat,
  row.attempt,
  row.instrument,
  row.stage,
]

/** A Store that forgets everything when the process ends. For tests; keeps the same promises as the others. */
export class MemoryStore extends MemoryAnnotations implements Store {
  readonly #runs = new Map<string, RunRecord>()
  readonly #cases = new Map<string, Map<string, PlacedCase>>()
  readonly #results = new Map<string, StageResult>()
  readonly #references = new Map<string, Map<string, ResultReference>>()
  readonly #outcomes = new Map<string, Map<string, OutcomeRow>>()
  readonly #events = new Map<string, StoredEvent[]>()
  readonly #replies = new Map<string, Json>()
  readonly #calls = new Map<string, LedgerEntry[]>()
  readonly #owners = new Map<string, RunOwner>()
  #closed = false

  async createRun(run: RunRecord): Promise<void> {
    this.#refuseWhenClosed()
    if (this.#runs.has(run.id)) throw new RapportError(`run ${run.id} exists already`)
    this.#runs.set(run.id, keep(run))
  }

  async updateSpec(run: string, spec: RunRecord['spec'], at: number): Promise<void> {
    this.#runs.set(run, { ...this.#known(run), spec: keep(spec), updatedAt: at })
  }

  async setState(run: string, state: RunRecord['state'], at: number): Promise<void> {
    this.#runs.set(run, { ...this.#known(run), state, updatedAt: at })
  }

  async discardPlanning(run: string): Promise<void> {
    this.#refuseWhenClosed()
    if (this.#runs.get(run)?.state !== 'planning') return
    this.#runs.delete(run)
    for (const key of this.#cases.keys()) {
      if (key.startsWith(JSON.stringify([run]).slice(0, -1) + ',')) this.#cases.delete(key)
    }
  }

  async claimRun(run: string, owner: RunOwner): Promise<RunClaim | { readonly heldBy: RunOwner }> {
    this.#refuseWhenClosed()
    const heldBy = this.#owners.get(run)
    if (heldBy !== undefined) return { heldBy }
    const own = structuredClone(owner)
    this.#owners.set(run, own)
    return {
      release: async () => {
        if (this.#owners.get(run) === own) this.#owners.delete(run)
      },
    }
  }

  async run(id: string): Promise<RunRecord | undefined> {
    this.#refuseWhenClosed()
    return structuredClone(this.#runs.get(id))
  }

  async runs(): Promise<readonly RunRecord[]> {
    this.#refuseWhenClosed()
    return [...this.#runs.values()]
      .toSorted((a, b) => b.createdAt - a.createdAt || compareText(b.id, a.id))
      .map((run) => structuredClone(run))
  }

  async runStamps(): Promise<readonly RunStamp[]> {
    return (await this.runs()).map(({ id, state, updatedAt }) => ({ id, state, updatedAt }))
  }

  async putCases(run: string, track: string, cases: readonly PlacedCase[]): Promise<void> {
    this.#known(run)
    const kept = cases.map(keep)
    const byId = table(this.#cases, JSON.stringify([run, track]))
    for (const placed of kept) byId.set(placed.subject.id, placed)
  }

  async *cases(run: string, track: string) {
    for (const { subject } of this.#placed(run, track)) yield structuredClone(subject)
  }

  async case(run: string, track: string, id: string): Promise<Case | undefined> {
    return structuredClone(this.#placed(run, track).find(({ subject }) => subject.id === id)?.subject)
  }

  async *caseSummaries(run: string, track: string) {
    for (const { ordinal, subject } of this.#placed(run, track)) {
      const { id, hash, cluster, weight, tags } = subject
      yield { id, hash, cluster, weight, tags: structuredClone(tags), ordinal }
    }
  }

  async lookup(fingerprints: readonly string[]): Promise<ReadonlyMap<string, StageResult>> {
    this.#refuseWhenClosed()
    const found = new Map<string, StageResult>()
    for (const fingerprint of fingerprints) {
      const result = this.#results.get(fingerprint)
      if (result !== undefined) found.set(fingerprint, structuredClone(result))
    }
    return found
  }

  async commit(batch: CommitBatch): Promise<void> {
    this.#refuseWhenClosed()
    const { results = [], references = [], outcomes = [] } = keep(batch)
    for (const { run } of [...references, ...outcomes]) this.#known(run)
    // The first result of a fingerprint stays: later stages and other runs were computed from it.
    for (const row of results) {
      if (!this.#results.has(row.fingerprint)) this.#results.set(row.fingerprint, row)
    }
    for (const row of references) {
      table(this.#references, row.run).set(JSON.stringify(referenceKey(row)), row)
    }
    for (const row of outcomes) {
      table(this.#outcomes, row.run).set(JSON.stringify([...outcomeKey(row), row.attempt]), row)
    }
  }

  async *references(run: string, filter: { track?: string; system?: string; case?: string }) {
    this.#refuseWhenClosed()
    const rows = [...(this.#references.get(run)?.values() ?? [])]
      .filter(
        (row) =>
          (filter.track ?? row.track) === row.track &&
          (filter.system ?? row.system) === row.system &&
          (filter.case ?? row.case) === row.case,
      )
      .toSorted((a, b) => compareKeys(referenceKey(a), referenceKey(b)))
    for (const row of rows) yield structuredClone(row)
  }

  async *outcomes(
    run: string,
    filter: { track?: string; system?: string; case?: string; instrument?: string },
  ) {
    this.#refuseWhenClosed()
    const highest = new Map<string, OutcomeRow>()
    for (const row of this.#outcomes.get(run)?.values() ?? []) {
      if ((filter.track ?? row.track) !== row.track) continue
      if ((filter.system ?? row.system) !== row.system) continue
      if ((filter.case ?? row.case) !== row.case) continue
      if ((filter.instrument ?? row.instrument) !== row.instrument) continue
      const key = JSON.stringify(outcomeKey(row))
      if (row.attempt >= (highest.get(key)?.attempt ?? row.attempt)) highest.set(key, row)
    }
    const rows = [...highest.values()].toSorted((a, b) => compareKeys(outcomeKey(a), outcomeKey(b)))
    for (const row of rows) yield structuredClone(row)
  }

  async *units(run: string, track: string) {
    const units = new Map<string, UnitState>()
    for await (const row of this.references(run, { track })) {
      const { system, repeat, attempt, stage, instrument } = row
      const failure = row.failure === null ? null : { ...row.failure, stage, instrument }
      const key = JSON.stringify([system, row.case, repeat])
      const known = units.get(key)
      // References come in the order of attempts, so a new attempt replaces what was known.
      const same = known?.attempt === attempt ? known.failure : null
      units.set(key, { system, case: row.case, repeat, attempt, failure: same ?? failure })
    }
    yield* units.values()
  }

  async appendEvents(
    run: string,
    events: readonly { at: number; event: StoredEvent['event'] }[],
  ): Promise<void> {
    this.#known(run)
    const kept = keep(events)
    const list = this.#events.get(run) ?? []
    this.#events.set(run, list)
    for (const { at, event } of kept) list.push({ seq: list.length + 1, at, event })
  }

  async events(run: string, afterSeq: number): Promise<readonly StoredEvent[]> {
    this.#refuseWhenClosed()
    return structuredClone((this.#events.get(run) ?? []).filter((stored) => stored.seq > afterSeq))
  }

  async cachedReply(key: string): Promise<Json | undefined> {
    this.#refuseWhenClosed()
    return structuredClone(this.#replies.get(key))
  }

  async keepReply(key: string, reply: Json): Promise<void> {
    this.#refuseWhenClosed()
    const kept = keep(reply)
    if (!this.#replies.has(key)) this.#replies.set(key, kept)
  }

  async recordCalls(run: string, entries: readonly LedgerEntry[]): Promise<void> {
    this.#known(run)
    this.#calls.set(run, [...(this.#calls.get(run) ?? []), ...keep(entries)])
  }

  async *calls(run: string) {
    this.#refuseWhenClosed()
    const entries = (this.#calls.get(run) ?? []).toSorted((a, b) => a.at - b.at)
    for (const entry of entries) yield structuredClone(entry)
  }

  async callsAbout(run: string, about: CallSubject): Promise<readonly LedgerEntry[]> {
    const found: LedgerEntry[] = []
    for await (const entry of this.calls(run)) {
      const own = entry.about
      if (own === undefined || own.track !== about.track || own.system !== about.system) continue
      if (own.case === about.case && own.repeat === about.repeat) found.push(entry)
    }
    return found
  }

  async stageTotals(run: string): Promise<readonly StageTotals[]> {
    this.#refuseWhenClosed()
    return stageTotalsOf(this.#references.get(run)?.values() ?? [])
  }

  async callTotals(run: string): Promise<readonly CallTotals[]> {
    this.#refuseWhenClosed()
    return totalsOf(this.#calls.get(run) ?? [])
  }

  async search(query: string, options: { run?: string; limit: number }): Promise<readonly SearchHit[]> {
    this.#refuseWhenClosed()
    if (query === '') return []
    const hits: SearchHit[] = []
    for (const [key, byId] of this.#cases) {
      const [run = '', track = '']: string[] = JSON.parse(key)
      for (const { subject } of byId.values()) {
        const excerpt = excerptOf([...leaves(subject.input), ...leaves(subject.gold)], query)
        if (excerpt === undefined) continue
        hits.push({ run, track, case: subject.id, where: 'case', system: null, excerpt })
      }
    }
    for (const row of [...this.#references.values()].flatMap((rows) => [...rows.values()])) {
      const { run, track, stage, system, fingerprint } = row
      const result = this.#results.get(fingerprint)
      if (stage !== 'respond' || result === undefined) continue
      const excerpt = excerptOf(leaves(spoken(result.output)), query)
      if (excerpt !== undefined) hits.push({ run, track, case: row.case, where: stage, system, excerpt })
    }
    return hits.filter((hit) => (options.run ?? hit.run) === hit.run).slice(0, options.limit)
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  #placed(run: string, track: string): PlacedCase[] {
    this.#refuseWhenClosed()
    const byId = this.#cases.get(JSON.stringify([run, track]))
    return [...(byId?.values() ?? [])].toSorted(
      (a, b) => a.ordinal - b.ordinal || compareText(a.subject.id, b.subject.id),
    )
  }

  #known(id: string): RunRecord {
    this.#refuseWhenClosed()
    const run = this.#runs.get(id)
    if (run === undefined) throw new RapportError(`there is no run ${id}`)
    return run
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new RapportError('the store is closed')
  }
}

function totalsOf(entries: readonly LedgerEntry[]): CallTotals[] {
  const totals = new Map<string, CallTotals>()
  for (const { model, purpose, outcome, usage, cost, worstCost } of entries) {
    const key = JSON.stringify([model, purpose])
    const before = totals.get(key)
    const known = before === undefined ? 0 : before.cost
    totals.set(key, {
      model,
      purpose,
      calls: (before?.calls ?? 0) + 1,
      failed: (before?.failed ?? 0) + (outcome === 'failed' ? 1 : 0),
      inputTokens: (before?.inputTokens ?? 0) + (usage.input ?? 0),
      outputTokens: (before?.outputTokens ?? 0) + (usage.output ?? 0),
      cachedTokens: (before?.cachedTokens ?? 0) + (usage.cachedInput ?? 0),
      reasoningTokens: (before?.reasoningTokens ?? 0) + (usage.reasoning ?? 0),
      cost: known === null || cost === null ? null : known + cost,
      spent: (before?.spent ?? 0) + (cost ?? worstCost ?? 0),
      unpriced: (before?.unpriced ?? 0) + (cost === null && worstCost === null ? 1 : 0),
    })
  }
  return [...totals.values()].toSorted((a, b) => compareKeys([a.model, a.purpose], [b.model, b.purpose]))
}

function table<T>(tables: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const known = tables.get(name)
  if (known !== undefined) return known
  const created = new Map<string, T>()
  tables.set(name, created)
  return created
}
