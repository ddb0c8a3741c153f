import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { writeProgram } from '../testing/programs.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)

const SYSTEMS = ['oracle', 'baseline:constant']
const TRACKS = ['alpsbench/extraction', 'alpsbench/update', 'alpsbench/retrieval/d100']

const run = (...argv: string[]) => inProcess(folder, argv)

/** Sums over every row of a table of outcomes, as DuckDB reads the file. */
async function sums(reader: string, file: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const answer = await connection.runAndReadAll(
    `select track, system, instrument, metric, status, count(*)::int as n, round(sum(numerator)::double, 9) as a,
      round(sum(denominator)::double, 9) as b from ${reader}('${file}') group by all order by all`,
  )
  const rows = answer.getRowsJson()
  connection.closeSync()
  return JSON.stringify(rows)
}

beforeAll(async () => {
  const system = writeProgram(folder, 'case "$id" in *7) exit 1 ;; esac\nanswer')
  const words = ['--system', ...SYSTEMS, system, '--no-baselines', '--quiet']
  expect(await run('run', ...TRACKS, ...words)).toMatchObject({ code: 0 })
}, 120_000)

describe('rapport export', () => {
  it.each(TRACKS)('predictions of %s score the same when they come back as a file', async (track) => {
    expect(await run('export', 'latest', '--out', 'out', '--track', track)).toMatchObject({ code: 0 })
    const own = makeFolder()
    try {
      const at = join(folder, 'out', track.replaceAll('/', '_'), 'oracle', 'predictions.jsonl')
      const scored = await inProcess(own.path, [
        'score',
        at,
        '--track',
        track,
        '--no-baselines',
        '--quiet',
        '--format',
        'csv',
      ])
      expect(scored).toMatchObject({ code: 0, err: '' })
      const before = (await run('report', 'latest', '--format', 'csv')).out
      // The contract of retrieval holds the chosen memory and no ranking: those metrics can't come back.
      const isRanking = (line: string): boolean => /,(mrr|ndcg@|recall@)/.test(line)
      const expected = figures(before, track, 'oracle')
      expect(figures(scored.out, track, 'recorded:').filter((line) => !isRanking(line))).toEqual(
        expected.filter((line) => !isRanking(line)),
      )
      expect(expected.filter((line) => !isRanking(line)).length).toBeGreaterThan(1)
    } finally {
      own.remove()
    }
  })

  it('outcomes are the same numbers in CSV and Parquet, read by another program', async () => {
    for (const form of ['outcomes-csv', 'outcomes-parquet'])
      expect(await run('export', 'latest', '--form', form, '--out', 'tables')).toMatchObject({ code: 0 })
    const csv = await sums('read_csv', join(folder, 'tables', 'outcomes.csv'))
    expect(csv).toBe(await sums('read_parquet', join(folder, 'tables', 'outcomes.parquet')))
    expect(csv).toContain('"strict-match@')
    expect(csv).toContain('"failed"')
  })

  it('official run files, and only what was asked for', async () => {
    const only = ['--track', 'alpsbench/extraction', '--system', 'oracle']
    expect(await run('export', 'latest', '--form', 'official', '--out', 'official', ...only)).toMatchObject({
      code: 0,
    })
    expect(readdirSync(join(folder, 'official'))).toEqual(['alpsbench_extraction'])
    const at = join(folder, 'official', 'alpsbench_extraction')
    expect(readdirSync(at)).toEqual(['oracle'])
    const names = readdirSync(join(at, 'oracle'))
    expect(names.length).toBeGreaterThan(1)
    for (const name of names.filter((file) => file.endsWith('.jsonl'))) {
      for (const line of readFileSync(join(at, 'oracle', name), 'utf8')
        .trimEnd()
        .split('\n'))
        expect(() => JSON.parse(line)).not.toThrow()
    }
  })
})

/** Lines of a report in CSV for a track and a system, without the columns that name them and the run. */
function figures(csv: string, track: string, system: string): string[] {
  const [header = '', ...lines] = csv.trimEnd().split(/\r?\n/)
  const columns = header.split(',')
  const wanted = ['instrument', 'metric', 'value', 'low', 'high', 'n'].map((name) => columns.indexOf(name))
  expect(wanted).not.toContain(-1)
  return lines
    .map((line) => line.split(','))
    .filter((cells) => cells[columns.indexOf('track')] === track)
    .filter((cells) => cells[columns.indexOf('system')]?.startsWith(system) === true)
    .map((cells) => wanted.map((index) => cells[index]).join(','))
    .toSorted()
}
