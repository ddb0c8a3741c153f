import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { createGateway } from '../src/models/gateway/gateway.ts'
import { openStore } from '../src/store/index.ts'
import { sampleRun } from '../src/testing/store-rows.ts'

/**
 * Calls through the gateway to a server that takes a second for each, with ledger and cache in a store: time against
 * calls / concurrency x latency, processor time per call, and whether memory stays flat.
 * Arguments: calls (5,000), calls at once (128), milliseconds that the server takes (1,000).
 */
const [calls = 5000, concurrency = 128, latency = 1000] = process.argv.slice(2).map(Number)
const RUN = 'bench'
setFlagsFromString('--expose-gc')
const collect = z.custom<() => void>((value) => typeof value === 'function').parse(runInNewContext('gc'))

// In a process of its own, so that its work and memory do not count.
const server = spawn(
  process.execPath,
  [fileURLToPath(new URL('./gateway-server.mjs', import.meta.url)), String(latency)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-'))
try {
  const [port] = z.tuple([z.string()]).parse(await once(createInterface(server.stdout), 'line'))
  const address = `http://127.0.0.1:${port}`
  const store = await openStore(join(folder, 'rapport.db'))
  await store.createRun(sampleRun(RUN))
  const gateway = createGateway({
    sources: { env: {}, baseUrls: { bench: `${address}/v1` } },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    sleep: async (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    uniform: () => 0.5,
    ledger: { port: store, run: RUN },
    cache: store,
    limits: { concurrency },
  })
  const { signal } = new AbortController()
  const heaps: number[] = []
  const quarter = Math.ceil(calls / 4)
  // About 600 tokens, each call with other words: none is answered from the cache.
  const dialogue = 'user: I moved to Lisbon last spring and play the cello on Sundays. '.repeat(40)
  let next = 0
  let done = 0
  const heapNow = (): void => {
    collect()
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  const worker = async (): Promise<void> => {
    for (let index = next++; index < calls; index = next++) {
      await gateway.chat(
        {
          model: 'bench/slow',
          messages: [{ role: 'user', content: `${index}: ${dialogue}` }],
          parameters: { maxOutputTokens: 200 },
          reply: null,
          sample: { repeat: 0, attempt: 1, fresh: null },
          purpose: 'respond',
        },
        signal,
      )
      done += 1
      if (done % quarter === 0) heapNow()
    }
  }
  heapNow()
  const before = process.cpuUsage()
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  if (heaps.length < 5) heapNow()
  const least = (Math.ceil(calls / concurrency) * latency) / 1000
  const most = await (await fetch(`${address}/most`)).text()
  await gateway.close()
  const [totals] = await store.callTotals(RUN)
  await store.close()
  if (totals?.calls !== calls) throw new Error(`the ledger has ${totals?.calls} of ${calls} calls`)

  console.log(
    '| calls | at once | most at once | seconds | at least | ratio | processor ms per call | heap MB at 0, 1/4, 1/2, 3/4, 1 | peak MB |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  const cells = [
    calls,
    concurrency,
    most,
    seconds.toFixed(1),
    least.toFixed(1),
    (seconds / least).toFixed(3),
    ((user + system) / 1000 / calls).toFixed(2),
    heaps.map((heap) => heap.toFixed(1)).join(', '),
    Math.round(process.resourceUsage().maxRSS / 1024),
  ]
  console.log(`| ${cells.join(' | ')} |`)
} finally {
  server.kill()
  await rm(folder, { recursive: true, force: true })
}
