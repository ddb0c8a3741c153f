import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mapTexts } from '../../bundle/cut-paths.ts'
import { hashJson } from '../../core/hash.ts'
import { jsonSchema } from '../../core/json.ts'
import type { ScriptedServer } from '../../testing/scripted-server/index.ts'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { liveCommand, startSampleServer } from '../testing/live.ts'

const { path: folder, remove } = makeFolder()
let server: ScriptedServer
beforeAll(async () => {
  server = await startSampleServer()
})
afterAll(async () => {
  await server.close()
  remove()
})

const live = (...argv: string[]) =>
  liveCommand(folder, argv, {
    RAPPORT_BASE_URL: server.baseUrl,
    RAPPORT_ANSWER_MODEL: 'compatible/perfect',
  })

const documentSchema = z.object({
  agrees: z.boolean(),
  differences: z.number(),
  first: z.unknown(),
  recomputed: z.record(z.string(), z.number()),
  notRecomputed: z.array(z.object({ what: z.string(), why: z.string() })),
})

/** Verifies in a folder without a run, without an address of a model. */
async function verified(name: string) {
  const alone = makeFolder()
  try {
    const { out, err } = await inProcess(alone.path, ['verify', join(folder, name), '--json', '--quiet'])
    expect(err.replace(/^rapport: .* does not agree[^]*/, '')).toBe('')
    return documentSchema.parse(JSON.parse(out))
  } finally {
    alone.remove()
  }
}

const verdictDiffers = {
  file: 'references.jsonl',
  field: expect.stringMatching(/^(fingerprint|output of score)/),
}

/** Texts with a blank of cases, answers, verdicts and prompts, as they stand in JSON. */
function textsOf(bundle: string): Set<string> {
  const texts = new Set<string>()
  for (const name of ['cases.jsonl', 'results.jsonl', 'prompts.jsonl']) {
    const held = readFileSync(join(folder, bundle, name), 'utf8')
    for (const [, text = ''] of held.matchAll(/(?<=[:,[])"((?:[^"\\]|\\.)*)"/g))
      if (text.length > 20 && text.includes(' ')) texts.add(text)
  }
  expect(texts.size).toBeGreaterThan(10)
  return texts
}

/** A copy of the bundle in which a judge said the opposite once, with every hash made to fit. */
function otherVerdict(): string {
  cpSync(join(folder, 'bundle'), join(folder, 'verdict'), { recursive: true })
  const at = (name: string): string => join(folder, 'verdict', name)
  let changes = 0
  const rows = readFileSync(at('results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const row = z
        .looseObject({ stage: z.string(), outputHash: z.string(), output: jsonSchema })
        .parse(JSON.parse(line))
      if (row.stage !== 'judge' || changes > 0) return line
      changes += 1
      const output = mapTexts(row.output, (text) =>
        text.replaceAll(/true|false/g, (word) => (word === 'true' ? 'false' : 'true')),
      )
      expect(output).not.toEqual(row.output)
      return JSON.stringify({ ...row, output, outputHash: hashJson(output) })
    })
  const data = `${rows.join('\n')}\n`
  writeFileSync(at('results.jsonl'), data)
  const manifest = z
    .looseObject({ files: z.array(z.looseObject({ path: z.string() })) })
    .parse(JSON.parse(readFileSync(at('manifest.json'), 'utf8')))
  const files = manifest.files.map((file) =>
    file.path === 'results.jsonl'
      ? { ...file, bytes: Buffer.byteLength(data), sha256: createHash('sha256').update(data).digest('hex') }
      : file,
  )
  writeFileSync(at('manifest.json'), JSON.stringify({ ...manifest, files }))
  return 'verdict'
}

const judge = ['--judge', 'compatible/judge-fair']
const persona = 'alpsbench/utilization/persona'
const kinds: readonly (readonly [kind: string, ...words: string[]])[] = [
  ['judged', persona, '--system=compatible/perfect', ...judge, '--limit=4', '--repeat=2'],
  [
    'memory',
    persona,
    '--system=memory:bm25',
    '--system=memory:none',
    '--system=memory:gold-evidence',
    ...judge,
    '--limit=3',
    '--no-memory-checks',
  ],
  ['memory search', 'alpsbench/retrieval/d100', '--system=memory:bm25', '--limit=3', '--no-memory-checks'],
  [
    'chain',
    'cupid/inference',
    'cupid/generation',
    '--system=compatible/perfect',
    ...judge,
    '--decomposer=compatible/judge-fair',
    '--limit=4',
  ],
  ['baselines of CUPID', 'cupid/inference', '--limit=10'],
]

describe.each(kinds)('a run with %s', (kind, ...words) => {
  it('comes out the same from its answers, verdicts and prompts', async () => {
    const ended = await live(
      'run',
      ...words,
      '--quiet',
      '--json',
      ...(kind.startsWith('base') ? [] : ['--no-baselines']),
    )
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(await live('export', 'latest', '--form', 'bundle', '--out', 'bundle')).toMatchObject({
      code: 0,
      err: '',
    })
    const document = await verified('bundle')
    expect(document).toMatchObject({ agrees: true, differences: 0, first: null, notRecomputed: [] })
    const prompts = readFileSync(join(folder, 'bundle', 'prompts.jsonl'), 'utf8')
    if (words.some((word) => word.includes('compatible/')))
      expect(document.recomputed['prompts']).toBeGreaterThan(0)
    expect(prompts.includes('"messages"')).toBe(prompts !== '')
    for (const name of ['manifest.json', 'events.jsonl', 'references.jsonl'])
      expect(readFileSync(join(folder, 'bundle', name), 'utf8'), name).not.toContain(folder)
    expect(await live('export', 'latest', '--form', 'bundle', '--redact', '--out', 'redacted')).toMatchObject(
      { code: 0, err: '' },
    )
    expect(await verified('redacted')).toMatchObject({ agrees: true })
    for (const text of textsOf('bundle')) {
      for (const name of readdirSync(join(folder, 'redacted')))
        if (readFileSync(join(folder, 'redacted', name), 'utf8').includes(text))
          expect.fail(`${name} holds ${text}`)
    }
    if (kind === 'judged') expect((await verified(otherVerdict())).first).toMatchObject(verdictDiffers)
    rmSync(join(folder, 'bundle'), { recursive: true })
    rmSync(join(folder, 'redacted'), { recursive: true })
  }, 240_000)
})
