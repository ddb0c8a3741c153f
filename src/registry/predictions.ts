import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PredictionFile } from '../benchmarks/alpsbench/data/predictions.ts'
import { isJsonObject } from '../core/json.ts'
import type { Track } from '../core/track.ts'
import type { PredictionRows } from '../systems/prediction-file.ts'

/**
 * Opens a prediction file of a track: the whole file is checked against the contract before anything is run.
 * @param name the file's name in messages
 * @param ids ids of the cases that will be scored; each must have exactly one row, and no other id may occur
 * @throws InputError with file, line, column, id and rule
 */
export async function openPredictions(
  path: string,
  name: string,
  track: Pick<Track, 'checkRow'>,
  ids: ReadonlySet<string>,
): Promise<PredictionRows> {
  const file = await PredictionFile.open(path, {
    name,
    checkRow: (row) => track.checkRow(row),
    ids,
    missing: 'error',
  })
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return {
    hash: hash.digest('hex'),
    async row(id) {
      const row = await file.read(id)
      if (!isJsonObject(row)) return undefined
      const { benchmark_id: _id, ...prediction } = row
      return prediction
    },
    close: () => file.close(),
  }
}
