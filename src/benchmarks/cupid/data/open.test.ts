import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writePullManifest } from '../../../io/pull-manifest.ts'
import { casesOf, cupidInstances, folderOf, instanceFiles } from './fixtures.ts'
import { openCupid } from './open.ts'
import { publishedFacts } from './published-file.ts'
import { writeCupidParquet } from './write-parquet.ts'

const instances = cupidInstances(1)
const open = (word: string, folder: string) =>
  openCupid(word, { home: join(folder, 'home'), sample: join(folder, 'sample'), workingDirectory: folder })

/** A home into which a data set was pulled. */
async function pulled(name: string, revision: string): Promise<string> {
  const folder = await folderOf({})
  await writeCupidParquet(join(folder, 'home', name, 'test.parquet'), instances)
  await writePullManifest(join(folder, 'home', name), {
    formatVersion: 1,
    source: 'hub',
    revision,
    files: [],
  })
  return folder
}

describe('opening CUPID data', () => {
  it('knows the sample', async () => {
    const files = Object.entries(instanceFiles(instances)).map(([name, text]) => [
      `sample/cupid/${name}`,
      text,
    ])
    const dataset = await open('sample', await folderOf(Object.fromEntries(files)))
    expect(dataset?.descriptor).toMatchObject({ id: 'sample', benchmark: 'cupid', licence: 'Apache-2.0' })
    expect(dataset === null ? [] : await casesOf(dataset)).toHaveLength(3)
    await expect(open('sample', await folderOf({}))).rejects.toThrow(/holds no instances/)
  })

  it.each(['', 'instances/', 'data/'])('knows instances in %j of a folder', async (root) => {
    const files = Object.entries(instanceFiles(instances)).map(([name, text]) => [`${root}${name}`, text])
    const dataset = await open('.', await folderOf(Object.fromEntries(files)))
    expect(dataset?.descriptor).toMatchObject({ layout: 'json', licence: 'none', revision: null })
    expect(dataset === null ? [] : await casesOf(dataset)).toHaveLength(3)
  })

  it('knows a folder with Parquet files, and not the raw data beside them', async () => {
    const folder = await folderOf({ 'raw.parquet': 'another form' })
    const [first, ...rest] = instances
    await writeCupidParquet(join(folder, 'test-0.parquet'), first === undefined ? [] : [first])
    await writeCupidParquet(join(folder, 'test-1.parquet'), rest)
    const dataset = await open('.', folder)
    expect(dataset?.descriptor).toMatchObject({ layout: 'parquet' })
    expect(dataset === null ? [] : (await casesOf(dataset)).map(({ id }) => id.split('+')[2])).toEqual([
      'consistent',
      'contrastive',
      'changing',
    ])
  })

  it('leaves to others what is none of its layouts', async () => {
    const packet = JSON.stringify({ session_id: 'a', dialogue: [] })
    const folder = await folderOf({
      'packet.json': packet,
      'packets/sess_a.json': packet,
      'rows.jsonl': '{"benchmark_id": "a"}\n',
      'broken.json': '{',
      'broken.jsonl': '{',
      'a.txt': '',
    })
    for (const word of [
      'packet.json',
      'packets',
      'rows.jsonl',
      'broken.json',
      'broken.jsonl',
      'a.txt',
      'nothing',
    ]) {
      expect([word, await open(word, folder)]).toEqual([word, null])
    }
  })

  it('says what to do where nothing was pulled, or half', async () => {
    const folder = await folderOf({})
    await expect(open('cupid', folder)).rejects.toMatchObject({
      message: expect.stringMatching(/not pulled yet/),
      fix: 'run: rapport data pull cupid',
    })
    await mkdir(join(folder, 'home', 'cupid-unverified'), { recursive: true })
    await expect(open('cupid-unverified', folder)).rejects.toThrow(/was not finished/)
  })

  it('marks every case of the unverified set', async () => {
    const dataset = await open('cupid-unverified', await pulled('cupid-unverified', 'a'.repeat(40)))
    if (dataset === null) throw new Error('not opened')
    expect(dataset.descriptor.notes.join(' ')).toMatch(/Unverified.*no CUPID results/)
    expect(dataset.details).toEqual({ verified: 'no' })
    expect((await casesOf(dataset)).map(({ tags }) => tags['verified'])).toEqual([['no'], ['no'], ['no']])
    expect((await dataset.check()).findings).toEqual([])
  })

  it('holds the pinned revision to its size, hash and numbers', async () => {
    const folder = await pulled('cupid', publishedFacts.revision)
    const dataset = await open('cupid', folder)
    expect(dataset?.descriptor).toMatchObject({
      id: 'cupid',
      revision: publishedFacts.revision,
      licence: 'CC-BY-4.0',
    })
    const { findings = [] } = (await dataset?.check()) ?? {}
    expect(findings.map(({ severity, rule }) => [severity, rule])).toEqual(
      ['equal-pairs', 'file-hash', 'file-size', 'instance-count', 'persona-count'].map((rule) => [
        'error',
        rule,
      ]),
    )
    expect(findings.find(({ rule }) => rule === 'file-size')?.message).toMatch(/the pinned one 12805250$/)
    await rename(join(folder, 'home', 'cupid', 'test.parquet'), join(folder, 'home', 'cupid', 'away'))
    await expect(open('cupid', folder)).rejects.toThrow(/not pulled yet/)
  })

  it('tells another revision by warnings', async () => {
    const dataset = await open('cupid', await pulled('cupid', 'b'.repeat(40)))
    const { findings = [] } = (await dataset?.check()) ?? {}
    expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
      'warning equal-pairs',
      'warning instance-count',
      'warning persona-count',
      'note file-hash',
      'note file-size',
    ])
  })
})
