import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hashJson } from '../../core/hash.ts'
import { jsonSchema } from '../../core/json.ts'
import { bundlesIn, edit } from '../testing/bundles.ts'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { writeProgram } from '../testing/programs.ts'

const { path: folder, remove } = makeFolder()
afterAll(remove)

const run = (...argv: string[]) => inProcess(folder, argv)

const { verified, fileOf, linesOf, hashAgain } = bundlesIn(folder)

let copies = 0

/** A copy of the bundle with a file changed, and the manifest made to fit. */
function changed(file: string, change: (lines: string[]) => string[], isHashed = true): string {
  const name = `mutant-${(copies += 1)}`
  cpSync(join(folder, 'bundle'), join(folder, name), { recursive: true })
  writeFileSync(fileOf(name, file), `${change(linesOf(name, file)).join('\n')}\n`)
  if (isHashed) hashAgain(name)
  return name
}

beforeAll(async () => {
  const program = writeProgram(folder, 'case "$id" in *7) exit 1 ;; esac\nanswer')
  const words = ['--system', 'oracle', program, '--limit', '8', '--repeat', '2', '--quiet']
  expect(await run('run', 'alpsbench/update', 'alpsbench/retrieval/d100', ...words)).toMatchObject({
    code: 0,
  })
  expect(await run('export', 'latest', '--form', 'bundle', '--out', 'bundle')).toMatchObject({
    code: 0,
    err: '',
  })
}, 240_000)

describe('a bundle', () => {
  it('is the same whenever it is written, and agrees with itself', async () => {
    expect(await run('export', 'latest', '--form', 'bundle', '--out', 'again')).toMatchObject({ code: 0 })
    for (const name of readdirSync(join(folder, 'bundle')))
      expect(readFileSync(fileOf('again', name)).equals(readFileSync(fileOf('bundle', name))), name).toBe(
        true,
      )
    const document = await verified('bundle')
    expect(document.first).toBeNull()
    expect(document.notRecomputed.map(({ why }) => why)).toEqual([
      'a program is not started to check a bundle',
      'a program is not started to check a bundle',
    ])
    expect(document.recomputed['outcomes']).toBe(linesOf('bundle', 'outcomes.jsonl').length)
    expect(linesOf('bundle', 'outcomes.jsonl').some((line) => line.includes('"failed"'))).toBe(true)
  }, 120_000)

  it('says what `rapport report --json` says', async () => {
    const report: unknown = JSON.parse((await run('report', 'latest', '--json')).out)
    const figures: unknown = JSON.parse(readFileSync(fileOf('bundle', 'figures.json'), 'utf8'))
    const numbers = (document: unknown) =>
      z
        .object({
          results: z.array(
            z.object({
              value: z.number().nullable(),
              low: z.unknown(),
              high: z.unknown(),
              metric: z.string(),
            }),
          ),
        })
        .parse(document).results
    expect(numbers(figures)).toEqual(numbers(report))
  })

  it('names no folder of the machine', () => {
    for (const name of readdirSync(join(folder, 'bundle')))
      expect(readFileSync(fileOf('bundle', name), 'utf8')).not.toContain(folder)
  })
})

/** File, pattern, what it becomes, and what the first difference names. */
const mutants: readonly (readonly [what: string, file: string, from: RegExp, to: string, field: RegExp])[] = [
  [
    'one character of an answer',
    'results.jsonl',
    /("stage":"respond".*?"form":"contract","value":.*?":")(\w)/,
    '$1~',
    /^outputHash$/,
  ],
  ['one outcome', 'outcomes.jsonl', /("status":"scored","numerator":)1,/, '$10.5,', /^outcome\.numerator$/],
  ['one bound', 'outcomes.jsonl', /("worst":\{"numerator":)0,/, '$10.25,', /^bounds\.worst\.numerator$/],
  ['one figure', 'figures.json', /("value": 0\.\d)(\d)/, '$199', /value/],
  ['one gold value', 'cases.jsonl', /("gold":.*?":")(\w)/, '$1~', /^hash$/],
  ['one hash of a case', 'cases.jsonl', /"hash":"[0-9a-f]/, '"hash":"', /./],
  [
    'one fingerprint',
    'references.jsonl',
    /"fingerprint":"[0-9a-f]{8}/,
    '"fingerprint":"00000000',
    /^fingerprint$/,
  ],
  [
    'one reason of a failure',
    'outcomes.jsonl',
    /"reason":"crash"/,
    '"reason":"timeout"',
    /^outcome\.reason$/,
  ],
]

describe('a change is found although every hash of a file was made to fit', () => {
  it.each(mutants)(
    '%s',
    async (what, file, from, to, field) => {
      const name = changed(file, (lines) =>
        what === 'one hash of a case'
          ? edit(lines, /"hash":"[0-9a-f]{4}/, '"hash":"0000')
          : edit(lines, from, to),
      )
      const { first, differences } = await verified(name)
      expect(differences).toBeGreaterThan(0)
      expect(first).toMatchObject({ file })
      expect(first?.field).toMatch(field)
      if (file !== 'figures.json') {
        const before = linesOf('bundle', file)
        const line = linesOf(name, file).findIndex((text, at) => text !== before[at])
        expect(first?.line).toBe(line + 1)
      }
      rmSync(join(folder, name), { recursive: true })
    },
    120_000,
  )

  it('one answer, by somebody who makes its hash fit too', async () => {
    const name = changed('results.jsonl', (lines) => {
      const at = lines.findIndex((line) => /"stage":"respond".*"form":"contract"/.test(line))
      return lines.map((line, index) => {
        if (index !== at) return line
        const row = z
          .looseObject({ outputHash: z.string(), output: jsonSchema })
          .parse(JSON.parse(line.replace(/("value":.*?":")(\w)/, '$1~')))
        return JSON.stringify({ ...row, outputHash: hashJson(row.output) })
      })
    })
    const { first } = await verified(name)
    expect(first).toMatchObject({ file: 'references.jsonl', field: 'fingerprint' })
    expect(first?.id).toMatch(/ parse$/)
    expect(first?.line).toBeGreaterThan(0)
  }, 120_000)

  it('two cases swapped', async () => {
    const name = changed('cases.jsonl', ([a = '', b = '', ...rest]) => [b, a, ...rest])
    expect((await verified(name)).first).toMatchObject({ file: 'cases.jsonl', line: 1, field: 'ordinal' })
  }, 120_000)

  it.each(['cases.jsonl', 'results.jsonl', 'references.jsonl', 'outcomes.jsonl', 'events.jsonl'])(
    'a line taken out of %s',
    async (file) => {
      const name = changed(file, (lines) => lines.filter((_, at) => at !== 1))
      const { first } = await verified(name)
      expect(first).not.toBeNull()
    },
    120_000,
  )

  it('a file that does not fit its hash', async () => {
    const name = changed('calls.jsonl', () => [' '], false)
    const { first } = await verified(name)
    expect(first).toMatchObject({ file: 'calls.jsonl', line: null })
    expect(first?.field).toMatch(/^(bytes|sha256)$/)
  }, 120_000)
})

describe('what is no bundle ends with exit code 2', () => {
  const refused = async (name: string, words: RegExp): Promise<void> => {
    const { code, err, out } = await run('verify', name, '--quiet')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(words)
  }
  const copy = (): string => {
    const name = `mutant-${(copies += 1)}`
    cpSync(join(folder, 'bundle'), join(folder, name), { recursive: true })
    return name
  }
  const manifest = (name: string, change: (text: string) => string): void => {
    const at = fileOf(name, 'manifest.json')
    writeFileSync(at, change(readFileSync(at, 'utf8')))
  }

  it('a folder that is not there, an empty one, another one', async () => {
    await refused('nowhere', /nowhere does not exist/)
    mkdirSync(join(folder, 'empty'))
    await refused('empty', /has no manifest\.json/)
    writeFileSync(join(folder, 'empty', 'manifest.json'), '{"format":"other"}')
    await refused('empty', /another format/)
  })

  it('a newer form', async () => {
    const name = copy()
    manifest(name, (text) =>
      text.replace(/"formatVersion": 1,\n "rapport"/, '"formatVersion": 2,\n "rapport"'),
    )
    await refused(name, /has form 2, and this version of Rapport reads up to 1/)
  })

  it.each([
    '../outside.jsonl',
    '/etc/passwd',
    'cases.jsonl/../../x',
    'C:\\x',
    'CASES.jsonl',
    'cases.jsonl\u0000',
  ])('a list that names %j', async (path) => {
    const name = copy()
    manifest(name, (text) => text.replace('"path": "cases.jsonl"', `"path": ${JSON.stringify(path)}`))
    await refused(name, /which no bundle has/)
  })

  it.each(['prices', 'prompts'])('%s outside the bundle, which would be read', async (what) => {
    const name = copy()
    manifest(name, (text) => text.replace(`"${what}": null`, `"${what}": "/etc/passwd"`))
    await refused(name, /names files outside the bundle/)
  })

  it('systems that are files or programs of whoever checks are left alone', async () => {
    const name = copy()
    const made = join(folder, 'started')
    manifest(name, (text) =>
      text
        .replace('"spec": "oracle"', `"spec": ${JSON.stringify(`program:touch ${made}`)}`)
        .replace('"spec": "oracle"', '"spec": "recorded:/etc/passwd"'),
    )
    const { notRecomputed } = await verified(name)
    expect(notRecomputed.map(({ why }) => why)).toEqual(
      expect.arrayContaining([
        'a program is not started to check a bundle',
        'this version has no such recordings',
      ]),
    )
    expect(existsSync(made)).toBe(false)
  }, 60_000)

  it('missing, foreign and linked files', async () => {
    const name = copy()
    rmSync(fileOf(name, 'events.jsonl'))
    await refused(name, /lacks events\.jsonl/)
    symlinkSync(fileOf('bundle', 'events.jsonl'), fileOf(name, 'events.jsonl'))
    await refused(name, /"events\.jsonl" is no plain file/)
    const other = copy()
    writeFileSync(fileOf(other, 'notes.txt'), 'x')
    await refused(other, /holds "notes\.txt"/)
  })

  it('wrong JSON, wrong form, unknown fields, a huge line', async () => {
    await refused(
      changed('outcomes.jsonl', (lines) => ['{"track":', ...lines]),
      /outcomes\.jsonl:1/,
    )
    await refused(
      changed('outcomes.jsonl', (lines) => edit(lines, /"repeat":0/, '"repeat":"0"')),
      /field repeat/,
    )
    await refused(
      changed('cases.jsonl', (lines) => edit(lines, /"ordinal"/, '"more":1,"ordinal"')),
      /cases\.jsonl:1/,
    )
    await refused(
      changed('results.jsonl', (lines) => [`"${'x'.repeat(65 * 1024 * 1024)}"`, ...lines]),
      /line-too-long/,
    )
    const name = copy()
    manifest(name, () => '{')
    await refused(name, /manifest\.json:1/)
  }, 60_000)

  it('an export onto a folder with other files', async () => {
    writeFileSync(join(folder, 'empty', 'mine.txt'), 'x')
    rmSync(join(folder, 'empty', 'manifest.json'))
    const { code, err } = await run('export', 'latest', '--form', 'bundle', '--out', 'empty')
    expect({ code, err }).toMatchObject({ code: 2 })
    expect(readdirSync(join(folder, 'empty'))).toEqual(['mine.txt'])
    expect(await run('export', 'latest', '--out', 'x', '--redact')).toMatchObject({ code: 2 })
  })
})
