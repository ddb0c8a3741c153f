import { randomBytes } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../store/index.ts'
import { buildOnce, ended, inProcess, makeFolder, rapport, start } from './testing/cli.ts'
import { callsIn, untilCalls, writeProgram } from './testing/programs.ts'

const CASES = 12
const CONCURRENCY = 3
const TRACK = 'alpsbench/extraction'

let folder = ''
let remove = (): void => {}
beforeAll(buildOnce)
beforeEach(() => ({ path: folder, remove } = makeFolder()))
afterEach(() => remove())

const runOf = (system: string): string[] => [
  'run',
  TRACK,
  '--no-baselines',
  '--quiet',
  `--system=${system}`,
  `--limit=${CASES}`,
  `--concurrency=${CONCURRENCY}`,
]

/** Cases whose answer is in the store: what a crash may not cost. */
async function answered(home: string): Promise<Set<string>> {
  const store = await openStore(join(home, '.rapport', 'rapport.db'))
  try {
    const [run] = await store.runs()
    const cases = new Set<string>()
    for await (const { stage, case: id, failure } of store.references(run?.id ?? '', {}))
      if (stage === 'respond' && failure === null) cases.add(id)
    return cases
  } finally {
    await store.close()
  }
}

/** Every outcome of the newest run, as CSV. */
async function outcomes(home: string): Promise<string> {
  const { code, err } = await rapport(home, [
    'export',
    'latest',
    '--form',
    'outcomes-csv',
    '--out',
    'outcomes',
  ])
  if (code !== 0) throw new Error(err)
  return readFileSync(join(home, 'outcomes', 'outcomes.csv'), 'utf8')
}

/** How often each case was asked for more than once. */
function repeated(calls: readonly string[]): string[] {
  return calls.filter((id, index) => calls.indexOf(id) !== index)
}

let whole = ''
beforeAll(async () => {
  const made = makeFolder()
  try {
    expect(await inProcess(made.path, runOf(writeProgram(made.path)))).toMatchObject({ code: 0 })
    expect(callsIn(made.path)).toHaveLength(CASES)
    whole = await outcomes(made.path)
    expect(whole.split('\n').length).toBeGreaterThan(CASES)
  } finally {
    made.remove()
  }
})

/** The first `count` calls are answered; later ones wait until they are let go. */
const waitingAfter = (count: number): string => `
if [ "$(wc -l < calls.txt)" -gt ${count} ]; then while [ ! -e go ]; do sleep 0.02; done; fi
answer`

describe('kill -9', () => {
  // Programs that the killed command leaves behind answer into nothing while resume is at work.
  it.each([1, 3, 5, 7, 9])(
    'at call %i: resume keeps what finished and repeats only what was under way',
    async (count) => {
      const child = start(folder, runOf(writeProgram(folder, waitingAfter(count))))
      const end = ended(child)
      await untilCalls(folder, count, end)
      child.kill('SIGKILL')
      expect((await end).code).toBe(-1)
      const kept = await answered(folder)
      expect(kept.size).toBeGreaterThanOrEqual(count - CONCURRENCY)
      expect(kept.size).toBeLessThanOrEqual(count)

      writeFileSync(join(folder, 'go'), '')
      expect(await rapport(folder, ['resume', 'latest', '--quiet'])).toMatchObject({ code: 0, err: '' })
      const twice = repeated(callsIn(folder))
      expect(twice.length).toBeLessThanOrEqual(CONCURRENCY)
      expect(twice.filter((id) => kept.has(id))).toEqual([])
      expect(new Set(callsIn(folder)).size).toBe(CASES)
      expect(await outcomes(folder)).toBe(whole)

      const before = callsIn(folder).length
      expect(await inProcess(folder, ['resume', 'latest', '--quiet'])).toMatchObject({ code: 0 })
      expect(callsIn(folder)).toHaveLength(before)
    },
  )

  it('while the data is read leaves a run that says what to do', async () => {
    // What a kill leaves then: a run whose cases are not complete. Written directly, to hit the moment.
    await inProcess(folder, runOf('oracle'))
    const store = await openStore(join(folder, '.rapport', 'rapport.db'))
    const [run] = await store.runs()
    if (run === undefined) throw new Error('no run')
    await store.createRun({ ...run, id: 'half', createdAt: run.createdAt + 1, state: 'planning' })
    await store.close()
    for (const command of ['resume', 'retry', 'rescore', 'report']) {
      const { code, out, err } = await inProcess(folder, [command, 'latest'])
      expect(err).toContain('run half was stopped while its data was read')
      expect(err).toContain('start it again with the command you used')
      expect({ code, out }).toEqual({ code: 2, out: '' })
    }
    expect(await inProcess(folder, ['report', run.id])).toMatchObject({ code: 0 })
  })
})

describe('a signal', () => {
  /** Answers the first three calls, and later ones only when it is told so. Its own line counts: others may be quicker. */
  const stuck = `
own=$(grep -nxF -m 1 "$id" calls.txt | cut -d: -f1)
if [ "$own" -gt 3 ] && [ -z "$LET_GO" ]; then exec sleep 1000; fi
answer`

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s stops, keeps what finished and says how to go on; resume completes',
    async (signal) => {
      const child = start(folder, runOf(writeProgram(folder, stuck)))
      const end = ended(child)
      await untilCalls(folder, 3 + CONCURRENCY, end)
      child.kill(signal)
      const { code, out, err } = await end
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain('rapport: stopped; everything that finished is kept')
      const id = /go on with: rapport resume (\S+)/.exec(err)?.[1] ?? ''
      const kept = await answered(folder)
      expect(kept.size).toBe(3)
      expect((await inProcess(folder, ['list', 'runs'])).out).toMatch(new RegExp(`${id}\\s+stopped`))

      const resumed = await inProcess(folder, ['resume', id, '--quiet'], { env: { LET_GO: '1' } })
      expect(resumed).toMatchObject({ code: 0, err: '' })
      expect(callsIn(folder)).toHaveLength(CASES + CONCURRENCY)
      expect(repeated(callsIn(folder)).filter((call) => kept.has(call))).toEqual([])
      expect(await outcomes(folder)).toBe(whole)
    },
  )

  it('a second Ctrl-C leaves at once with 130', async () => {
    // The second signal is sent as soon as the first was acknowledged; the stop may be quicker than that.
    const child = start(folder, runOf(writeProgram(folder, stuck)))
    const end = ended(child)
    await untilCalls(folder, 3 + CONCURRENCY, end)
    let sent = false
    child.stderr?.on('data', () => {
      if (!sent) child.kill('SIGINT')
      sent = true
    })
    child.kill('SIGINT')
    const { code } = await end
    expect([1, 130]).toContain(code)
    expect(await inProcess(folder, ['resume', 'latest', '--quiet'], { env: { LET_GO: '1' } })).toMatchObject({
      code: 0,
    })
    expect(await outcomes(folder)).toBe(whole)
  })
})

describe('what is asked again', () => {
  it('nothing when the same command is run twice, everything with --fresh', async () => {
    const run = runOf(writeProgram(folder))
    expect(await inProcess(folder, run)).toMatchObject({ code: 0 })
    expect(callsIn(folder)).toHaveLength(CASES)
    expect(await inProcess(folder, run)).toMatchObject({ code: 0 })
    expect(callsIn(folder)).toHaveLength(CASES)
    expect(await outcomes(folder)).toBe(whole)
    expect(await inProcess(folder, [...run, '--fresh'])).toMatchObject({ code: 0 })
    expect(callsIn(folder)).toHaveLength(2 * CASES)
  })

  it('nothing for another instrument', async () => {
    await inProcess(folder, runOf(writeProgram(folder)))
    const { code, out } = await inProcess(folder, [
      'rescore',
      'latest',
      '--scorer',
      'public-exact',
      '--quiet',
      '--json',
    ])
    expect(code).toBe(0)
    expect(out).toContain('"instrument": "public-exact@1"')
    expect(out).toContain('"instrument": "strict-match@1"')
    expect(callsIn(folder)).toHaveLength(CASES)
  })

  it('a crash by resume and retry, an unusable answer only by retry, what was answered by neither', async () => {
    const some = `
if [ -z "$WELL" ]; then
  case "$id" in
    *3) exit 7 ;;
    *6) echo sorry; exit 0 ;;
  esac
fi
answer`
    await inProcess(folder, runOf(writeProgram(folder, some)))
    expect(callsIn(folder)).toHaveLength(CASES)
    expect(await outcomes(folder)).toMatch(/crash[^]*unusable-output/)
    const well = { env: { WELL: '1' } }
    expect(await inProcess(folder, ['resume', 'latest', '--quiet'], well)).toMatchObject({ code: 0 })
    expect(callsIn(folder).slice(CASES)).toEqual(['sess_demo03__3'])
    expect(await inProcess(folder, ['retry', 'latest', '--quiet'], well)).toMatchObject({ code: 0 })
    expect(callsIn(folder).slice(CASES + 1)).toEqual(['sess_demo06__6'])
    expect(await outcomes(folder)).not.toMatch(/crash|unusable-output/)
  })

  it('nothing at all by a program that changed: resume refuses and says what to do', async () => {
    await inProcess(folder, runOf(writeProgram(folder)))
    appendFileSync(join(folder, 'program.sh'), `# ${randomBytes(4).toString('hex')}\n`)
    const { code, err } = await inProcess(folder, ['resume', 'latest', '--quiet'])
    expect(code).toBe(2)
    expect(err).toContain('has changed since run')
    expect(err).toContain('start a new run')
    expect(callsIn(folder)).toHaveLength(CASES)
  })
})

describe('two runs in one home at once', () => {
  it('both finish, with the same outcomes', async () => {
    const run = runOf(writeProgram(folder))
    const both = await Promise.all([rapport(folder, run), rapport(folder, run)])
    expect(both.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 0, err: '' },
      { code: 0, err: '' },
    ])
    expect(await outcomes(folder)).toBe(whole)
    expect((await inProcess(folder, ['list', 'runs'])).out.match(/ done /g)).toHaveLength(2)
  })
})
