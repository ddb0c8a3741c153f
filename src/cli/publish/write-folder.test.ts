import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { refuseFilled } from './write-folder.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-publish-'))
  await writeFile(join(folder, 'file'), 'x')
  await mkdir(join(folder, 'empty'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('where a copy may go', () => {
  it.each(['none', 'empty', 'none/deeper'])('%s', async (name) => {
    await expect(refuseFilled(join(folder, name))).resolves.toBeUndefined()
  })

  it.each([
    ['.', /is not empty/],
    ['file', /is no folder/],
    ['file/below', /is no folder/],
  ])('not %s', async (name, words) => {
    const refused = refuseFilled(join(folder, name))
    await expect(refused).rejects.toThrow(words)
    await expect(refused).rejects.toBeInstanceOf(UsageError)
  })
})
