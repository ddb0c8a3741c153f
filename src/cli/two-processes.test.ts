import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildOnce, ended, inProcess, makeFolder, rapport, start } from './testing/cli.ts'
import { callsIn, untilCalls, writeProgram } from './testing/programs.ts'

const CASES = 4
const CONCURRENCY = 2

let folder: ReturnType<typeof makeFolder>
beforeAll(buildOnce)
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

/** Answers when the file `go` is there. */
const waiting = 'while [ ! -e go ]; do sleep 0.02; done; answer'
const run = (system: string): string[] =>
  `run alpsbench/extraction --no-baselines --quiet --limit=${CASES} --concurrency=${CONCURRENCY} --system`
    .split(' ')
    .concat(system)
const letGo = (): void => writeFileSync(join(folder.path, 'go'), '')

describe('a second process on a run', () => {
  it.each(['resume', 'retry', 'rescore', 'rejudge --judge compatible/x'])(
    '%s is told who works on it, asks nothing and changes nothing',
    async (words) => {
      const first = start(folder.path, run(writeProgram(folder.path, waiting)))
      const end = ended(first)
      await untilCalls(folder.path, CONCURRENCY, end)
      const [command = '', ...options] = words.split(' ')
      const { code, out, err } = await rapport(folder.path, [command, 'latest', '--quiet', ...options])
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(
        new RegExp(
          `^rapport: run \\S+ is being worked on by process ${first.pid} on \\S+ \\(rapport run, since \\d{4}-\\d\\d-\\d\\dT\\S+Z\\)\n.*wait until that process ends, or end it, and try again; figures so far: rapport report \\S+\n$`,
        ),
      )
      expect(callsIn(folder.path)).toHaveLength(CONCURRENCY)
      const soFar = await rapport(folder.path, ['report', 'latest'])
      expect(soFar.code).toBe(0)
      expect(soFar.err).toMatch(new RegExp(`^run \\S+ goes on: process ${first.pid} on .*figures so far\n$`))
      expect((await inProcess(folder.path, ['list', 'runs'])).out).toMatch(/ running /)
      letGo()
      expect(await end).toMatchObject({ code: 0, err: '' })
      expect(callsIn(folder.path)).toHaveLength(CASES)
      expect(await rapport(folder.path, ['resume', 'latest', '--quiet'])).toMatchObject({ code: 0, err: '' })
      expect(callsIn(folder.path)).toHaveLength(CASES)
    },
  )

  it('works on it as soon as the first was killed, also when programs of the first live on', async () => {
    const first = start(folder.path, run(writeProgram(folder.path, waiting)))
    const end = ended(first)
    await untilCalls(folder.path, CONCURRENCY, end)
    first.kill('SIGKILL')
    await end
    expect((await inProcess(folder.path, ['list', 'runs'])).out).toMatch(/ stopped \(killed\) /)
    expect((await inProcess(folder.path, ['report', 'latest'])).err).not.toContain('goes on')
    const second = start(folder.path, ['resume', 'latest', '--quiet'])
    const secondEnd = ended(second)
    // Its own calls tell that it holds the run.
    await untilCalls(folder.path, 2 * CONCURRENCY, secondEnd)
    const { code, err } = await inProcess(folder.path, ['resume', 'latest', '--quiet'])
    expect(code).toBe(1)
    expect(err).toContain(`process ${second.pid} on `)
    expect(err).toContain('(rapport resume, since ')
    letGo()
    expect(await secondEnd).toMatchObject({ code: 0, err: '' })
    expect(callsIn(folder.path)).toHaveLength(CASES + CONCURRENCY)
  })

  it('of two that resume at the same moment, one does the work', async () => {
    const first = start(folder.path, run(writeProgram(folder.path, waiting)))
    const end = ended(first)
    await untilCalls(folder.path, CONCURRENCY, end)
    first.kill('SIGKILL')
    await end
    const resume = (): ReturnType<typeof rapport> => rapport(folder.path, ['resume', 'latest', '--quiet'])
    const racers = [resume(), resume()]
    // The one that is refused ends first: the other waits for its programs.
    expect(await Promise.race(racers)).toMatchObject({ code: 1, out: '' })
    letGo()
    const codes = (await Promise.all(racers)).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(callsIn(folder.path)).toHaveLength(CASES + CONCURRENCY)
  })
})
