import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createGateway } from '../../src/models/gateway/gateway.ts'
import { openStore } from '../../src/store/index.ts'
import { sampleRun } from '../../src/testing/store-rows.ts'
import { promptOf } from './prompt.mjs'

const RUN = 'bench'

/**
 * Sends `calls` chats through the gateway, `concurrency` at once, with ledger and cache in a store in `folder`.
 * @param onDone is told after each call how many are done
 * @returns time of the calls alone, in seconds; opening and closing the store is not in it
 */
export async function driveGateway(
  address: string,
  folder: string,
  calls: number,
  concurrency: number,
  onDone?: (done: number) => void,
): Promise<{ readonly seconds: number; readonly processorSeconds: number }> {
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
  let next = 0
  let done = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < calls; index = next++) {
      await gateway.chat(
        {
          model: 'bench/slow',
          messages: [{ role: 'user', content: promptOf(index) }],
          parameters: { maxOutputTokens: 200 },
          reply: null,
          sample: { repeat: 0, attempt: 1, fresh: null },
          purpose: 'respond',
        },
        signal,
      )
      done += 1
      onDone?.(done)
    }
  }
  const before = process.cpuUsage()
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  await gateway.close()
  const [totals] = await store.callTotals(RUN)
  await store.close()
  if (totals?.calls !== calls) throw new Error(`the ledger has ${totals?.calls} of ${calls} calls`)
  return { seconds, processorSeconds: (user + system) / 1e6 }
}
