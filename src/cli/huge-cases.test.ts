import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scorer } from '../core/scorer.ts'
import { openStore } from '../store/index.ts'
import { stoppableScorers } from './huge-cases.ts'
import { buildOnce, ended, makeFolder, start } from './testing/cli.ts'

let folder: ReturnType<typeof makeFolder>
beforeAll(buildOnce)
beforeEach(() => {
  folder = makeFolder()
})
afterEach(() => folder.remove())

/** So many memories of about 90 characters: 3,000 against 3,000 take minutes. */
const memories = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    memory_id: `m${index + 1}`,
    type: 'direct',
    label: 'Preferences/Food',
    value: `The user likes dish number ${index} of the ${count - index} on the long list of the corner restaurant`,
    confidence: 0.8,
  }))

const cases = [
  { id: 'sess_demo1__1', count: 3 },
  { id: 'sess_demo2__2', count: 3000 },
]
const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder.path, name)), { recursive: true })
  writeFileSync(join(folder.path, name), text)
}

function writeFiles(): void {
  const dialogue = [
    { role: 'user', text: 'What do they serve?' },
    { role: 'assistant', text: 'Much.' },
  ]
  const inputs = cases.map(({ id }, index) => ({
    benchmark_id: id,
    task: 'task1',
    session_id: id.split('__')[0],
    canonical_id: String(index),
    stratum: 'x',
    input: { user_id: 'unknown_user', line_index: index, sessions: [], dialogue, metadata: {} },
  }))
  const golds = cases.map(({ id, count }) => ({
    benchmark_id: id,
    task: 'task1',
    session_id: id.split('__')[0],
    gold: { memory_items: memories(count), memory_stage1_candidates: [], selected_memory_id: 'm1' },
  }))
  write('data/dev/task1/model_input.jsonl', jsonl(inputs))
  write('data/dev/task1/reference_output.jsonl', jsonl(golds))
  write(
    'said.jsonl',
    jsonl(cases.map(({ id, count }) => ({ benchmark_id: id, memory_items: memories(count) }))),
  )
}

/** Resolves when the process has written a text to its standard error. */
function wrote(child: ChildProcess, text: string): Promise<void> {
  let all = ''
  return new Promise((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      all += chunk.toString('utf8')
      if (all.includes(text)) resolve()
    })
  })
}

describe('a case that takes minutes to score', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'does not hold up %s, and what finished before is kept',
    async (signal) => {
      writeFiles()
      const argv =
        'score said.jsonl --track alpsbench/extraction --data data --split dev --no-baselines --quiet'
      const child = start(folder.path, `${argv} --concurrency 1 --scorer research-algo`.split(' '))
      const end = ended(child)
      const first = await Promise.race([wrote(child, 'Ctrl-C leaves at once'), end])
      expect(first).toBeUndefined()
      child.kill(signal)
      await end
      expect(child.signalCode).toBe(signal)

      const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
      const [run] = await store.runs()
      const scored = new Set<string>()
      for await (const row of store.outcomes(run?.id ?? '', {})) scored.add(row.case)
      await store.close()
      expect([...scored]).toEqual(['sess_demo1__1'])
    },
  )

  it('is told by the texts of both sides; any other is scored as it was', () => {
    const told: string[] = []
    const busy: string[] = []
    const scorer: Scorer = {
      name: 's',
      version: '1',
      options: {},
      metrics: [],
      bounds: () => ({}),
      score: () => ({ metrics: {} }),
    }
    const whileBusy = <T>(work: () => T): T => {
      busy.push('busy')
      return work()
    }
    const [wrapped] = stoppableScorers([scorer], { whileBusy }, (message) => told.push(message))
    const text = 'x'.repeat(50_000)
    wrapped?.score([text], { input: [text, text], gold: { a: ['x'.repeat(39_999)] } })
    expect({ told, busy }).toEqual({ told: [], busy: [] })
    expect(wrapped?.score([text], { input: null, gold: { a: [text] } })).toEqual({ metrics: {} })
    expect(busy).toEqual(['busy'])
    expect(told).toEqual([expect.stringContaining('s compares 50000 characters of an answer with 50000')])
  })
})
