import type { Store } from '../core/store.ts'

/** A system on a track of a run. */
export interface Answered {
  readonly run: string
  readonly track: string
  readonly system: string
}

/**
 * Whether two systems gave the same readable answer, word by word, to every case that both were asked, in every
 * repeat. Cases are the same where their content is.
 * @returns false also where one of them failed, and where they have no case in common
 */
export async function sameAnswers(store: Store, a: Answered, b: Answered): Promise<boolean> {
  const [first, second] = [await answersOf(store, a), await answersOf(store, b)]
  const common = [...first.keys()].filter((hash) => second.has(hash))
  return (
    common.length > 0 &&
    common.every((hash) => {
      const [one = [], other = []] = [first.get(hash), second.get(hash)]
      return one.length === other.length && one.every((answer, i) => answer !== null && answer === other[i])
    })
  )
}

/** Fingerprints of the parsed answers by content hash of the case, repeat by repeat; null: failed. */
async function answersOf(
  store: Store,
  { run, track, system }: Answered,
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const latest = new Map<string, { attempt: number; fingerprint: string | null }>()
  for await (const reference of store.references(run, { track, system })) {
    if (reference.stage !== 'parse' || reference.instrument !== '') continue
    const key = `${reference.repeat} ${reference.case}`
    if ((latest.get(key)?.attempt ?? 0) > reference.attempt) continue
    const { attempt, failure } = reference
    latest.set(key, { attempt, fingerprint: failure === null ? reference.fingerprint : null })
  }
  const repeats = new Set([...latest.keys()].map((key) => Number(key.slice(0, key.indexOf(' ')))))
  const answers = new Map<string, readonly (string | null)[]>()
  for await (const { id, hash } of store.caseSummaries(run, track)) {
    const own = [...repeats]
      .toSorted((x, y) => x - y)
      .map((repeat) => latest.get(`${repeat} ${id}`)?.fingerprint ?? null)
    answers.set(hash, own)
  }
  return answers
}
