import { Fault } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { FileSystem } from '../core/system.ts'

/** A validated prediction file, read row by row. */
export interface PredictionRows {
  /** SHA-256 of the file's bytes. */
  readonly hash: string
  /** The row's contract keys without its id; undefined when the file has none for this id. */
  row(id: string): Promise<JsonObject | undefined>
  close(): Promise<void>
}

/** A system that answers from a prediction file under the contract (AlpsBench spec 1.7). */
export function createPredictionFileSystem(id: string, rows: PredictionRows): FileSystem {
  return {
    id,
    kind: 'ranked',
    access: 'id',
    identity: { system: 'prediction-file', version: '1', file: rows.hash },
    external: false,
    async respond({ id: caseId }) {
      const value = await rows.row(caseId)
      if (value === undefined)
        throw new Fault('missing-row', 'infrastructure', 'the prediction file has no row for this case')
      return { form: 'contract', value }
    },
    close: () => rows.close(),
  }
}
