import type { Case } from '../core/case.ts'
import { hashJson } from '../core/hash.ts'
import type { Json } from '../core/json.ts'
import type { LedgerEntry } from '../core/model.ts'
import { defaultMemorySettings, noModelSettings, type RunRecord } from '../core/run.ts'
import type { OutcomeRow, ResultReference, StageResult } from '../core/store.ts'

/** Small rows for tests of stores: everything has a value, and any part can be replaced. */

export function sampleRun(id: string, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    state: 'running',
    provenance: { host: 'test' },
    spec: {
      formatVersion: 1,
      data: {
        dataset: 'sample',
        split: null,
        view: 'as-published',
        pools: 'original',
        rekey: false,
        rowBase: 'unique',
        seed: 1,
        limit: null,
        ids: null,
        where: [],
        sample: null,
      },
      descriptor: {
        id: 'sample',
        benchmark: 'demo',
        title: 'Demo',
        source: 'test',
        revision: null,
        licence: 'none',
        attribution: 'nobody',
        layout: 'demo',
        notes: [],
      },
      protocol: 'strict',
      matcher: 'greedy',
      failures: 'default',
      repeats: 1,
      concurrency: 1,
      models: noModelSettings,
      memory: defaultMemorySettings,
      programs: { timeout: 120_000, maxOutput: 16_777_216 },
      fresh: null,
      tracks: [],
    },
    ...changes,
  }
}

export function sampleCase(id: string, changes: Partial<Case> = {}): Case {
  const input = changes.input ?? { dialogue: [{ role: 'user', content: `hello from ${id}` }] }
  const gold = changes.gold ?? { items: [`gold of ${id}`] }
  return {
    id,
    hash: hashJson([input, gold]),
    cluster: `cluster of ${id}`,
    input,
    gold,
    row: { id },
    tags: { type: ['a', 'b'], language: ['en'] },
    weight: 1,
    recordings: { 'model-x': { raw: 'said' }, 'model-y': { raw: null } },
    ...changes,
  }
}

export function sampleResult(fingerprint: string, output: Json, stage = 'respond'): StageResult {
  return { fingerprint, stage, outputHash: hashJson(output), output, duration: 1.5, finishedAt: 17 }
}

type Key = Partial<ResultReference> & Pick<ResultReference, 'run' | 'case'>

export function sampleReference(key: Key): ResultReference {
  return {
    track: 't',
    system: 's',
    repeat: 0,
    attempt: 0,
    stage: 'respond',
    instrument: '',
    fingerprint: `print of ${key.case}`,
    failure: null,
    reused: false,
    ...key,
  }
}

export function sampleOutcome(key: Partial<OutcomeRow> & Pick<OutcomeRow, 'run' | 'case'>): OutcomeRow {
  return {
    track: 't',
    system: 's',
    repeat: 0,
    attempt: 0,
    instrument: 'exact@1',
    metric: 'f1',
    outcome: { status: 'scored', numerator: 1, denominator: 3 },
    bounds: { worst: { numerator: 0, denominator: 3 }, best: { numerator: 3, denominator: 3 } },
    ...key,
  }
}

export function sampleCall(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    at: 1_700_000_000_000,
    model: 'demo/model',
    purpose: 'respond',
    outcome: 'answered',
    detail: null,
    usage: { input: 100, output: 10, cachedInput: null, reasoning: null },
    latency: 12.5,
    cost: 0.25,
    worstCost: null,
    request: 'request',
    ...changes,
  }
}

/** All items of a stream. */
export async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
