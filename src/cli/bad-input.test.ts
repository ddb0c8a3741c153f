import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inProcess, makeFolder } from './testing/cli.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)

/** Perfect predictions of the sample's extraction track, one line per case. */
let rows: string[] = []

const extraction = ['alpsbench/extraction', '--no-baselines', '--quiet']
const score = (file: string, ...more: string[]) =>
  inProcess(folder, ['score', file, '--track', ...extraction, ...more])

beforeAll(async () => {
  const made = makeFolder()
  try {
    expect(await inProcess(made.path, ['run', ...extraction, '--system', 'oracle'])).toMatchObject({
      code: 0,
    })
    expect(await inProcess(made.path, ['export', 'latest', '--out', 'out'])).toMatchObject({ code: 0 })
    const file = join(made.path, 'out', 'alpsbench_extraction', 'oracle', 'predictions.jsonl')
    rows = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(rows).toHaveLength(24)
  } finally {
    made.remove()
  }
})

/** The rows with one of them changed. */
const changed = (line: number, change: (row: string) => string): string =>
  `${rows.map((row, index) => (index === line - 1 ? change(row) : row)).join('\n')}\n`
const all = (): string => changed(0, (row) => row)

/** Name, content, and what the message must say: where, what, and the rule. */
const broken: readonly [string, () => string | Buffer, string][] = [
  [
    'duplicate id',
    () => `${all()}${rows[0]}\n`,
    'bad.jsonl:25:2, id "sess_demo01__1", field benchmark_id, rule duplicate-id',
  ],
  [
    'missing id',
    () => `${rows.slice(0, -1).join('\n')}\n`,
    'bad.jsonl, id "sess_demo24__24", field benchmark_id, rule missing-id',
  ],
  [
    'unknown id',
    () => changed(3, (row) => row.replace('sess_demo03', 'sess_demo99')),
    'bad.jsonl:3:2, id "sess_demo99__3", field benchmark_id, rule unknown-id',
  ],
  [
    'wrong type',
    () => changed(2, () => '{"benchmark_id":"sess_demo02__2","memory_items":"none"}'),
    'bad.jsonl:2:34, id "sess_demo02__2", field memory_items, rule wrong-type',
  ],
  [
    'missing key',
    () => changed(2, () => '{"benchmark_id":"sess_demo02__2"}'),
    'bad.jsonl:2:1, id "sess_demo02__2", field memory_items, rule missing-key',
  ],
  [
    'extra key',
    () => changed(2, (row) => row.replace('{', '{"note":1,')),
    'bad.jsonl:2:2, id "sess_demo02__2", field note, rule unknown-key',
  ],
  ['no object', () => changed(2, () => '[]'), 'bad.jsonl:2:1, rule not-an-object'],
  ['broken JSON', () => changed(2, (row) => `{${row}`), 'bad.jsonl:2:2, rule broken-json'],
  ['a row cut off', () => all().slice(0, -20), 'bad.jsonl:24:'],
  [
    'NaN',
    () => changed(2, () => '{"benchmark_id":"sess_demo02__2","memory_items":[{"confidence":NaN}]}'),
    'bad.jsonl:2:64, rule not-finite',
  ],
  [
    'a lone surrogate',
    () => changed(2, () => '{"benchmark_id":"sess_demo02__2","memory_items":[{"value":"\\ud800"}]}'),
    'bad.jsonl:2:60',
  ],
  [
    'invalid UTF-8',
    () =>
      Buffer.concat([Buffer.from(`${rows[0]}\n{"benchmark_id":"`), Buffer.from([0xff]), Buffer.from('"}\n')]),
    'bad.jsonl:2:18, rule invalid-utf8',
  ],
  ['UTF-16', () => Buffer.from(`\uFEFF${all()}`, 'utf16le'), 'bad.jsonl:1:1'],
  ['UTF-16 without a mark', () => Buffer.from(all(), 'utf16le'), 'bad.jsonl:1:1'],
  [
    'a 20 MB line',
    () => changed(2, (row) => row.replace('"memory_items"', `"${'a'.repeat(20_000_000)}"`)),
    'bad.jsonl:2',
  ],
  ['an empty file', () => '', 'bad.jsonl, id "sess_demo01__1", field benchmark_id, rule missing-id'],
  [
    'a terminal escape in an id',
    () => changed(2, () => '{"benchmark_id":"\\u001b[2Jx","memory_items":[]}'),
    'rule unknown-id',
  ],
]

describe('a prediction file that breaks the contract', () => {
  it.each(broken)(
    '%s: one message with place and rule, exit 2, nothing written',
    async (_name, content, place) => {
      writeFileSync(join(folder, 'bad.jsonl'), content())
      const { code, out, err } = await score('bad.jsonl', '--json', '--out', 'report.json')
      expect(err).toContain(`\n  at bad.jsonl`)
      expect(err).toContain(place)
      expect(err).toMatch(/, rule [a-z0-9-]+\n/)
      expect(err.match(/^rapport: /gm)).toHaveLength(1)
      expect(err).not.toContain('\u001B')
      expect(err.length).toBeLessThan(600)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(existsSync(join(folder, 'report.json'))).toBe(false)
      expect(existsSync(join(folder, '.rapport'))).toBe(false)
    },
  )

  it.each([
    ['a folder', '.', '. is a folder'],
    ['a file that is not there', 'bda.jsonl', 'did you mean bad.jsonl?'],
  ])('%s', async (_name, file, message) => {
    writeFileSync(join(folder, 'bad.jsonl'), '')
    const { code, err } = await score(file)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('is not one with CRLF, a byte order mark, blank lines and U+2028 in a text', async () => {
    const made = makeFolder()
    try {
      const rare = rows.map((row) => row.replace('"value":"', '"value":"\u2028'))
      writeFileSync(join(made.path, 'p.jsonl'), `\uFEFF\r\n${rare.join('\r\n\r\n')}`)
      const ended = await inProcess(made.path, [
        'score',
        'p.jsonl',
        '--track',
        ...extraction,
        '--format',
        'csv',
      ])
      expect(ended).toMatchObject({ code: 0, err: '' })
      expect(ended.out).toContain('recorded:p.jsonl')
    } finally {
      made.remove()
    }
  })
})

/** Command, and what the message must hold: the nearest valid word. */
const mistyped: readonly [string, string][] = [
  ['rnu alpsbench', 'Did you mean run?'],
  ['run alpsbench/extraction --sytem oracle', 'Did you mean --system?'],
  ['run alpsbench/extracton --system oracle', 'did you mean alpsbench/extraction?'],
  ['run alpsbench/extraction --system orcle', 'did you mean oracle?'],
  ['run alpsbench/extraction --system recorded:gpt', "'recorded:*'"],
  ['run alpsbench/extraction --system recorded:*', 'rapport data pull alpsbench-packets'],
  ['run alpsbench/extraction --system bm25:reference', 'it belongs to other tracks'],
  ['run alpsbench/extraction --system program:no-such-program', 'there is no program no-such-program'],
  ['run alpsbench/extraction --system oracle --scorer strct-match', 'did you mean strict-match?'],
  ['run alpsbench/extraction --system oracle --data sampel', 'did you mean sample?'],
  ['run alpsbench/extraction --system oracle --split tesst', 'it has dev'],
  ['run alpsbench/extraction --system oracle --view cleen', 'use one of as-published, clean'],
  ['run alpsbench/extraction --system oracle --where language', 'write it as tag=value'],
  ['run alpsbench/extraction --system oracle --where langage=en', 'did you mean language?'],
  ['run alpsbench/extraction --system oracle --where language=ne', 'did you mean'],
  ['run alpsbench/extraction --system oracle --ids sess_demo1__1', 'did you mean sess_demo01__1'],
  ['run alpsbench/extraction --system oracle --ids zzz', 'has no case "zzz"'],
  ['run alpsbench/extraction --system oracle --limit 0', 'at least 1'],
  ['run alpsbench/extraction --system oracle --limit abc', 'at least 1'],
  ['run alpsbench/extraction --system oracle --limit 1e99', 'at least 1'],
  ['run alpsbench/extraction --system oracle --seed -1', 'at least 0'],
  ['run alpsbench/extraction --system oracle --matcher hungry', 'greedy, hungarian'],
  ['run alpsbench/extraction --system oracle --fail-on faild', 'unscored, failed, invalid'],
  ['run alpsbench/extraction --no-baselines', 'name one with --system'],
  ['run', "missing required argument 'tracks'"],
  ['report latest', 'there is no run here yet'],
  ['report latest --format jsn', 'terminal, markdown, html, latex, svg, csv, json, parquet'],
  ['rescore latest --matcher hungry', 'greedy, hungarian'],
  ['list trcks', 'tracks, systems, datasets, runs'],
  ['export latest', "'--out <folder>' not specified"],
  ['data pull alpsbnch', 'did you mean alpsbench'],
  ['data chek sample', 'Did you mean check?'],
  ['score p.jsonl', "'--track <track>' not specified"],
  ['score p.jsonl --trak alpsbench/extraction', 'did you mean --track?'],
  ['data check', 'see: rapport data check --help'],
]

describe('a word that nothing is called by', () => {
  it.each(mistyped)('%s', async (line, message) => {
    const made = makeFolder()
    try {
      const { code, out, err } = await inProcess(made.path, line.split(' '))
      expect(err).toContain(message)
      expect(err.match(/^rapport: /gm)).toHaveLength(1)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      const runs = await inProcess(made.path, ['list', 'runs'])
      expect(runs.out + runs.err).not.toMatch(/\d{8}-\d{6}/)
    } finally {
      made.remove()
    }
  })

  it('shows the commands when there is none', async () => {
    const { code, err } = await inProcess(folder, [])
    expect(code).toBe(2)
    expect(err).toContain('run [options] <tracks...>')
    expect(err).toContain('rapport: a command is needed')
  })

  it('names the runs that a beginning fits, and the newest run for an unknown one', async () => {
    const made = makeFolder()
    try {
      const run = ['run', ...extraction, '--system', 'oracle', '--limit', '1']
      await inProcess(made.path, run)
      await inProcess(made.path, run)
      expect(await inProcess(made.path, ['report', '2026'])).toMatchObject({ code: 2 })
      const { code, err } = await inProcess(made.path, ['report', 'nonsense'])
      expect(code).toBe(2)
      expect(err).toContain('the newest is 20260102-')
      const system = await inProcess(made.path, ['export', 'latest', '--out', 'o', '--system', 'oracl'])
      expect(system).toMatchObject({ code: 2 })
      expect(system.err).toContain('did you mean oracle?')
      const track = await inProcess(made.path, [
        'export',
        'latest',
        '--out',
        'o',
        '--track',
        'alpsbench/extracton',
      ])
      expect(track.err).toContain('did you mean alpsbench/extraction?')
      expect(existsSync(join(made.path, 'o'))).toBe(false)
    } finally {
      made.remove()
    }
  })
})

describe('damaged data', () => {
  it.each([
    ['broken JSON', '{"session_id": "sess_demo03", "dialogue": [}'],
    ['an empty packet', ''],
    ['a list', '[]'],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('%s in one packet: the file is named, and no run is left behind', async (_name, content) => {
    const made = makeFolder()
    try {
      const source = new URL('../../sample/alpsbench/sessions/', import.meta.url)
      mkdirSync(join(made.path, 'data', 'sessions'), { recursive: true })
      for (const name of readdirSync(source))
        writeFileSync(join(made.path, 'data', 'sessions', name), readFileSync(new URL(name, source)))
      writeFileSync(join(made.path, 'data', 'sessions', 'sess_demo03.json'), content)
      const { code, out, err } = await inProcess(made.path, [
        'run',
        ...extraction,
        '--system',
        'oracle',
        '--data',
        'data',
      ])
      expect(err).toContain('sess_demo03.json')
      expect({ code, out }).toEqual({ code: 2, out: '' })
      const runs = await inProcess(made.path, ['list', 'runs'])
      expect(runs.out).not.toMatch(/\d{8}-\d{6}/)
    } finally {
      made.remove()
    }
  })
})
