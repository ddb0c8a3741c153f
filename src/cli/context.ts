import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../core/clock.ts'
import type { OpenContext } from '../core/track.ts'
import type { ProgressStream } from './progress-bar.ts'

/** The world outside, handed to every command: only `main` reads the process. */
export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: ProgressStream
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Runs work during which `signal` can't be heard; signals of the system end the process at once meanwhile. */
  whileBusy<T>(work: () => T): T
}

/** The folder of runs and data: RAPPORT_HOME, else `.rapport` in the working directory. */
export function homeOf(context: Pick<CliContext, 'env' | 'cwd'>): string {
  const named = context.env['RAPPORT_HOME']
  return named === undefined || named === '' ? join(context.cwd, '.rapport') : resolve(context.cwd, named)
}

export function storePath(context: Pick<CliContext, 'env' | 'cwd'>): string {
  return join(homeOf(context), 'rapport.db')
}

/** Folder of this package, wherever it is installed: the nearest one upwards that holds the sample. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!(existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'sample')))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the package is incomplete: no sample folder')
    folder = parent
  }
  return folder
}

export function openContext(context: Pick<CliContext, 'env' | 'cwd'>): OpenContext {
  return {
    home: join(homeOf(context), 'data'),
    sample: join(packageRoot(), 'sample'),
    workingDirectory: context.cwd,
  }
}

/** Colours: on a terminal, unless NO_COLOR is set; FORCE_COLOR asks for them elsewhere. */
export function wantsColor(context: Pick<CliContext, 'env' | 'stdout'>): boolean {
  if ((context.env['NO_COLOR'] ?? '') !== '') return false
  if ((context.env['FORCE_COLOR'] ?? '') !== '' && context.env['FORCE_COLOR'] !== '0') return true
  return context.stdout.isTTY === true && context.env['TERM'] !== 'dumb'
}

/** Cells of the terminal; COLUMNS for pipes, else 100. */
export function widthOf(context: Pick<CliContext, 'env' | 'stdout'>): number {
  const told = Number(context.env['COLUMNS'])
  return context.stdout.columns ?? (Number.isInteger(told) && told > 0 ? told : 100)
}
