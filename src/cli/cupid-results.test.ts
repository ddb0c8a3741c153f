import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { makeFolder } from './testing/cli.ts'
import {
  liveCommand,
  readDocument,
  resultOf,
  startSampleServer,
  type ResultsDocument,
} from './testing/live.ts'

const { path: folder, remove } = makeFolder()
const SYSTEM = 'compatible/never-updates'
const OVERFLOWING = 'compatible/perfect:overflowxall%40'
let server: ScriptedServer
let document: ResultsDocument

const command = (...argv: string[]) => liveCommand(folder, argv, { RAPPORT_BASE_URL: server.baseUrl })

beforeAll(async () => {
  server = await startSampleServer()
  const judged = ['--judge', 'compatible/judge-fair']
  const { out } = await command(
    'run',
    'cupid',
    '--system',
    `${SYSTEM},${OVERFLOWING}`,
    '--no-baselines',
    '--quiet',
    '--json',
    ...judged,
  )
  document = readDocument(out)
  await command('export', 'latest', '--form', 'cupid-results', '--out', 'results')
}, 120_000)
afterAll(async () => {
  await server.close()
  remove()
})

/** The line of `read-results` for a model and a figure. */
async function line(model: string, figure: string): Promise<string> {
  const { out } = await command('read-results', 'results')
  const found = out.split('\n').find((one) => one.startsWith(`${model} `) && one.includes(` ${figure} `))
  if (found === undefined) throw new Error(out)
  return found.replaceAll(/ +/g, ' ')
}

it('a run comes back from its results folder with the figures that it had', async () => {
  for (const figure of ['precision', 'recall', 'f1']) {
    const { value } = resultOf(document, SYSTEM, `preference-match@1 ${figure}`, 'cupid/inference')
    const text = (value ?? -1).toFixed(4)
    // The original arithmetic and the strict one agree where nothing failed.
    expect(await line(SYSTEM, figure)).toContain(`${figure} ${text} ${text} [`)
  }
  const { value } = resultOf(document, SYSTEM, 'alignment@1 alignment', 'cupid/generation')
  expect(await line(SYSTEM, 'alignment')).toContain(`alignment ${(value ?? -1).toFixed(4)} `)
})

it('overflows are overflows, of no inferred entry, and zero to the original alone', async () => {
  const { out } = await command('read-results', 'results')
  expect(out).toMatch(/overflowxall%40, inference: 6 ok, 6 overflow, 0 pending/)
  expect(await line(OVERFLOWING, 'precision')).toContain('precision 1.0000 1.0000')
  expect(await line(OVERFLOWING, 'recall')).toContain('recall 0.5000 0.5000')
  expect(await line(OVERFLOWING, 'alignment')).toContain('alignment 5.0000 10.0000')
})

it('half a file is put aside by name, and the original gives no figure there', async () => {
  const file = join(folder, 'results', 'compatible%2Fnever-updates', '1+beekeeper+changing.json')
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.slice(0, whole.length / 2))
  const { out } = await command('read-results', 'results')
  writeFileSync(file, whole)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/1\+beekeeper\+changing\.json is left out: broken-json/)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/the original code gives no figure here \(D21\)/)
})

it('two exports never mix, and a folder without results says so', async () => {
  const again = await command('export', 'latest', '--form', 'cupid-results', '--out', 'results')
  expect(again.code).toBe(2)
  expect(again.err).toContain('there are results of that model already')
  const none = await command('read-results', '.rapport')
  expect(none.code).toBe(2)
  expect(none.err).toContain('no-results')
})

it('a run of another benchmark has another layout', async () => {
  await command('run', 'alpsbench/extraction', '--limit', '2', '--quiet')
  const { code, err } = await command('export', 'latest', '--form', 'cupid-results', '--out', 'x')
  expect({ code, said: /this layout is CUPID's/.test(err) }).toEqual({ code: 2, said: true })
})
