import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { doctorCommand } from './doctor.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)

describe('rapport doctor', () => {
  it('is content with an empty folder, and leaves it empty', async () => {
    const { code, out, err } = await inProcess(folder, ['doctor'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/Node\.js +ok +\d+\./)
    expect(out).toContain('made by the first run')
    expect(out).toMatch(/store +ok +no run yet/)
    expect(out).toContain('rapport data pull alpsbench')
  })

  it('counts runs, and finds pulled data and tools', async () => {
    const made = makeFolder()
    try {
      const run = [
        'run',
        'alpsbench/extraction',
        '--system',
        'oracle',
        '--no-baselines',
        '--quiet',
        '--limit',
        '1',
      ]
      await inProcess(made.path, run)
      mkdirSync(join(made.path, '.rapport', 'data', 'alpsbench-packets'), { recursive: true })
      mkdirSync(join(made.path, 'bin'))
      for (const name of ['git', 'python3']) writeFileSync(join(made.path, 'bin', name), '')
      chmodSync(join(made.path, 'bin', 'git'), 0o755)
      const { code, out } = await inProcess(made.path, ['doctor'], {
        env: { PATH: join(made.path, 'bin'), COLUMNS: '200' },
      })
      expect(code).toBe(0)
      expect(out).toMatch(/store +ok +1 run in /)
      expect(out).toMatch(/data alpsbench-packets +ok/)
      expect(out).toMatch(/data alpsbench +absent/)
      expect(out).toMatch(/git +ok/)
      expect(out).toMatch(/python3 +absent +optional/)
    } finally {
      made.remove()
    }
  })

  it.each([
    ['a home that is a file', 'plain', 'home'],
    ['a home below a file', 'plain/home', 'home'],
    ['a store that is damaged', 'damaged', 'store'],
  ])('%s is bad: exit 1', async (_name, home, what) => {
    writeFileSync(join(folder, 'plain'), 'x')
    mkdirSync(join(folder, 'damaged'), { recursive: true })
    writeFileSync(
      join(folder, 'damaged', 'rapport.db'),
      'no database at all, but long enough to be one'.repeat(40),
    )
    const { code, out, err } = await inProcess(folder, ['doctor'], { env: { RAPPORT_HOME: home } })
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`${what} +bad`))
    expect(err).toContain(`not ready: ${what}`)
  })

  it.each([
    ['20.18.3', false],
    ['18.20.0', false],
    ['20.19.0', true],
    ['24.1.0', true],
  ])('Node %s: enough %s', async (version, enough) => {
    let text = ''
    const context = {
      env: { RAPPORT_HOME: folder },
      cwd: folder,
      stdout: { write: (part: string) => void (text += part) },
      stderr: { write: () => {} },
      clock: { now: () => 0, monotonic: () => 0 },
      signal: new AbortController().signal,
      whileBusy: <T>(work: () => T): T => work(),
    }
    const done = doctorCommand(context, version)
    await (enough
      ? expect(done).resolves.toBeUndefined()
      : expect(done).rejects.toMatchObject({ exitCode: 1 }))
    expect(text).toMatch(enough ? /Node\.js +ok/ : /Node\.js +bad/)
  })
})
