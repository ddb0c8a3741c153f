import { afterAll, beforeAll, expect, it } from 'vitest'
import { inProcess, makeFolder } from '../testing/cli.ts'

let folder: ReturnType<typeof makeFolder>
beforeAll(() => {
  folder = makeFolder()
})
afterAll(() => folder.remove())

const run = (id: string) =>
  inProcess(folder.path, ['run', 'alpsbench/update', '--limit', '2', '--quiet', '--overview', '--run-id', id])

it('a run can be given its name, which no other has', async () => {
  expect((await run('nightly')).code).toBe(0)
  expect((await inProcess(folder.path, ['list', 'runs'])).out).toContain('nightly')
  const again = await run('nightly')
  expect(again.code).toBe(2)
  expect(again.err).toContain('there is a run nightly already')
  expect((await inProcess(folder.path, ['report', 'nightly', '--overview'])).code).toBe(0)
})

it.each(['latest', '-x', '../x', 'a/b', 'a b', '', 'x'.repeat(65), '.hidden'])(
  '%j is no name of a run',
  async (id) => {
    const { code, err } = await inProcess(folder.path, [
      'run',
      'alpsbench/update',
      '--limit',
      '2',
      '--quiet',
      `--run-id=${id}`,
    ])
    expect(code).toBe(2)
    expect(err).toContain('name of a run')
  },
)
