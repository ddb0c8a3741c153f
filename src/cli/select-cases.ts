import type { Case } from '../core/case.ts'
import { UsageError } from '../core/errors.ts'
import type { DataSelection } from '../core/run.ts'

/**
 * The cases of a track that a selection keeps, in their order.
 * @throws UsageError at the end when an id of `--ids` was not met, and when nothing at all was kept
 */
export async function* selectCases(
  cases: AsyncIterable<Case>,
  selection: Pick<DataSelection, 'limit' | 'ids' | 'where'>,
  track: string,
): AsyncGenerator<Case> {
  const wanted = selection.ids === null ? null : new Set(selection.ids)
  let kept = 0
  for await (const subject of cases) {
    if (wanted !== null && !wanted.has(subject.id)) continue
    if (!selection.where.every(({ tag, value }) => subject.tags[tag]?.includes(value) === true)) continue
    wanted?.delete(subject.id)
    kept += 1
    yield subject
    if (kept === selection.limit || wanted?.size === 0) break
  }
  if (wanted !== null && wanted.size > 0 && kept !== selection.limit) {
    const [first = ''] = wanted
    throw new UsageError(
      `${track} has no case ${JSON.stringify(first)}`,
      'ids are those of the prediction contract, such as the benchmark_id of a row',
    )
  }
  if (kept === 0)
    throw new UsageError(`no case of ${track} fits the selection`, 'loosen --where, --split or --ids')
}
