import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { compare } from './rivals/compare.ts'
import { driveGateway } from './rivals/drive-gateway.ts'
import { serverStats } from './rivals/server-stats.ts'

/**
 * Calls through the gateway to a server that takes a second for each, with ledger and cache in a store: time against
 * calls / concurrency x latency, processor time per call, and whether memory stays flat.
 * Arguments: calls (5,000), calls at once (128), milliseconds that the server takes (1,000).
 * With --rivals first: the same through promptfoo and evalite, each in processes of its own; then the number of
 * rounds (1), calls, calls at once, milliseconds. With --drive: only the calls, to the server at $BENCH_ADDRESS.
 */
const mode = process.argv[2]
if (mode === '--rivals') {
  const [rounds = 1, calls = 5000, concurrency = 128, latency = 1000] = process.argv.slice(3).map(Number)
  await compare({ rounds, calls, concurrency, latency })
} else if (mode === '--drive') {
  const [calls = 0, concurrency = 0] = process.argv.slice(3).map(Number)
  await driveGateway(process.env['BENCH_ADDRESS'] ?? '', process.cwd(), calls, concurrency)
} else {
  const [calls = 5000, concurrency = 128, latency = 1000] = process.argv.slice(2).map(Number)
  await measureHere(calls, concurrency, latency)
}

async function measureHere(calls: number, concurrency: number, latency: number): Promise<void> {
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
    const heaps: number[] = []
    const quarter = Math.ceil(calls / 4)
    const heapNow = (): void => {
      collect()
      heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
    }
    heapNow()
    const { seconds, processorSeconds } = await driveGateway(address, folder, calls, concurrency, (done) => {
      if (done % quarter === 0) heapNow()
    })
    if (heaps.length < 5) heapNow()
    const least = (Math.ceil(calls / concurrency) * latency) / 1000
    const { most } = await serverStats(address)

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
      ((processorSeconds * 1000) / calls).toFixed(2),
      heaps.map((heap) => heap.toFixed(1)).join(', '),
      Math.round(process.resourceUsage().maxRSS / 1024),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  } finally {
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
