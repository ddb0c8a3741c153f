import type { Case } from '../../core/case.ts'
import { contentHash, hashJson } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { AnswerPlan, MemoryHistory, SearchPlan } from '../../core/memory-plan.ts'
import {
  ingestedSchema,
  readySchema,
  type Ingested,
  type Ready,
  type Retrieved,
} from '../../core/memory-record.ts'
import type { MemoryItem, MemoryScope, Readiness } from '../../core/memory.ts'
import type { StageInput, SystemStage } from '../../core/stage.ts'
import { fitBudget } from './fit-budget.ts'
import { guarded } from './guarded.ts'
import type { MemoryBench } from './bench.ts'
import { plainItem } from './plain-item.ts'
import { fill, notReady } from './scopes.ts'

/**
 * What stages see of a case: only what the memory is told. A scope that is no state belongs to one case, so that what was
 * seen of it is nothing to another case that was told the same.
 */
function seenHistory({ plan, memory }: MemoryBench): SystemStage['seen'] {
  const isShared = memory.capabilities.keeps === 'state'
  const hashes = new WeakMap<Case, string>()
  return (subject) => {
    const known = hashes.get(subject) ?? hashJson(historyJson(plan.history(subject)))
    hashes.set(subject, known)
    return { history: known, ...(isShared ? {} : { scope: subject.id }) }
  }
}

function historyJson({ given, sessions }: MemoryHistory): Json {
  return {
    given: given.map((one) => ({ ...one })),
    sessions: sessions.map((session) => ({
      ...session,
      messages: session.messages.map((message) => ({ ...message })),
    })),
  }
}

const keyOf = ({ subject, context }: StageInput) => ({ case: subject.id, context })

/** A case whose stage fails goes no further: its scope is destroyed. */
function droppingScope<T>({ scopes }: MemoryBench, run: (input: StageInput) => Promise<T>) {
  return async (input: StageInput): Promise<T> => {
    try {
      return await run(input)
    } catch (error) {
      await scopes.drop(keyOf(input))
      throw error
    }
  }
}

/** `ingest` tells the memory everything; `ready` waits until it can be found, and looks at what is kept. */
export function fillStages(bench: MemoryBench): SystemStage[] {
  const { memory, plan, terms, scopes, tools } = bench
  const seen = seenHistory(bench)
  const settings = { memory: bench.identity, plan: plan.version }
  const ingest: SystemStage = {
    kind: 'system',
    name: 'ingest',
    version: '1',
    needs: [],
    settings,
    eager: true,
    seen,
    run: droppingScope(bench, async (input): Promise<Ingested> => {
      const { signal } = input.context
      const history = plan.history(input.subject)
      const scope = await scopes.fresh(keyOf(input))
      const failed = await fill(memory, scope, history, signal)
      const messages = history.sessions.flatMap((session) => session.messages)
      const texts = [...history.given.map(({ text }) => text), ...messages.map(({ content }) => content)]
      const state =
        memory.capabilities.keeps === 'state'
          ? await guarded('snapshot', signal, async () => (await scope.snapshot?.()) ?? null)
          : null
      return {
        sessions: history.sessions.length,
        messages: messages.length,
        tokens: await sum(texts, (text) => tools.countTokens(text)),
        failed: failed.map((one) => ({ ...one })),
        usage: { ...scope.usage() },
        state,
      }
    }),
  }
  const ready: SystemStage = {
    kind: 'system',
    name: 'ready',
    version: '1',
    needs: ['ingest'],
    settings: { ...settings, wait: terms.wait },
    eager: true,
    draws: true,
    seen,
    run: droppingScope(bench, async (input): Promise<Ready> => {
      const { signal } = input.context
      const { state } = ingestedSchema.parse(input.upstream['ingest'])
      const wait = terms.wait * 1000
      const history = plan.history(input.subject)
      const scope = await scopes.filled(keyOf(input), { state, stored: null, history, wait })
      const readiness = await guarded('wait', signal, () => scope.waitReady(wait))
      if (readiness.state === 'timeout') throw notReady(wait)
      const stored = memory.capabilities.list
        ? await guarded('list', signal, async () => (await scope.list()).map(plainItem))
        : null
      if (plan.use === 'list') await scopes.release(keyOf(input), null)
      return {
        readiness: readiness.state,
        lost: lostSessions(readiness),
        stored,
        storedTokens: stored === null ? null : await sum(stored, ({ text }) => tools.countTokens(text)),
      }
    }),
  }
  return [ingest, ready]
}

/** Searches the memory, keeps the first k, and trims them to the token budget. */
export function retrieveStage(bench: MemoryBench, plan: AnswerPlan | SearchPlan): SystemStage {
  const { memory, terms, scopes, tools } = bench
  const { searches } = memory.facts
  const seen = seenHistory(bench)
  const wanted = plan.use === 'search' ? plan.k : terms.k
  const k = Math.min(wanted, memory.capabilities.maxK ?? wanted)
  return {
    kind: 'system',
    name: 'retrieve',
    version: '1',
    needs: ['ingest', 'ready'],
    settings: { memory: bench.identity, plan: plan.version, k: wanted, budget: terms.budget },
    eager: true,
    draws: true,
    seen: (subject, fold) => ({ told: seen(subject, fold), query: contentHash(plan.query(subject.input)) }),
    run: droppingScope(bench, async (input): Promise<Retrieved> => {
      const { signal } = input.context
      const { state } = ingestedSchema.parse(input.upstream['ingest'])
      const { stored } = readySchema.parse(input.upstream['ready'])
      const key = keyOf(input)
      const history = plan.history(input.subject)
      const isListed = memory.capabilities.keeps === 'state' || scopes.has(key)
      const scope = await scopes.filled(key, { state, stored, history, wait: terms.wait * 1000 })
      // What was told again has other ids than what was listed.
      const listed = stored === null || isListed ? stored : await guarded('list', signal, () => scope.list())
      const query = plan.query(input.subject.input)
      const began = tools.clock.monotonic()
      const returned = await guarded('search', signal, () =>
        search(scope, query, { k: searches ? k : Number.MAX_SAFE_INTEGER, tokenBudget: terms.budget }),
      )
      const searchTime = searches ? tools.clock.monotonic() - began : null
      const found = (searches ? returned.slice(0, k) : returned).map(plainItem)
      const fitted =
        plan.use === 'search'
          ? { items: [], tokens: 0, trimmed: false }
          : await fitBudget(found, terms.budget, (text) => tools.countTokens(text))
      // What does not search gives the newest first, so that the budget leaves out the oldest; it is shown in order.
      const shown = searches ? fitted.items : fitted.items.toReversed()
      return {
        query,
        k: searches ? k : null,
        returned: returned.length,
        found,
        shown: shown.map((item) => ({ ...plainItem(item), raw: null })),
        trimmed: fitted.trimmed,
        tokens: fitted.tokens,
        unlisted: listed === null ? null : unlisted(found, listed),
        deleted: await scopes.release(key, query),
        searchTime,
      }
    }),
  }
}

function search(
  scope: MemoryScope,
  query: string,
  { k, tokenBudget }: { k: number; tokenBudget: number },
): Promise<readonly MemoryItem[]> {
  return scope.search(query, { k, tokenBudget, asOf: null })
}

/** Ids that a search gave and the list of what is kept does not have. */
function unlisted(found: readonly MemoryItem[], stored: readonly MemoryItem[]): string[] {
  const known = new Set(stored.map(({ id }) => id))
  return found.map(({ id }) => id).filter((id) => !known.has(id))
}

function lostSessions(readiness: Readiness): string[] {
  return readiness.state === 'failed' ? [...readiness.sessions] : []
}

async function sum<T>(values: readonly T[], of: (value: T) => Promise<number>): Promise<number> {
  let total = 0
  for (const value of values) total += await of(value)
  return total
}
