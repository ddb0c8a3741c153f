import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bundlesIn, edit } from '../testing/bundles.ts'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { writeProgram } from '../testing/programs.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)

const run = (...argv: string[]) => inProcess(folder, argv)
const { verified, fileOf, linesOf, hashAgain } = bundlesIn(folder)

beforeAll(async () => {
  const program = writeProgram(folder, 'case "$id" in *7) exit 1 ;; esac\nanswer')
  const words = ['--system', 'oracle', program, '--limit', '8', '--quiet']
  const tracks = ['alpsbench/extraction', 'alpsbench/update', 'alpsbench/retrieval/d100']
  expect(await run('run', ...tracks, ...words)).toMatchObject({ code: 0 })
  expect(await run('export', 'latest', '--form', 'bundle', '--out', 'bundle')).toMatchObject({
    code: 0,
    err: '',
  })
}, 240_000)

describe('a redacted bundle', () => {
  beforeAll(async () => {
    expect(await run('export', 'latest', '--form', 'bundle', '--redact', '--out', 'redacted')).toMatchObject({
      code: 0,
      err: '',
    })
  }, 120_000)

  it('holds no text, id or cluster of any case, and no answer', () => {
    const texts = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value === 'string' && (/[^ -~]/.test(value) || (value.length >= 8 && /\s/.test(value))))
        texts.add(value)
      else if (Array.isArray(value)) value.forEach(collect)
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
    }
    for (const line of linesOf('bundle', 'cases.jsonl')) {
      const row = z
        .looseObject({ id: z.string(), cluster: z.string(), tags: z.unknown() })
        .parse(JSON.parse(line))
      texts.add(row.id)
      if (row.cluster.length > 5) texts.add(row.cluster)
      const { tags: _, ...rest } = row
      collect(rest)
    }
    for (const line of linesOf('bundle', 'results.jsonl'))
      collect(z.object({ output: z.unknown() }).parse(JSON.parse(line)).output)
    expect(texts.size).toBeGreaterThan(150)
    const escaped = (text: string): string =>
      text.replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    for (const name of readdirSync(join(folder, 'redacted'))) {
      const held = readFileSync(fileOf('redacted', name), 'utf8')
      for (const text of texts) {
        for (const form of [
          text,
          JSON.stringify(text).slice(1, -1),
          escaped(text),
          encodeURIComponent(text),
          Buffer.from(text).toString('base64'),
          Buffer.from(text).toString('hex'),
        ])
          if (held.includes(form)) expect.fail(`${name} holds ${text}`)
      }
    }
  })

  it('has the same figures, says what it can not recompute, and a change is found', async () => {
    const results = (name: string) =>
      z
        .object({
          results: z.array(
            z.object({ value: z.number().nullable(), low: z.number().nullish(), high: z.number().nullish() }),
          ),
        })
        .parse(JSON.parse(readFileSync(fileOf(name, 'figures.json'), 'utf8'))).results
    // Cases lie in another order, so that sums differ in their last digit.
    const rounded = (name: string) =>
      results(name).map(({ value, low, high }) =>
        [value, low, high].map((one) => one?.toPrecision(9) ?? null),
      )
    expect(rounded('redacted')).toEqual(rounded('bundle'))
    const document = await verified('redacted')
    expect(document).toMatchObject({ agrees: true, complete: false })
    expect(document.notRecomputed.some(({ why }) => why.includes('texts are redacted'))).toBe(true)
    expect(await run('verify', 'redacted', '--complete', '--quiet')).toMatchObject({ code: 1 })
    expect(
      await run('export', 'latest', '--form', 'bundle', '--redact', '--out', 'redacted-again'),
    ).toMatchObject({ code: 0 })
    expect(readFileSync(fileOf('redacted-again', 'manifest.json'), 'utf8')).toBe(
      readFileSync(fileOf('redacted', 'manifest.json'), 'utf8'),
    )
    const lines = edit(linesOf('redacted', 'outcomes.jsonl'), /("status":"scored","numerator":)1,/, '$10.5,')
    writeFileSync(fileOf('redacted', 'outcomes.jsonl'), `${lines.join('\n')}\n`)
    hashAgain('redacted')
    expect((await verified('redacted')).first).toMatchObject({ file: 'figures.json' })
  }, 120_000)
})
