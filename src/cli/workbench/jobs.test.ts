import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../core/store.ts'
import type { Job } from '../../server/schemas/runs.ts'
import { openStore } from '../../store/index.ts'
import { sampleRun } from '../../testing/store-rows.ts'
import { makeFolder, testEnv } from '../testing/cli.ts'
import { Jobs, shownLog } from './jobs.ts'
import { StoreSource, type WorkbenchContext } from './store-source.ts'

let folder: ReturnType<typeof makeFolder>
let store: Store
let source: StoreSource
let jobs: Jobs
let children: ChildProcess[] = []
beforeEach(async () => {
  folder = makeFolder()
  const home = join(folder.path, '.rapport')
  const context: WorkbenchContext = {
    cwd: folder.path,
    env: testEnv({ RAPPORT_TOKEN: 'a-token-of-thirty-two-characters', RAPPORT_HOME: home }),
    clock: { now: () => Date.now(), monotonic: () => 0 },
  }
  // Stands for the command line: says what it was given, and ends as its first word says.
  const entry = join(folder.path, 'main.mjs')
  writeFileSync(
    entry,
    `const [command, ...words] = process.argv.slice(2)
     console.error('\\u001B[31mred\\u001B[0m 10%\\r20%')
     console.log(JSON.stringify({ words, token: process.env.RAPPORT_TOKEN ?? null, home: process.env.RAPPORT_HOME }))
     process.exit(command === 'retry' ? 3 : 0)`,
  )
  source = new StoreSource(context)
  jobs = new Jobs(source, context, entry)
  store = await openStore(join(home, 'rapport.db'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await store.close()
  await source.close()
  folder.remove()
})

/** The newest job, once it is over. */
async function over(): Promise<Job> {
  for (;;) {
    const [job] = await jobs.jobs()
    if (job !== undefined && job.state !== 'running') return job
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('starts the command line with every word in its place, without a shell and without the token', async () => {
  const started = await jobs.start({
    tracks: ['alpsbench/extraction'],
    systems: ['oracle', 'memory:bm25+openai/gpt-4.1'],
    data: 'sample',
    judge: ['openai/gpt-4.1-mini'],
    limit: 3,
    maxCost: 0.5,
    allowEgress: true,
  })
  expect(started).toMatchObject({ command: 'run', exitCode: null })
  const job = await over()
  expect(job).toMatchObject({ state: 'done', exitCode: 0, run: started.run })
  const [, said] = job.said.split('\n')
  expect(JSON.parse(said ?? '')).toEqual({
    words: [
      'alpsbench/extraction',
      `--run-id=${started.run}`,
      '--system=oracle',
      '--system=memory:bm25+openai/gpt-4.1',
      '--data=sample',
      '--judge=openai/gpt-4.1-mini',
      '--limit=3',
      '--max-cost=0.5',
      '--allow-egress',
    ],
    token: null,
    home: join(folder.path, '.rapport'),
  })
  expect(job.said.split('\n')[0]).toBe('20%')
})

it('goes on with a run, and says how that ended', async () => {
  await store.createRun(sampleRun('r', { state: 'stopped' }))
  await jobs.resume('r', { maxCost: 2 })
  expect(await over()).toMatchObject({ command: 'resume', state: 'done', run: 'r' })
  await jobs.retry('r', { what: 'failed' })
  const failed = await over()
  expect(failed).toMatchObject({ command: 'retry', state: 'failed', exitCode: 3 })
  expect(failed.said).toContain('"words":["r","--failed"]')
})

it('does not go on with what is not there, or is worked on', async () => {
  await expect(jobs.resume('none', {})).rejects.toThrow('there is no run')
  await store.createRun(sampleRun('r', { state: 'running' }))
  const claim = await store.claimRun('r', { pid: 1, host: 'elsewhere', since: 0, command: 'run' })
  await expect(jobs.resume('r', {})).rejects.toThrow('process 1 on elsewhere')
  await expect(jobs.stop('r')).rejects.toThrow('another machine')
  if ('release' in claim) await claim.release()
  expect(await jobs.jobs()).toEqual([])
})

it('does not start programs of a run again', async () => {
  const run = sampleRun('r', { state: 'stopped' })
  const word = 'program:sh -c id'
  const program = { id: word, kind: 'ranked' as const, spec: word, identity: {}, states: [], warnings: [] }
  const tracks = [
    { track: 'alpsbench/update', version: '1', systems: [program], instruments: [], judged: [] },
  ]
  await store.createRun({ ...run, spec: { ...run.spec, tracks } })
  await expect(jobs.resume('r', {})).rejects.toThrow('systems of your own')
  expect(await jobs.jobs()).toEqual([])
})

it('tells whoever works on a run to stop, in a terminal too, and nobody else', async () => {
  const child = spawn(
    process.execPath,
    ['-e', "process.on('SIGINT', () => process.exit(7)); setInterval(() => {}, 1000); console.log('ready')"],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  children.push(child)
  if (child.stdout !== null) await once(child.stdout, 'data')
  const owner = { pid: child.pid ?? 0, host: hostname(), since: 0, command: 'run' }
  await store.createRun(sampleRun('r', { state: 'running' }))
  // It says that it goes on, and the lock is not held: the number may be that of any process by now.
  expect(await jobs.stop('r')).toBe(false)
  const claim = await store.claimRun('r', owner)
  expect(await jobs.stop('r')).toBe(true)
  expect(await once(child, 'exit')).toEqual([7, null])
  if ('release' in claim) await claim.release()
})

it('of what a command drew over and over the last is shown, without control characters', () => {
  expect(shownLog('a\u001B[2K\r\u001B[1mb\u001B[0m\u202Ec\r\nlast\u0000\n')).toBe('b c\nlast')
})

it('what an earlier server started is found again: by the lock of its run while it goes on, then by its state', async () => {
  const folderOfJobs = join(folder.path, '.rapport', 'jobs')
  mkdirSync(folderOfJobs, { recursive: true })
  const job = { command: 'resume', startedAt: 0, endedAt: null, exitCode: null, pid: process.pid }
  for (const id of ['finished', 'stopped', 'working', 'gone'])
    writeFileSync(join(folderOfJobs, `${id}.json`), JSON.stringify({ ...job, id, run: id }))
  writeFileSync(join(folderOfJobs, 'damaged.json'), '{"id":')
  await store.createRun(sampleRun('finished', { state: 'done' }))
  await store.createRun(sampleRun('stopped', { state: 'stopped' }))
  await store.createRun(sampleRun('working', { state: 'running' }))
  await store.claimRun('working', { pid: process.pid, host: hostname(), since: 0, command: 'resume' })
  const states = Object.fromEntries((await jobs.jobs()).map(({ run, state }) => [run, state]))
  expect(states).toEqual({ finished: 'done', stopped: 'failed', working: 'running', gone: 'failed' })
})
