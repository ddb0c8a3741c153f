import type { Clock } from '../../core/clock.ts'
import { UsageError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import type { MemoryScope, MemorySystem } from '../../core/memory.ts'
import type { SampleKey } from '../../core/model.ts'
import type { GrowthPoint, GrowthResult } from './growth-result.ts'
import { MOST_SESSIONS, spread, syntheticUser, type SyntheticUser } from './synthetic-user.ts'

export interface GrowthOptions {
  /** Sessions at which it is measured, growing. */
  readonly sizes: readonly number[]
  readonly seed: number
  /** Most questions at each size. */
  readonly facts: number
  /** Items that a search is asked for. */
  readonly k: number
  readonly clock: Clock
  /** Milliseconds that the system is given to become ready, at each size. */
  readonly wait: number
  readonly signal: AbortSignal
  readonly sample: SampleKey
  /** Letters, digits and `-`, at most 64; no other run has it. */
  readonly scope: string
  readonly countTokens: (text: string) => Promise<number>
  /** After each session and each question. */
  readonly onProgress?: (progress: { sessions: number; of: number; asked: number }) => void
}

export const defaultGrowthSizes: readonly number[] = [10, 100, 1_000, 10_000]

const TOKEN_BUDGET = 8_192

interface Run extends Omit<GrowthOptions, 'onProgress'> {
  readonly user: SyntheticUser
  readonly memory: MemoryScope
  readonly system: MemorySystem
  readonly onProgress: NonNullable<GrowthOptions['onProgress']>
}

/**
 * Tells a made-up user's history to one scope, session by session, and measures at each size: time of ingest, waiting
 * and search, how many planted facts are found, and how much is kept. Each session tells one fact; the questions at a
 * size are about sessions evenly spread over all so far. A stop ends it between sessions, with the sizes that are done.
 * The scope is destroyed in the end.
 * @throws UsageError for sizes that do not grow, or more than 1,000,000 sessions; RunStop
 */
export async function measureGrowth(system: MemorySystem, options: GrowthOptions): Promise<GrowthResult> {
  checkOptions(options)
  const { seed, k, sizes, signal } = options
  const points: GrowthPoint[] = []
  const result = (stopped: boolean): GrowthResult => ({
    memory: system.name,
    version: system.version,
    seed,
    k,
    sizes: [...sizes],
    points,
    stopped,
  })
  if (signal.aborted) return result(true)
  const memory = await system.open({ id: options.scope, state: null, sample: options.sample, signal })
  const run: Run = {
    ...options,
    user: syntheticUser(seed),
    memory,
    system,
    onProgress: options.onProgress ?? (() => {}),
  }
  try {
    for (const [index, size] of sizes.entries()) points.push(await grow(run, sizes[index - 1] ?? 0, size))
    return result(false)
  } catch (error) {
    // Whatever was thrown once the user has stopped it is the stop.
    if (signal.aborted) return result(true)
    throw error
  } finally {
    await destroyQuietly(memory)
  }
}

function checkOptions({ sizes, facts, k }: GrowthOptions): void {
  const growing = sizes.every(
    (size, index) => Number.isInteger(size) && size > (sizes[index - 1] ?? 0) && size <= MOST_SESSIONS,
  )
  if (sizes.length === 0 || !growing) {
    throw new UsageError(
      `sizes of a growing history must be growing whole numbers up to ${MOST_SESSIONS}, not ${sizes.join(', ')}`,
    )
  }
  if (!Number.isInteger(facts) || facts < 1 || !Number.isInteger(k) || k < 1) {
    throw new UsageError('growth needs at least one question and one item')
  }
}

/** Tells the sessions from one size to the next, and measures there. */
async function grow(run: Run, from: number, size: number): Promise<GrowthPoint> {
  const { memory, clock, signal, wait } = run
  const of = run.sizes.at(-1) ?? size
  const times: number[] = []
  let refused = 0
  for (let index = from; index < size; index += 1) {
    signal.throwIfAborted()
    const began = clock.monotonic()
    try {
      await memory.ingest(run.user.session(index))
      times.push(clock.monotonic() - began)
    } catch (error) {
      if (endsAll(error, signal)) throw error
      refused += 1
    }
    run.onProgress({ sessions: index + 1, of, asked: 0 })
  }
  signal.throwIfAborted()
  const began = clock.monotonic()
  const { state: readiness } = await memory.waitReady(wait)
  const waiting = clock.monotonic() - began
  const { search, facts } = await ask(run, size)
  return {
    sessions: size,
    ingest: times.length === 0 ? null : { mean: mean(times), p95: percentile(times, 95) },
    refused,
    waiting,
    readiness,
    search,
    facts,
    ...(await kept(run, size)),
  }
}

async function ask(run: Run, size: number): Promise<Pick<GrowthPoint, 'search' | 'facts'>> {
  const { clock, memory, signal, system } = run
  const k = Math.min(run.k, system.capabilities.maxK ?? run.k)
  const times: number[] = []
  const facts = { asked: 0, first: 0, within: 0, lost: 0 }
  for (const index of spread(size, run.facts)) {
    signal.throwIfAborted()
    const { question, answer } = run.user.fact(index)
    try {
      const began = clock.monotonic()
      const found = await memory.search(question, { k, tokenBudget: TOKEN_BUDGET, asOf: null })
      times.push(clock.monotonic() - began)
      const rank = found
        .slice(0, k)
        .findIndex(({ text }) => text.toLowerCase().includes(answer.toLowerCase()))
      facts.asked += 1
      if (rank === 0) facts.first += 1
      if (rank !== -1) facts.within += 1
    } catch (error) {
      if (endsAll(error, signal)) throw error
      // What the system throws is an answer that it does not have.
      if (error instanceof Fault && error.by === 'infrastructure') facts.lost += 1
      else facts.asked += 1
    }
    run.onProgress({ sessions: size, of: run.sizes.at(-1) ?? size, asked: facts.asked + facts.lost })
  }
  const search = times.length === 0 ? null : { p50: percentile(times, 50), p95: percentile(times, 95) }
  return { search, facts }
}

async function kept(
  { memory, system, countTokens }: Run,
  size: number,
): Promise<Pick<GrowthPoint, 'stored' | 'storedPerSession' | 'storedTokens'>> {
  if (!system.capabilities.list) return { stored: null, storedPerSession: null, storedTokens: null }
  const items = await memory.list()
  let storedTokens = 0
  for (const { text } of items) storedTokens += await countTokens(text)
  return { stored: items.length, storedPerSession: items.length / size, storedTokens }
}

const endsAll = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || error instanceof RunStop || error instanceof UsageError

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Nearest rank: a time that was really taken. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0
}

async function destroyQuietly(memory: MemoryScope): Promise<void> {
  try {
    await memory.destroy()
  } catch {
    // What was measured stays true; the conformance suite says whether deleting works.
  }
}
