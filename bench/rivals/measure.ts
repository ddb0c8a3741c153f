import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { treeUse } from './process-tree.ts'
import { serverStats } from './server-stats.ts'

export interface Load {
  readonly calls: number
  readonly concurrency: number
  /** Milliseconds that the server takes for each. */
  readonly latency: number
}

export interface Program {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Measured {
  /** Calls that the server counted, repeated ones included. */
  readonly calls: number
  readonly mostAtOnce: number
  /** From the start of the process to the first call, from there to the last answer, from there to the end. */
  readonly seconds: { readonly start: number; readonly calls: number; readonly end: number }
  /** Processor time, user and system, of the process and all below it, up to the first call and in all. */
  readonly processorSeconds: { readonly start: number; readonly all: number }
  /** Resident MB of all processes together, when 25, 50 and 100 % of the calls were answered; and the most. */
  readonly memory: { readonly marks: readonly number[]; readonly peak: number }
}

const MARKS = [0.25, 0.5, 1] as const
const POLL_MS = 100

/**
 * Runs a program against a server of its own and watches it from outside, every 100 ms: all contestants alike.
 * @returns undefined if it took longer than `limit` seconds; it is ended then
 * @throws if it ends with another code than 0
 */
export async function measure(
  { command, cwd, env }: Program,
  load: Load,
  limit: number,
): Promise<Measured | undefined> {
  const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
  const server = spawn(process.execPath, [here('../gateway-server.mjs'), String(load.latency)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = z.tuple([z.string()]).parse(await once(createInterface(server.stdout), 'line'))
    const address = `http://127.0.0.1:${port}`
    const begun = Date.now()
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd,
      // A group of its own, so that all of it can be ended.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...env,
        NODE_OPTIONS: `--require ${here('./loopback-only.cjs')}`,
        BENCH_ADDRESS: address,
        RAPPORT_BASE_URL: `${address}/v1`,
        BENCH_CALLS: String(load.calls),
        BENCH_CONCURRENCY: String(load.concurrency),
      },
    })
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const state = { running: true }
    const stop = (): void => void (state.running = false)
    void closed.then(stop, stop)
    const processor = new Map<number, number>()
    const marks: number[] = []
    let start = 0
    let peak = 0
    let latest = 0
    let late = false
    while (state.running && child.pid !== undefined) {
      const [stats] = await Promise.all([serverStats(address), wait(POLL_MS)])
      const use = treeUse(child.pid)
      for (const [id, seconds] of use.processor) processor.set(id, seconds)
      if (stats.calls === 0) start = sum(processor)
      // Nothing is left of a program that has just ended: what it used before counts.
      latest = use.megabytes || latest
      peak = Math.max(peak, latest)
      while (stats.answered >= (MARKS[marks.length] ?? Infinity) * load.calls) {
        marks.push(latest)
      }
      late = Date.now() - begun > limit * 1000
      if (late) process.kill(-child.pid, 'SIGKILL')
      if (late) break
    }
    const code = await closed
    const ended = Date.now()
    if (late) return undefined
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`)
    const { calls, most, first, last } = await serverStats(address)
    if (first === null || last === null) throw new Error(`${command.join(' ')} called nothing`)
    while (marks.length < MARKS.length) marks.push(latest)
    return {
      calls,
      mostAtOnce: most,
      seconds: { start: (first - begun) / 1000, calls: (last - first) / 1000, end: (ended - last) / 1000 },
      processorSeconds: { start, all: sum(processor) },
      memory: { marks, peak },
    }
  } finally {
    server.kill()
  }
}

function sum(seconds: ReadonlyMap<number, number>): number {
  return [...seconds.values()].reduce((total, one) => total + one, 0)
}

async function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
