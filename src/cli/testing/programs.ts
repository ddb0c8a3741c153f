import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** An adapter in the style of the official ones that appends every call to `calls.txt` before it answers. */
const RECORDER = `
import { appendFileSync } from 'node:fs'
let text = ''
for await (const chunk of process.stdin) text += chunk
const row = JSON.parse(text)
appendFileSync('calls.txt', row.benchmark_id + '\\n')
const answer = () => console.log(JSON.stringify({
  benchmark_id: row.benchmark_id,
  memory_items: [{ memory_id: 'm1', type: 'direct', label: 'Preferences/Food', value: 'said in ' + row.benchmark_id,
    confidence: 0.5 }],
}))
`

/** Writes a recording program into a folder. @param body what it does after noting the call; answers by default */
export function writeProgram(folder: string, body = 'answer()'): string {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, `${RECORDER}\n${body}\n`)
  return `program:"${process.execPath}" program.mjs`
}

/** Ids of the calls so far, in their order; whole lines only. */
export function callsIn(folder: string): string[] {
  const file = join(folder, 'calls.txt')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}

/** Resolves when the program was called `count` times; rejects when the process ends before. */
export function untilCalls(folder: string, count: number, gone: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder, () => look())
    const look = (): void => {
      if (callsIn(folder).length < count) return
      watcher.close()
      resolve()
    }
    look()
    void gone.then(() => {
      watcher.close()
      reject(new Error(`the process ended after ${callsIn(folder).length} calls`))
    })
  })
}
