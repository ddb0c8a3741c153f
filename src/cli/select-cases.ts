import { tagValues, type Case } from '../core/case.ts'
import { UsageError } from '../core/errors.ts'
import type { DataSelection } from '../core/run.ts'
import { nearest } from './suggest.ts'

/**
 * The cases of a track that a selection keeps, in their order.
 * @param drawn ids that a sample keeps of what the selection leaves; all when absent
 * @throws UsageError at the end when an id of `--ids` was not met, and when nothing at all was kept
 */
export async function* selectCases(
  cases: AsyncIterable<Case>,
  selection: Pick<DataSelection, 'limit' | 'ids' | 'where'>,
  track: string,
  drawn?: ReadonlySet<string>,
): AsyncGenerator<Case> {
  const wanted = selection.ids === null ? null : new Set(selection.ids)
  // What there is, for the message; gathered only where something can be wrong.
  const ids: string[] = []
  const tags = new Map<string, Set<string>>()
  let kept = 0
  for await (const subject of cases) {
    if (wanted !== null) ids.push(subject.id)
    if (selection.where.length > 0) noteTags(subject, tags)
    if (wanted !== null && !wanted.has(subject.id)) continue
    if (!selection.where.every(({ tag, value }) => tagValues(subject.tags, tag).includes(value))) continue
    wanted?.delete(subject.id)
    if (drawn?.has(subject.id) === false) continue
    kept += 1
    yield subject
    if (kept === selection.limit || kept === drawn?.size || wanted?.size === 0) break
  }
  if (wanted !== null && wanted.size > 0 && kept !== selection.limit && drawn === undefined) {
    const [first = ''] = wanted
    const near = nearest(first, ids)
    throw new UsageError(
      `${track} has no case ${JSON.stringify(first)}`,
      near.length > 0
        ? `did you mean ${near.join(' or ')}?`
        : 'ids are those of the prediction contract, such as the benchmark_id of a row',
    )
  }
  if (kept === 0)
    throw new UsageError(`no case of ${track} fits the selection`, emptyFix(selection.where, tags))
}

/** At most this many values of a tag are kept for a message. */
const VALUES_KEPT = 200

function noteTags(subject: Case, tags: Map<string, Set<string>>): void {
  for (const [tag, values] of Object.entries(subject.tags)) {
    const known = tags.get(tag) ?? new Set()
    tags.set(tag, known)
    for (const value of values) if (known.size < VALUES_KEPT) known.add(value)
  }
}

/** Names the tags, or the values of a tag, that would have fitted. */
function emptyFix(where: DataSelection['where'], tags: ReadonlyMap<string, ReadonlySet<string>>): string {
  for (const { tag, value } of where) {
    const values = tags.get(tag)
    const known = values ?? tags.keys()
    if (values?.has(value) === true) continue
    const names = [...known].toSorted()
    const near = nearest(values === undefined ? tag : value, names)
    if (near.length > 0) return `did you mean ${near.join(' or ')}?`
    const what = values === undefined ? 'tags are' : `values of ${tag} are`
    if (names.length > 0) return `${what} ${names.slice(0, 12).join(', ')}`
  }
  return 'loosen --where, --split or --ids'
}
