import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import stringWidth from 'string-width'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildOnce, ended, inProcess, makeFolder, rapport, testEnv } from './testing/cli.ts'
import { writeProgram } from './testing/programs.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)
beforeAll(buildOnce)

const TRACK = 'alpsbench/extraction'
const bare = ['--no-baselines', '--quiet']
const oracle = ['run', TRACK, '--system', 'oracle', ...bare]

/** `run --json` as the design page has it; unknown keys are allowed, missing ones are not. */
const documentSchema = z.object({
  run: z.object({ id: z.string(), state: z.literal('done') }),
  results: z
    .array(
      z.object({
        track: z.string(),
        system: z.string(),
        kind: z.enum(['ranked', 'privileged', 'input-blind']),
        instrument: z.string().regex(/@\d+/),
        metric: z.string(),
        policy: z.string(),
        value: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        method: z.string().nullable(),
        n: z.int().nonnegative(),
        clusters: z.int().nonnegative(),
        unscored: z.int().nonnegative(),
        failed: z.int().nonnegative(),
        skipped: z.int().nonnegative(),
        invalid: z.boolean(),
      }),
    )
    .nonempty(),
})

describe('the built command', () => {
  it('prints one JSON document and nothing else', async () => {
    const { code, out, err } = await rapport(folder, [
      'run',
      TRACK,
      '--system',
      'oracle',
      '--quiet',
      '--json',
    ])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { results } = documentSchema.parse(JSON.parse(out))
    for (const { value, low, high } of results) {
      if (value === null || low === null || high === null) continue
      expect(low).toBeLessThanOrEqual(value)
      expect(high).toBeGreaterThanOrEqual(value)
      expect(high).toBeGreaterThan(low)
    }
    expect(results.some(({ system, value }) => system === 'oracle' && value === 1)).toBe(true)
    expect(results.map(({ kind }) => kind)).toContain('input-blind')
  })

  it('ends quietly when the reader closes the pipe', async () => {
    const [first, ...rest] = [process.execPath, mainFile, 'report', 'latest', '--format', 'csv']
    const line = [first, ...rest].map((word) => `'${word}'`).join(' ')
    const child = spawn('bash', ['-c', `set -o pipefail; ${line} | head -c 1`], {
      cwd: folder,
      env: testEnv(),
    })
    expect(await ended(child)).toEqual({ code: 0, out: 't', err: '' })
  })

  it('says its version and helps', async () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
    expect(await rapport(folder, ['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
    expect(await rapport(folder, ['run', '--help'])).toMatchObject({ code: 0, err: '' })
    expect(await rapport(folder, ['rnu'])).toMatchObject({ code: 2, out: '' })
  })
})

const mainFile = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

describe('--fail-on', () => {
  const { path: own, remove: removeOwn } = makeFolder()
  afterAll(removeOwn)
  const mixed = `
case "$id" in
  *4) exit 7 ;;
  *5) echo sorry; exit 0 ;;
esac
answer`

  it('ends with 3 and names the systems, after the report was printed', async () => {
    const system = writeProgram(own, mixed)
    const run = ['run', TRACK, '--system', system, ...bare]
    const { code, out, err } = await inProcess(own, [...run, '--fail-on', 'failed'])
    expect(code).toBe(3)
    expect(err).toContain(`a condition of --fail-on is met: failed: ${system} on ${TRACK}`)
    expect(out).toContain(TRACK)
    expect(await inProcess(own, ['report', '--fail-on', 'failed,unscored'])).toMatchObject({ code: 3 })
    expect(await inProcess(own, ['report', '--fail-on', 'failed', '--out', 'kept.txt'])).toMatchObject({
      code: 3,
    })
    expect(readFileSync(join(own, 'kept.txt'), 'utf8')).toContain(TRACK)
    expect(await inProcess(own, ['report'])).toMatchObject({ code: 0 })
  })

  it('invalid: most rows failed', async () => {
    const run = ['run', TRACK, '--system', writeProgram(own, 'exit 9'), ...bare, '--limit', '4']
    expect(await inProcess(own, [...run, '--fail-on', 'invalid'])).toMatchObject({ code: 3 })
  })

  it('says nothing of a privileged system and of one without failures', async () => {
    const well = ['run', TRACK, '--system', 'oracle', writeProgram(own), ...bare]
    expect(await inProcess(own, [...well, '--fail-on', 'failed'])).toMatchObject({ code: 0 })
  })
})

describe('a program with bad rows', () => {
  it('is scored on all rows, with faults of its own as the worst', async () => {
    const made = makeFolder()
    try {
      const body = `
case "$id" in
  *1) exit 7 ;;
  *2) echo sorry; exit 0 ;;
  *3) exit 0 ;;
  *4) echo '{"benchmark_id":"other","memory_items":[]}'; exit 0 ;;
  *5) echo '{"benchmark_id":"'"$id"'","memory_items":[],"more":1}'; exit 0 ;;
esac
answer`
      const system = writeProgram(made.path, body)
      const run = ['run', TRACK, '--system', system, ...bare, '--limit', '9']
      expect(await inProcess(made.path, run)).toMatchObject({ code: 0 })
      await inProcess(made.path, ['export', 'latest', '--form', 'outcomes-csv', '--out', '.'])
      const rows = readFileSync(join(made.path, 'outcomes.csv'), 'utf8').split(/\r?\n/)
      const f1 = rows.filter((row) => row.includes('strict-match') && row.includes(',f1,'))
      expect(f1).toHaveLength(9)
      const failed = f1.filter((row) => row.includes(',failed,'))
      expect(failed).toHaveLength(5)
      expect(failed.every((row) => row.endsWith(',system'))).toBe(true)
      const counts = new Map<string, number>()
      for (const row of failed) {
        const reason = /respond: ([a-z-]+)/.exec(row)?.[1] ?? row
        counts.set(reason, (counts.get(reason) ?? 0) + 1)
      }
      expect(Object.fromEntries(counts)).toEqual({ crash: 1, 'unusable-output': 3, 'empty-reply': 1 })

      const { out } = await inProcess(made.path, ['report', '--json'])
      const { results } = documentSchema.parse(JSON.parse(out))
      const row = results.find(
        ({ instrument, metric }) => instrument.startsWith('research-algo') && metric === 'score',
      )
      expect(row).toMatchObject({ n: 9, failed: 5 })

      const stopped = await inProcess(made.path, [
        ...run,
        '--fresh',
        '--concurrency',
        '1',
        '--abort-on-bad-row',
      ])
      expect(stopped).toMatchObject({ code: 1, out: '' })
      expect(stopped.err).toContain('failed on case sess_demo01__1')
    } finally {
      made.remove()
    }
  })

  const python = ['python3'].find((name) =>
    (process.env['PATH'] ?? '').split(':').some((path) => existsSync(join(path, name))),
  )
  it.skipIf(python === undefined).each(['python3 adapter.py', `"${process.execPath}" adapter.mjs`])(
    'an adapter under the official protocol runs as it is: %s (needs python3)',
    async (command) => {
      const made = makeFolder()
      try {
        writeFileSync(
          join(made.path, 'adapter.py'),
          `import json, sys
row = json.load(sys.stdin)
json.dump({"benchmark_id": row["benchmark_id"], "memory_items": [{"memory_id": "m1", "type": "direct",
  "label": "Preferences/Food", "value": "caf\\u00e9 \\u9762", "confidence": 0.5}]}, sys.stdout, ensure_ascii=False)
`,
        )
        writeFileSync(
          join(made.path, 'adapter.mjs'),
          `let text = ''
for await (const chunk of process.stdin) text += chunk
process.stdout.write(JSON.stringify({ benchmark_id: JSON.parse(text).benchmark_id, memory_items: [] }))
`,
        )
        const run = [
          'run',
          TRACK,
          '--system',
          `program:${command}`,
          ...bare,
          '--limit',
          '2',
          '--fail-on',
          'failed',
        ]
        const { code, err } = await inProcess(made.path, run, { env: { PYTHONIOENCODING: 'utf-8' } })
        expect({ code, err }).toEqual({ code: 0, err: '' })
      } finally {
        made.remove()
      }
    },
  )
})

describe('the report on a stream', () => {
  beforeAll(async () => {
    expect(await inProcess(folder, oracle)).toMatchObject({ code: 0 })
  })

  it.each([60, 80, 120])('fits %i columns', async (columns) => {
    const { out } = await inProcess(folder, ['report', 'latest'], { columns, env: { NO_COLOR: '1' } })
    const widths = out.split('\n').map((line) => stringWidth(line))
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns)
    const piped = await inProcess(folder, ['report', 'latest'], { env: { COLUMNS: String(columns) } })
    expect(Math.max(...piped.out.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns)
  })

  it.each([
    ['a pipe', {}, undefined, false],
    ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, undefined, true],
    ['a pipe with FORCE_COLOR=0', { FORCE_COLOR: '0' }, undefined, false],
    ['a terminal', { TERM: 'xterm' }, 100, true],
    ['a dumb terminal', { TERM: 'dumb' }, 100, false],
    ['a terminal with NO_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, 100, false],
  ] as const)('colours on %s', async (_name, env, columns, colored) => {
    const { out } = await inProcess(folder, ['report'], {
      env,
      ...(columns === undefined ? {} : { columns }),
    })
    expect(out.includes('\u001B[')).toBe(colored)
  })

  it('goes into a file whole or not at all', async () => {
    const out = join(folder, 'reports')
    mkdirSync(out)
    for (const format of ['markdown', 'csv', 'json', 'parquet']) {
      const written = await inProcess(folder, ['report', '--format', format, '--out', `reports/r.${format}`])
      expect(written).toMatchObject({ code: 0, out: '' })
    }
    expect(readdirSync(out).toSorted()).toEqual(['r.csv', 'r.json', 'r.markdown', 'r.parquet'])
    expect(readFileSync(join(out, 'r.parquet')).subarray(0, 4).toString()).toBe('PAR1')
    expect(await inProcess(folder, ['report', '--format', 'parquet'])).toMatchObject({ code: 2, out: '' })
    const nowhere = await inProcess(folder, ['report', '--format', 'csv', '--out', 'reports/r.csv/x.csv'])
    expect(nowhere.code).not.toBe(0)
    expect(nowhere.err).not.toContain('please report this')
    expect(readdirSync(out)).toHaveLength(4)
  })
})
