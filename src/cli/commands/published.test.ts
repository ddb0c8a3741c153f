import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inProcess, makeFolder } from '../testing/cli.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const head = 'track,system,instrument,metric,value,unit,source,table,checker,date'
const line = (system: string, value: string, more = 'a paper,Table 2,R. Reader,2026-11-30') =>
  `alpsbench/extraction,${system},research-algo,score,${value},percent,${more}`
const csv = (...lines: readonly string[]) => [head, ...lines, ''].join('\n')
const cli = (...argv: readonly string[]) => inProcess(folder, argv)

const rows = [1, 2, 3].map((number) => ({ id: `case-${number}`, text: `I drink tea number ${number}` }))
const jsonl = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Three rows in the public layout, and what a system said about them. */
function writeData(): void {
  write(
    'data/dev/task1/model_input.jsonl',
    jsonl(
      rows.map(({ id, text }) => ({
        benchmark_id: id,
        task: 'task1',
        input: { dialogue: [{ role: 'user', text }] },
      })),
    ),
  )
  const memory = (text: string) => ({
    memory_id: 'm1',
    type: 'direct',
    label: 'Preferences/Food',
    value: text,
    confidence: 0.9,
    evidence: { session_id: 's', utterance_index: 0, text },
  })
  write(
    'data/dev/task1/reference_output.jsonl',
    jsonl(rows.map(({ id, text }) => ({ benchmark_id: id, gold: { memory_items: [memory(text)] } }))),
  )
  write('said.jsonl', jsonl(rows.map(({ id, text }) => ({ benchmark_id: id, memory_items: [memory(text)] }))))
}

describe('imported figures', () => {
  it('stand beside measured ones of the same instrument and metric, marked, with who checked them', async () => {
    writeData()
    write('figures.csv', csv(line('said.jsonl', '48.25'), line('=Other', '31')))
    expect(await cli('data', 'import-published', 'figures.csv')).toMatchObject({
      code: 0,
      out: '2 figures imported\n',
    })
    const run = await cli(
      ...'score said.jsonl --track alpsbench/extraction --data data --split dev --no-baselines --quiet'.split(
        ' ',
      ),
    )
    expect(run).toMatchObject({ code: 0 })
    expect(run.out).toContain('48.25 (imported)')
    expect(run.out).toContain('=Other')
    expect(run.out).toContain('checked by R. Reader on 2026-11-30, Table 2')
    const { out } = await cli('report', '--json')
    const results: { published?: object; instrument: string; metric: string }[] = JSON.parse(out).results
    expect(results.filter(({ published }) => published !== undefined)).toEqual([
      expect.objectContaining({
        instrument: 'research-algo@1',
        metric: 'score',
        published: {
          value: 48.25,
          source: 'a paper',
          imported: { table: 'Table 2', checker: 'R. Reader', date: '2026-11-30' },
        },
      }),
    ])
    expect((await cli('report', '--format', 'csv')).out).toContain(
      '"imported, checked by R. Reader on 2026-11-30, Table 2: a paper"',
    )
  })

  it('never stand beside the invented sample', async () => {
    const { code, out } = await cli(
      ...'run alpsbench/extraction --system baseline:empty --limit 2 --quiet'.split(' '),
    )
    expect(code).toBe(0)
    expect(out).not.toContain('imported')
    expect(out).not.toContain('=Other')
  })

  it('are listed, replaced, and forgotten by source', async () => {
    expect((await cli('data', 'list')).out).toContain(
      'alpsbench/extraction  said.jsonl  research-algo score  48.25  imported, checked by R. Reader',
    )
    write('again.csv', csv(line('said.jsonl', '50', 'a book,p. 3,R. Reader,2026-12-01')))
    expect((await cli('data', 'import-published', 'again.csv')).out).toBe(
      '1 figure imported, 1 of them in place of earlier ones\n',
    )
    expect(await cli('data', 'forget-published', 'a magazine')).toMatchObject({
      code: 2,
      err: expect.stringContaining('sources are: a book; a paper'),
    })
    expect((await cli('data', 'forget-published', 'a paper')).out).toBe('1 imported figure forgotten\n')
    expect((await cli('data', 'list')).out).not.toContain('=Other')
    expect((await cli('data', 'forget-published', '--all')).out).toBe('1 imported figure forgotten\n')
    expect((await cli('data', 'list')).out).not.toContain('imported')
    expect(await cli('data', 'forget-published')).toMatchObject({ code: 2 })
    expect(await cli('data', 'forget-published', 'a paper', '--all')).toMatchObject({ code: 2 })
  })

  it('are counted in the list of what is published, beside the figures that Rapport has', async () => {
    write('figures.csv', csv(line('one', '40'), line('two', '41')))
    await cli('data', 'import-published', 'figures.csv')
    const { code, out } = await inProcess(folder, ['list', 'published'], { columns: 200 })
    expect(code).toBe(0)
    expect(out).toMatch(
      /alpsbench\/extraction +research-algo score: 2 figures +imported, checked by R\. Reader/,
    )
    expect(out).toMatch(/alpsbench\/extraction +research-algo score: \d+ figures +arXiv/)
    await cli('data', 'forget-published', '--all')
  })

  it('are taken all or not at all', async () => {
    write('figures.csv', csv(line('one', '40')))
    await cli('data', 'import-published', 'figures.csv')
    const before = readFileSync(join(folder, '.rapport', 'published.json'), 'utf8')
    write('wrong.csv', csv(line('two', '41'), line('three', '141')))
    const { code, err } = await cli('data', 'import-published', 'wrong.csv')
    expect(code).toBe(2)
    expect(err).toContain('wrong.csv:3:48, field value')
    expect(readFileSync(join(folder, '.rapport', 'published.json'), 'utf8')).toBe(before)
  })

  it('are missed by name when their file was damaged', async () => {
    write('.rapport/published.json', '{"version": 1, "figures": [{}]}')
    const { code, err } = await cli('data', 'list')
    expect(code).toBe(2)
    expect(err).toContain('published.json')
    expect(await cli('data', 'import-published', 'nothing.csv')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing.csv does not exist'),
    })
  })
})
