import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../core/clock.ts'
import type { CliContext } from '../context.ts'
import { runCli } from '../program.ts'
import { errorText, exitCodeOf } from '../show-error.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const main = join(root, 'dist', 'cli', 'main.js')

/** What a command left on its streams, and what it ended with. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A folder that is a working directory and a home of its own. */
export function makeFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'rapport-cli-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Environment of a test: nothing of the caller's that changes what is printed or where runs live. */
export function testEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name): [string, string][] => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(kept), ...extra }
}

/** Runs a command inside this process, as `main` would: no start of Node, so hundreds of them stay cheap. */
export async function inProcess(
  cwd: string,
  argv: readonly string[],
  options: {
    env?: Readonly<Record<string, string>>
    signal?: AbortSignal
    columns?: number
    /** A made-up one that counts its readings when absent; waiting for a provider needs a real one. */
    clock?: Clock
  } = {},
): Promise<Ended> {
  let out = ''
  let err = ''
  let now = Date.UTC(2026, 0, 2)
  const context: CliContext = {
    env: testEnv(options.env),
    cwd,
    stdout: {
      write: (text) => void (out += text),
      ...(options.columns === undefined ? {} : { columns: options.columns, isTTY: true }),
    },
    stderr: { write: (text) => void (err += text) },
    clock: options.clock ?? { now: () => (now += 1), monotonic: () => now },
    signal: options.signal ?? new AbortController().signal,
    whileBusy: (work) => work(),
  }
  try {
    await runCli(argv, context, '0.0.0')
    return { code: 0, out, err }
  } catch (error) {
    return { code: exitCodeOf(error), out, err: `${err}${errorText(error)}\n` }
  }
}

/** Builds dist/ when the sources are newer; for `beforeAll` of tests with real processes. */
export async function buildOnce(): Promise<void> {
  const { code, err } = await ended(
    spawn(process.execPath, ['scripts/build.mjs', '--if-stale'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  if (code !== 0) throw new Error(`the build failed: ${err}`)
}

/** Starts the built command line as a process of its own. */
export function start(
  cwd: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [main, ...argv], {
    cwd,
    env: testEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Waits for the end of a process; `code` is -1 when a signal ended it. */
export function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }))
  })
}

/** Runs the built command line to its end. */
export function rapport(
  cwd: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return ended(start(cwd, argv, env))
}
