import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { checkShape } from '../../core/check-shape.ts'
import { RapportError } from '../../core/errors.ts'
import type { RunRecord } from '../../core/run.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { readJsonFile } from '../../io/json-file.ts'
import { plainText } from '../../reports/format.ts'
import { ConflictError, ForbiddenError } from '../../server/problems.ts'
import type { Job, Resume, Retry, StartRun } from '../../server/schemas/runs.ts'
import type { ControlPort } from '../../server/workbench.ts'
import { homeOf, packageRoot } from '../context.ts'
import { modelSources } from '../model-sources.ts'
import { newRunId } from '../provenance.ts'
import { workerOf, workerText } from '../run-worker.ts'
import { isHere } from './run-watch.ts'
import type { StoreSource, WorkbenchContext } from './store-source.ts'
import { outsideSystems, refuseOutside, type Surroundings } from './web-words.ts'

/** What is kept of a command that was started. */
const jobFileSchema = z.object({
  id: z.string(),
  command: z.enum(['run', 'resume', 'retry']),
  run: z.string(),
  pid: z.number().int(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  exitCode: z.number().int().nullable(),
})
type JobFile = z.infer<typeof jobFileSchema>

/** Bytes of what a command said that are shown. */
const SAID = 8000

/** Commands that are listed. */
const LISTED = 100

/** Until a command has claimed its run it is known by its process alone. */
const CLAIMED_BY = 10 * 60_000

/**
 * Commands of this package in processes of their own: they go on when the workbench is closed, and what they did is
 * found again afterwards.
 */
export class Jobs implements ControlPort {
  readonly #source: StoreSource
  readonly #context: WorkbenchContext
  /** The command line that is started: this package's own. */
  readonly #entry: string
  /** What was started here, as it is now: a file may be behind. */
  readonly #own = new Map<string, JobFile>()

  constructor(
    source: StoreSource,
    context: WorkbenchContext,
    entry: string = join(packageRoot(), 'dist', 'cli', 'main.js'),
  ) {
    this.#source = source
    this.#context = context
    this.#entry = entry
  }

  async start(request: StartRun): Promise<Job> {
    const used = (await this.#source.runs()).map(({ spec }) => spec.data.dataset)
    refuseOutside(request, used, this.#around())
    const { tracks, systems, data, split, judge = [], limit, maxCost, allowEgress } = request
    const id = newRunId(this.#context.clock.now())
    // Values are tied to their options, so that none can be taken for another option.
    return this.#spawn('run', id, [
      'run',
      ...tracks,
      `--run-id=${id}`,
      ...systems.map((word) => `--system=${word}`),
      `--data=${data}`,
      ...(split === undefined ? [] : [`--split=${split}`]),
      ...judge.map((word) => `--judge=${word}`),
      ...(limit === undefined ? [] : [`--limit=${limit}`]),
      ...(maxCost === undefined ? [] : [`--max-cost=${maxCost}`]),
      ...(allowEgress === true ? ['--allow-egress'] : []),
    ])
  }

  async stop(id: string): Promise<boolean> {
    const { store, run } = await this.#source.run(id)
    const worker = await workerOf(store, run, 'serve', this.#context)
    if (worker === null) return false
    if (worker === 'unknown')
      throw new ConflictError(`run ${id} was taken by a process this very moment`, 'try again in a moment')
    if (!isHere(worker))
      throw new ConflictError(
        `run ${id} is worked on by ${workerText(worker)}, another machine`,
        'stop it there with Ctrl-C',
      )
    if (worker.pid === process.pid)
      throw new ConflictError(`run ${id} is worked on by this server itself`, 'wait until it is done')
    try {
      process.kill(worker.pid, 'SIGINT')
    } catch (error) {
      throw new RapportError(`${workerText(worker)} can't be told to stop`, {
        fix: 'it belongs to another user, or has just ended; look again in a moment',
        cause: error,
      })
    }
    return true
  }

  async resume(id: string, { maxCost, allowEgress }: Resume): Promise<Job> {
    await this.#goesOn(id)
    return this.#spawn('resume', id, [
      'resume',
      id,
      ...(maxCost === undefined ? [] : [`--max-cost=${maxCost}`]),
      ...(allowEgress === true ? ['--allow-egress'] : []),
    ])
  }

  async retry(id: string, { what, allowEgress }: Retry): Promise<Job> {
    await this.#goesOn(id)
    return this.#spawn('retry', id, [
      'retry',
      id,
      ...(what === 'all' ? [] : [`--${what}`]),
      ...(allowEgress === true ? ['--allow-egress'] : []),
    ])
  }

  async jobs(): Promise<Job[]> {
    const folder = this.#folder()
    if (!existsSync(folder)) return []
    const names = (await readdir(folder)).filter((name) => /^[\w.-]+\.json$/.test(name)).toSorted()
    const jobs: Job[] = []
    for (const name of names.slice(-LISTED).toReversed()) {
      const path = join(folder, name)
      const file = await readJsonFile(path)
        .then((json) => checkShape(jobFileSchema, json, { file: path }))
        .catch(() => null)
      if (file !== null) jobs.push(await this.#view(file))
    }
    return jobs.toSorted((a, b) => b.startedAt - a.startedAt)
  }

  /** @throws RapportError for a run that a page must not go on with, and one that somebody works on */
  async #goesOn(id: string): Promise<void> {
    const { store, run } = await this.#source.readyRun(id)
    const outside = outsideSystems(run, this.#around())
    if (outside.length > 0)
      throw new ForbiddenError(
        `run ${id} has systems of your own, which a page must not start: ${outside.map(plainText).join(', ')}`,
        `go on with it on the command line: rapport resume ${id}`,
      )
    const worker = await workerOf(store, run, 'serve', this.#context)
    if (worker !== null)
      throw new ConflictError(
        `run ${id} is being worked on by ${workerText(worker)}`,
        'wait for it, or stop it',
      )
  }

  async #spawn(command: Job['command'], run: string, argv: readonly string[]): Promise<Job> {
    if (!existsSync(this.#entry))
      throw new RapportError('the command line of this package is not built', {
        fix: 'build it: npm run build',
      })
    const folder = this.#folder()
    await mkdir(folder, { recursive: true })
    const startedAt = this.#context.clock.now()
    const id = `${newRunId(startedAt)}${randomBytes(2).toString('hex')}`
    const log = openSync(this.#logOf(id), 'a', 0o600)
    // The token is for readers of the workbench alone.
    const { RAPPORT_TOKEN: _token, ...env } = this.#context.env
    try {
      const child = spawn(process.execPath, [this.#entry, ...argv], {
        cwd: this.#context.cwd,
        env,
        detached: true,
        stdio: ['ignore', log, log],
        windowsHide: true,
      })
      const pid = await new Promise<number>((resolve, reject) => {
        child.once('spawn', () => resolve(child.pid ?? 0))
        child.once('error', reject)
      })
      const file: JobFile = { id, command, run, pid, startedAt, endedAt: null, exitCode: null }
      this.#own.set(id, file)
      // Told as well as can be: a server that was closed before finds out by the run itself.
      const written = this.#write(file)
      child.on('exit', (code) => {
        const endedAt = this.#context.clock.now()
        const ended = { ...file, endedAt, exitCode: code }
        this.#own.set(id, ended)
        void written.then(() => this.#write(ended)).catch(() => {})
      })
      await written
      child.unref()
      return await this.#view(file)
    } finally {
      closeSync(log)
    }
  }

  async #view(written: JobFile): Promise<Job> {
    const file = this.#own.get(written.id) ?? written
    const { pid: _pid, ...job } = file
    return { ...job, state: await this.#stateOf(file), said: await this.#said(file.id) }
  }

  async #stateOf(file: JobFile): Promise<Job['state']> {
    if (file.endedAt !== null) return file.exitCode === 0 ? 'done' : 'failed'
    if (this.#own.has(file.id)) return 'running'
    const store = await this.#source.existing()
    const run = await store?.run(file.run)
    const isFresh = this.#context.clock.now() - file.startedAt < CLAIMED_BY
    if (isAlive(file.pid) && isFresh) return 'running'
    if (store === null || run === undefined) return 'failed'
    // Long after its start a number of a process may be that of another one; the run's lock tells.
    const worker = await workerOf(store, run, 'serve', this.#context)
    if (worker !== null && worker !== 'unknown' && worker.pid === file.pid && isHere(worker)) return 'running'
    return isOver(run) ? 'done' : 'failed'
  }

  /** The end of what it said; a line that was drawn over and over is its last state. */
  async #said(id: string): Promise<string> {
    const file = await open(this.#logOf(id), 'r').catch(() => null)
    if (file === null) return ''
    try {
      const { size } = await file.stat()
      const length = Math.min(size, SAID)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
      const text = buffer.subarray(0, bytesRead).toString('utf8')
      return shownLog(size > SAID ? text.slice(text.indexOf('\n') + 1) : text)
    } finally {
      await file.close()
    }
  }

  #around(): Surroundings {
    return { sources: modelSources(this.#context.env), cwd: this.#context.cwd }
  }

  #folder(): string {
    return join(homeOf(this.#context), 'jobs')
  }

  #logOf(id: string): string {
    return join(this.#folder(), `${id}.log`)
  }

  #write(file: JobFile): Promise<void> {
    return writeTextFile(join(this.#folder(), `${file.id}.json`), `${JSON.stringify(file)}\n`)
  }
}

/** What a program wrote, without what only a terminal understands. */
export function shownLog(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => plainText(stripVTControlCharacters(line.split('\r').at(-1) ?? '')).trimEnd())
    .join('\n')
    .trim()
}

function isOver({ state }: RunRecord): boolean {
  return state === 'done'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Of another user, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
