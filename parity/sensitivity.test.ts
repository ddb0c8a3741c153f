import { afterAll, describe, expect, it } from 'vitest'
import { inProcess, makeFolder } from '../src/cli/testing/cli.ts'
import { sharedData, skipReason } from './shared.ts'

const packets = sharedData('alpsbench-packets')
const { path: folder, remove } = makeFolder()
afterAll(remove)

describe.skipIf(packets === undefined)(`sensitivity on the annotation packets (${skipReason})`, () => {
  it('names what equal labels let through, and nothing of the headline', { timeout: 240_000 }, async () => {
    const argv = ['sensitivity', 'alpsbench/extraction', '--data', packets ?? '', '--quiet']
    const { code, out } = await inProcess(folder, argv)
    expect(code).toBe(0)
    expect(out).toContain('214 cases in 205 clusters')
    expect(out).toContain('can be made nowhere in this data')
    const ignored = /^ignores the error\n((?: {2}.*\n)+)/m.exec(out)?.[1]
    expect(ignored?.trimEnd().split('\n')).toEqual(
      ['precision', 'recall', 'f1', 'direct_recall', 'indirect_recall', 'missing_rate'].map(
        (metric) => `  research-algo@1 ${metric}: drift`,
      ),
    )
    expect(out).toMatch(/^rewards the error\n {2}none$/m)
    expect(out).not.toMatch(/^ {2}strict-match@1 f1: baseline/m)
  })
})
