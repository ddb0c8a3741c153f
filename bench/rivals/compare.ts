import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contestants, type Contestant } from './contestants.ts'
import { measure, type Load, type Measured } from './measure.ts'

/** Seconds after which a contestant is measured with fewer calls instead. */
const LIMIT = 300
const FEWER = 1000

interface Rounds extends Load {
  readonly rounds: number
}

/** Prints a line of figures per contestant: medians of the rounds; contestants take turns within a round. */
export async function compare({ rounds, ...load }: Rounds): Promise<void> {
  if (!existsSync('/proc/self/stat')) throw new Error('reads what processes use from /proc: Linux only')
  const all = contestants()
  const loads = new Map<Contestant, Load>(all.map((one) => [one, load]))
  const results = new Map<Contestant, Measured[]>(all.map((one) => [one, []]))
  for (let round = 0; round < rounds; round++) {
    for (const one of all) {
      const result = await measureOne(one, loads.get(one) ?? load)
      if (result !== undefined) {
        results.get(one)?.push(result)
        console.error(`round ${round + 1}: ${cellsOf(one.name, [result], load).join(' | ')}`)
        continue
      }
      console.error(`${one.name}: more than ${LIMIT} s for ${load.calls} calls`)
      if (loads.get(one)?.calls === FEWER) continue
      // Its earlier rounds do not compare with these.
      results.set(one, [])
      loads.set(one, { ...load, calls: FEWER })
      const again = await measureOne(one, { ...load, calls: FEWER })
      if (again !== undefined) results.get(one)?.push(again)
    }
  }
  console.log(
    '| | calls, as the server counts | most at once | s to first call | s of calls | ratio to the least | s after | processor s to first call | processor ms per call after it | resident MB at 25, 50, 100 % | peak MB |',
  )
  console.log(`| --- |${' ---: |'.repeat(10)}`)
  for (const one of all) {
    const figures = results.get(one) ?? []
    if (figures.length > 0)
      console.log(`| ${cellsOf(one.name, figures, loads.get(one) ?? load).join(' | ')} |`)
  }
}

async function measureOne(contestant: Contestant, load: Load): Promise<Measured | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-'))
  try {
    return await measure(await contestant.program(load, folder), load, LIMIT)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function cellsOf(name: string, figures: readonly Measured[], load: Load): readonly (string | number)[] {
  const median = (of: (one: Measured) => number): number => {
    const sorted = figures.map(of).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? NaN
  }
  const least = (Math.ceil(load.calls / load.concurrency) * load.latency) / 1000
  const perCall = median(
    ({ processorSeconds, calls }) => (processorSeconds.all - processorSeconds.start) / calls,
  )
  return [
    name,
    median(({ calls }) => calls),
    median(({ mostAtOnce }) => mostAtOnce),
    median(({ seconds }) => seconds.start).toFixed(1),
    median(({ seconds }) => seconds.calls).toFixed(1),
    (median(({ seconds }) => seconds.calls) / least).toFixed(3),
    median(({ seconds }) => seconds.end).toFixed(1),
    median(({ processorSeconds }) => processorSeconds.start).toFixed(1),
    (perCall * 1000).toFixed(2),
    [0, 1, 2].map((mark) => Math.round(median(({ memory }) => memory.marks[mark] ?? NaN))).join(', '),
    Math.round(median(({ memory }) => memory.peak)),
  ]
}
