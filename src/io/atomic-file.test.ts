import { mkdtemp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAtomicFile, writeAtomic, writeTextFile } from './atomic-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-atomic-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a file appears whole under its name, and replaces what was there', async () => {
  const path = join(folder, 'new', 'a.txt')
  await writeTextFile(path, 'old')
  const file = await openAtomicFile(path)
  await file.write('n'.repeat(100_000))
  expect(await readFile(path, 'utf8')).toBe('old')
  await file.write('!')
  await file.commit()
  await file.discard()
  expect(await readFile(path, 'utf8')).toBe(`${'n'.repeat(100_000)}!`)
  expect(await readdir(join(folder, 'new'))).toEqual(['a.txt'])
})

test('what fails in the middle leaves nothing behind', async () => {
  function* parts(): Generator<string> {
    yield 'x'
    throw new Error('no more')
  }
  await expect(writeAtomic(join(folder, 'a.txt'), parts())).rejects.toThrow('no more')
  expect(await readdir(folder)).toEqual([])
})

test('the name of a folder is refused, and nothing stays beside it', async () => {
  await mkdir(join(folder, 'taken'))
  await expect(writeTextFile(join(folder, 'taken'), 'x')).rejects.toMatchObject({ exitCode: 1 })
  expect(await readdir(folder)).toEqual(['taken'])
})
