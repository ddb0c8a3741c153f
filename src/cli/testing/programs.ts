import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a row and appends its id to `calls.txt` before anything else; `answer` prints a prediction. A row that
 * broke off, because the command was killed while it wrote it, is no call.
 */
const RECORDER = `
id=$(sed -n 's/.*"benchmark_id": *"\\([^"]*\\)".*/\\1/p')
[ -n "$id" ] || exit 1
printf '%s\\n' "$id" >> calls.txt
answer() {
  printf '{"benchmark_id":"%s","memory_items":[{"memory_id":"m1","type":"direct","label":"Preferences/Food",' "$id"
  printf '"value":"said in %s","confidence":0.5}]}\\n' "$id"
}
`

/**
 * Writes a shell program that records its calls into a folder: it starts in milliseconds.
 * @param body what it does after noting the call; answers by default
 * @returns the system's id
 */
export function writeProgram(folder: string, body = 'answer'): string {
  writeFileSync(join(folder, 'program.sh'), `${RECORDER}\n${body}\n`)
  return 'program:sh program.sh'
}

/** Ids of the calls so far, in their order; whole lines only. */
export function callsIn(folder: string): string[] {
  const file = join(folder, 'calls.txt')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}

/** Waits until the program was called `count` times. @throws Error when the process ends before */
export async function untilCalls(folder: string, count: number, gone: Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const reached = new Promise<true>((resolve) => {
    const look = (): void => {
      if (callsIn(folder).length >= count) resolve(true)
    }
    watch(folder, { signal: stop.signal }, look)
    look()
  })
  try {
    const first = await Promise.race([reached, gone])
    if (first !== true) throw new Error(`the process ended after ${callsIn(folder).length} calls`)
  } finally {
    stop.abort()
  }
}
