import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { Track } from '../../core/track.ts'
import { createProgramSystem } from './program.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-program-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const checkRow: Track['checkRow'] = (row) =>
  isJsonObject(row) && typeof row['benchmark_id'] === 'string' && Array.isArray(row['memory_items'])
    ? { id: row['benchmark_id'] }
    : { rule: 'missing-key', field: 'memory_items', message: 'must be an array' }

const row: JsonObject = { benchmark_id: 'demo_1', task: 'task1', input: { text: 'naïve 面 🙂' } }

/** A program written in JavaScript, run by this Node. */
async function programOf(body: string, extra: { timeout?: number; maxOutput?: number } = {}) {
  const file = join(folder, `p${Math.abs(hash(body))}.mjs`)
  await writeFile(file, body)
  return createProgramSystem({
    id: 'program:test',
    commandLine: `"${process.execPath}" "${file}"`,
    cwd: folder,
    env: { ...process.env },
    limits: { timeout: extra.timeout ?? 20_000, maxOutput: extra.maxOutput ?? 1_000_000 },
    checkRow,
  })
}

function hash(text: string): number {
  let value = 7
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) | 0
  return value
}

const limits = { timeout: 20_000, maxOutput: 1_000_000 }

const context = () => ({ repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal })

const readInput = `
let text = ''
for await (const chunk of process.stdin) text += chunk
const row = JSON.parse(text)`

describe('a program under the stdin/stdout protocol', () => {
  it('gets the row as ASCII-escaped JSON and its answer comes back without the id', async () => {
    const log = join(folder, 'input.txt')
    const system = await programOf(`${readInput}
import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(log)}, text)
console.log(JSON.stringify({ benchmark_id: row.benchmark_id, memory_items: [row.input.text] }))`)
    const response = await system.respond({ row }, context())
    expect(response).toEqual({ form: 'contract', value: { memory_items: ['naïve 面 🙂'] } })
    const sent = await readFile(log, 'utf8')
    expect(sent).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(sent)).toEqual(row)
  })

  it.each([
    [
      'exit code',
      `process.stderr.write('\\u001b[31mno \\u0007key\\n'); process.exit(3)`,
      'crash',
      'exit code 3: [31mno  key',
    ],
    [
      'an error of Node, which ends with its version',
      `throw new RangeError('no key')`,
      'crash',
      'exit code 1: RangeError: no key',
    ],
    [
      'a signal',
      `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`,
      'crash',
      'signal SIGTERM',
    ],
    ['no output', `console.log('  ')`, 'empty-reply', 'nothing on standard output'],
    ['no JSON', `console.log('sorry')`, 'unusable-output', 'standard output is not one JSON object'],
    ['two objects', `console.log('{}\\n{}')`, 'unusable-output', 'standard output is not one JSON object'],
    ['a list', `console.log('[]')`, 'unusable-output', 'standard output is not a JSON object'],
    [
      'a breach of contract',
      `console.log('{"benchmark_id":"demo_1"}')`,
      'unusable-output',
      'missing-key: field memory_items: must be an array',
    ],
    [
      'a number that overflows',
      `console.log('{"benchmark_id":"demo_1","memory_items":[{"confidence":1e999}]}')`,
      'unusable-output',
      'not-finite: a number is too large',
    ],
    [
      'half a surrogate pair',
      `console.log('{"benchmark_id":"demo_1","memory_items":["\\\\ud800"]}')`,
      'unusable-output',
      'lone-surrogate: a text holds half of a surrogate pair',
    ],
    [
      'endless nesting',
      `console.log('{"benchmark_id":"demo_1","memory_items":' + '['.repeat(9000) + ']'.repeat(9000) + '}')`,
      'unusable-output',
      'too-deep: values are nested more than 200 deep',
    ],
    [
      'the id of another row',
      `console.log('{"benchmark_id":"x","memory_items":[]}')`,
      'unusable-output',
      'benchmark_id of the output is not that of the input',
    ],
  ])('%s is a failure of the system', async (_name, body, reason, message) => {
    const system = await programOf(body)
    await expect(system.respond({ row }, context())).rejects.toMatchObject({ reason, by: 'system', message })
  })

  it('kills what takes too long, with everything it started', async () => {
    const pidFile = join(folder, 'child.pid')
    const system = await programOf(
      `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
writeFileSync(${JSON.stringify(pidFile)}, String(child.pid))
setInterval(() => {}, 1000)`,
      { timeout: 1500 },
    )
    await expect(system.respond({ row }, context())).rejects.toMatchObject({
      reason: 'timeout',
      by: 'system',
    })
    const pid = Number(await readFile(pidFile, 'utf8'))
    // The signal was sent to the whole group; a busy machine delivers it a little later.
    const state = async (): Promise<string> => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => `${pid} (node) X`)
      return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3)
    }
    await expect.poll(state, { timeout: 3000 }).toMatch(/[XZ]/)
  })

  it('kills what writes without end', async () => {
    const system = await programOf(
      `process.stdout.on('error', () => {}); setInterval(() => process.stdout.write('x'.repeat(65536)), 0)`,
      {
        maxOutput: 200_000,
      },
    )
    await expect(system.respond({ row }, context())).rejects.toMatchObject({
      reason: 'output-too-large',
      by: 'system',
    })
  })

  it('is not a failure of the system when the run is stopped', async () => {
    const stop = new AbortController()
    const system = await programOf('setInterval(() => {}, 1000)')
    const answer = system.respond({ row }, { ...context(), signal: stop.signal })
    stop.abort()
    await expect(answer).rejects.toMatchObject({ by: 'infrastructure' })
  })

  it('answers without reading its input', async () => {
    const system = await programOf(
      `console.log('{"benchmark_id":"demo_1","memory_items":[]}'); process.exit(0)`,
    )
    const big = { ...row, input: { text: 'x'.repeat(2_000_000) } }
    await expect(system.respond({ row: big }, context())).resolves.toMatchObject({ form: 'contract' })
  })

  it('runs no shell: a semicolon is a word', async () => {
    const script = join(folder, 'words.mjs')
    const body = `console.log(JSON.stringify({ benchmark_id: 'demo_1', memory_items: process.argv.slice(2) }))`
    await writeFile(script, body)
    const system = await createProgramSystem({
      id: 'program:words',
      commandLine: `"${process.execPath}" ${script} ; "$(touch pwned)" 'a b'`,
      cwd: folder,
      env: { ...process.env },
      limits,
      checkRow,
    })
    const response = await system.respond({ row }, context())
    expect(response).toMatchObject({ value: { memory_items: [';', '$(touch pwned)', 'a b'] } })
  })

  it('has another identity when its file changes', async () => {
    const file = join(folder, 'changing.mjs')
    const identity = async () =>
      (
        await createProgramSystem({
          id: 'p',
          commandLine: `"${process.execPath}" ${file}`,
          cwd: folder,
          env: {},
          limits,
          checkRow,
        })
      ).identity
    await writeFile(file, '// one')
    const one = await identity()
    expect(await identity()).toEqual(one)
    await writeFile(file, '// two')
    expect(await identity()).not.toEqual(one)
  })

  it('says at once that a program is not there', async () => {
    const make = (commandLine: string) =>
      createProgramSystem({ id: 'p', commandLine, cwd: folder, env: { PATH: '/nowhere' }, limits, checkRow })
    await expect(make('no-such-program')).rejects.toMatchObject({
      exitCode: 2,
      message: 'there is no program no-such-program',
    })
    await expect(make('  ')).rejects.toMatchObject({ exitCode: 2 })
    await writeFile(join(folder, 'plain.txt'), 'x', { mode: 0o644 })
    await expect(make('./plain.txt')).rejects.toMatchObject({
      exitCode: 2,
      message: './plain.txt is not executable',
    })
  })
})
