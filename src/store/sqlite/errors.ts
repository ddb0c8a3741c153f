import { RapportError } from '../../core/errors.ts'

/** Primary result codes, from https://sqlite.org/rescode.html. */
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26
/** Extended code: CONSTRAINT (19) of a foreign key. */
const FOREIGN_KEY = 787

const DAMAGED = {
  problem: 'is damaged or is no database',
  fix: 'Restore it from a backup, or move it away and start with a new one; a run can be done again.',
}
const ADVICE: Readonly<Record<number, { problem: string; fix: string }>> = {
  [BUSY]: {
    problem: 'is locked by another process',
    fix: 'Wait until the other run or tool that uses it is done, then try again.',
  },
  [LOCKED]: {
    problem: 'is locked by another process',
    fix: 'Wait until the other run or tool that uses it is done, then try again.',
  },
  [READONLY]: {
    problem: 'is read-only',
    fix: 'Give your user write permission on the file and its folder, or set RAPPORT_HOME to another folder.',
  },
  [IOERR]: {
    problem: 'could not be read or written',
    fix: 'Check the disk and its free space. SQLite needs a local file system, not a network share.',
  },
  [CORRUPT]: DAMAGED,
  [NOTADB]: DAMAGED,
  [FULL]: {
    problem: 'can not grow: the disk is full',
    fix: 'Free some space and resume the run; what was committed is kept.',
  },
  [CANTOPEN]: {
    problem: 'can not be opened',
    fix: 'The path must be a file in a folder that you may write to; set RAPPORT_HOME to choose another folder.',
  },
}

/** SQLite's extended result code, as node:sqlite and its package put it on errors. */
export function resultCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

/** True when another process holds a lock; the same call may succeed later. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code !== undefined && (code & 0xff) === BUSY
}

/** What any error of the database means to a person. */
export function storeError(error: unknown, path: string): RapportError {
  if (error instanceof RapportError) return error
  const place = { file: path }
  const code = resultCode(error)
  if (code === FOREIGN_KEY) {
    return new RapportError('rows can only be stored for a run that exists', {
      cause: error,
      fix: 'Check the id of the run; `rapport list runs` shows all.',
    })
  }
  const advice = code === undefined ? undefined : ADVICE[code & 0xff]
  const detail = error instanceof Error ? error.message : String(error)
  if (advice === undefined) {
    return new RapportError(`the store failed: ${detail}`, {
      cause: error,
      place,
      fix: 'This looks like a fault of Rapport; please report it with this message.',
    })
  }
  const { problem, fix } = advice
  return new RapportError(`the store ${problem} (${detail})`, { cause: error, place, fix })
}
