import { RapportError } from '../../core/errors.ts'

interface Advice {
  /** SQLite's own words for the code: the package leaves the code out when reading rows fails. */
  readonly words: string
  readonly problem: string
  readonly fix: string
}

/** Primary result codes, from https://sqlite.org/rescode.html. */
const BUSY = 5
const LOCK = {
  problem: 'is locked by another process',
  fix: 'Wait until the other run or tool that uses it is done, then try again.',
}
const DAMAGE = {
  problem: 'is damaged or is no database',
  fix: 'Restore it from a backup, or move it away and start with a new one; a run can be done again.',
}
const ADVICE: ReadonlyMap<number, Advice> = new Map([
  [BUSY, { words: 'database is locked', ...LOCK }],
  [6, { words: 'database table is locked', ...LOCK }],
  [
    8,
    {
      words: 'attempt to write a readonly database',
      problem: 'is read-only',
      fix: 'Give your user write permission on the file and its folder, or set RAPPORT_HOME to another folder.',
    },
  ],
  [
    10,
    {
      words: 'disk I/O error',
      problem: 'could not be read or written',
      fix: 'Check the disk and its free space. SQLite needs a local file system, not a network share.',
    },
  ],
  [11, { words: 'database disk image is malformed', ...DAMAGE }],
  [
    13,
    {
      words: 'database or disk is full',
      problem: 'can not grow: the disk is full',
      fix: 'Free some space and resume the run; what was committed is kept.',
    },
  ],
  [
    14,
    {
      words: 'unable to open database file',
      problem: 'can not be opened',
      fix: 'The path must be a file in a folder that you may write to; set RAPPORT_HOME to choose another folder.',
    },
  ],
  [26, { words: 'file is not a database', ...DAMAGE }],
])
/** Extended code: CONSTRAINT (19) of a foreign key. */
const FOREIGN_KEY = 787

/** SQLite's result code, extended where it is known. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode
  for (const [code, { words }] of ADVICE) if (error.message.includes(words)) return code
  return undefined
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
  const advice = code === undefined ? undefined : ADVICE.get(code & 0xff)
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
