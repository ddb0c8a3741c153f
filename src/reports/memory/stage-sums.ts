import { quantile } from './latency.ts'
import { z } from 'zod'
import { ingestedSchema, readySchema, retrievedSchema } from '../../core/memory-record.ts'
import type { CaseSummary } from '../../core/store.ts'
import { amount } from './amount.ts'
import type { MemoryRetrieval, MemoryStorage, StoredLanguage } from './memory-report.ts'
import type { StageVisit } from './stage-results.ts'
import { storedLanguage, type ToldLanguage } from './told-language.ts'

// Of outputs that can hold ten thousand items with raw answers, only what is counted is looked at.
const toldSchema = ingestedSchema.pick({ sessions: true, tokens: true, failed: true })
const keptSchema = readySchema.pick({ readiness: true, lost: true, storedTokens: true }).extend({
  stored: z.array(z.object({ text: z.string(), sources: z.array(z.string()) })).nullable(),
})
const foundSchema = retrievedSchema.pick({
  k: true,
  returned: true,
  trimmed: true,
  searchTime: true,
  tokens: true,
  unlisted: true,
  deleted: true,
})

interface Told {
  readonly sessions: number
  readonly tokens: number
  readonly thrownOn: number
}

interface Kept {
  readonly items: number | null
  readonly tokens: number | null
  readonly neverFound: number
  readonly isUnknown: boolean
  readonly language: StoredLanguage
}

type Found = z.infer<typeof foundSchema>

/** What one case and repeat left, as far as its stages came. */
interface Scope {
  readonly case: string
  told?: Told
  kept?: Kept
  found?: Found
}

/** Sums what the stages of one memory system left, case by case. */
export class StageSums {
  readonly #scopes = new Map<string, Scope>()
  readonly #languageOf: (id: string) => ToldLanguage | undefined

  /** @param languageOf what the user of a case wrote; undefined where that is not at hand */
  constructor(languageOf: (id: string) => ToldLanguage | undefined) {
    this.#languageOf = languageOf
  }

  add({ reference, output }: StageVisit): void {
    if (output === null) return
    const name = JSON.stringify([reference.case, reference.repeat])
    const scope = this.#scopes.get(name) ?? { case: reference.case }
    this.#scopes.set(name, scope)
    if (reference.stage === 'ingest') {
      const told = toldSchema.safeParse(output)
      if (told.success) scope.told = { ...told.data, thrownOn: told.data.failed.length }
    } else if (reference.stage === 'ready') {
      const kept = keptSchema.safeParse(output)
      if (kept.success) scope.kept = this.#kept(reference.case, kept.data)
    } else if (reference.stage === 'retrieve') {
      const found = foundSchema.safeParse(output)
      if (found.success) scope.found = found.data
    }
  }

  /** @param subjectOf cluster and weight of a case */
  storage(subjectOf: (id: string) => CaseSummary | undefined): MemoryStorage | null {
    const told = this.#those((scope) => scope.told)
    if (told.length === 0) return null
    const kept = this.#those((scope) => scope.kept)
    const listed = kept.flatMap(({ value }) => value.items ?? [])
    const both = this.#those(({ told: one, kept: other }) =>
      one === undefined || other === undefined ? undefined : { told: one, kept: other },
    )
    const language: StoredLanguage = {
      same: total(kept, ({ language: { same } }) => same),
      other: total(kept, ({ language: { other } }) => other),
      unknown: total(kept, ({ language: { unknown } }) => unknown),
    }
    return {
      scopes: told.length,
      sessions: total(told, ({ sessions }) => sessions),
      toldTokens: total(told, ({ tokens }) => tokens),
      items: listed.length === 0 ? null : listed.reduce((sum, items) => sum + items, 0),
      itemsPerSession: ratio(both, subjectOf, (one) => [one.kept.items, one.told.sessions]),
      keptShare: ratio(both, subjectOf, (one) => [one.kept.tokens, one.told.tokens]),
      thrownOn: total(told, ({ thrownOn }) => thrownOn),
      neverFound: total(kept, ({ neverFound }) => neverFound),
      readinessUnknown: kept.filter(({ value }) => value.isUnknown).length,
      language,
    }
  }

  retrieval(subjectOf: (id: string) => CaseSummary | undefined): MemoryRetrieval | null {
    const found = this.#those((scope) => scope.found)
    if (found.length === 0) return null
    const listed = found.flatMap(({ value }) => (value.unlisted === null ? [] : [value.unlisted.length]))
    const deleted = found.flatMap(({ value }) => (value.deleted === null ? [] : [value.deleted]))
    return {
      searches: found.length,
      returned: ratio(found, subjectOf, ({ returned }) => [returned, 1]),
      k: found[0]?.value.k ?? null,
      tooMany: found.filter(({ value: { k, returned } }) => k !== null && returned > k).length,
      tokensShown: ratio(found, subjectOf, ({ tokens }) => [tokens, 1]),
      trimmed: found.filter(({ value }) => value.trimmed).length,
      unlisted: listed.length === 0 ? null : listed.reduce((sum, ids) => sum + ids, 0),
      searchTime: spread(found.flatMap(({ value }) => value.searchTime ?? [])),
      deletion:
        deleted.length === 0
          ? null
          : { proven: deleted.filter((isGone) => isGone).length, of: deleted.length },
    }
  }

  #kept(id: string, { stored, storedTokens, lost, readiness }: z.infer<typeof keptSchema>): Kept {
    const told = this.#languageOf(id)
    const language = { same: 0, other: 0, unknown: 0 }
    for (const item of stored ?? [])
      language[told === undefined ? 'unknown' : storedLanguage(told, item)] += 1
    return {
      items: stored?.length ?? null,
      tokens: storedTokens,
      neverFound: lost.length,
      isUnknown: readiness === 'unknown',
      language,
    }
  }

  #those<T>(pick: (scope: Scope) => T | undefined): Value<T>[] {
    return [...this.#scopes.values()].flatMap((scope) => {
      const value = pick(scope)
      return value === undefined ? [] : [{ case: scope.case, value }]
    })
  }
}

interface Value<T> {
  readonly case: string
  readonly value: T
}

function total<T>(values: readonly Value<T>[], of: (value: T) => number): number {
  return values.reduce((sum, { value }) => sum + of(value), 0)
}

/** @param parts numerator and denominator of one scope; null where it has none */
function ratio<T>(
  values: readonly Value<T>[],
  subjectOf: (id: string) => CaseSummary | undefined,
  parts: (value: T) => readonly [numerator: number | null, denominator: number],
): ReturnType<typeof amount> {
  const cases = new Map<string, { numerator: number; denominator: number }[]>()
  for (const { case: id, value } of values) {
    const [numerator, denominator] = parts(value)
    if (numerator !== null) cases.set(id, [...(cases.get(id) ?? []), { numerator, denominator }])
  }
  return amount(
    [...cases].flatMap(([id, repeats]) => {
      const subject = subjectOf(id)
      return subject === undefined ? [] : [{ cluster: subject.cluster, weight: subject.weight, repeats }]
    }),
  )
}

function spread(times: readonly number[]): MemoryRetrieval['searchTime'] {
  const sorted = times.toSorted((a, b) => a - b)
  const [median, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)]
  return median === null || p95 === null ? null : { median, p95, n: sorted.length }
}
