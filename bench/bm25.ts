import { bm25Baselines } from '../src/benchmarks/alpsbench/retrieval/bm25.ts'
import type { BaselineSystem } from '../src/core/system.ts'
import { createRandom } from '../src/stats/random.ts'
import { inventedMemories, inventedQueries, sentence } from './rows/invented-text.ts'

/**
 * BM25 over 1,001 candidates, tokenising included, in queries per second on one core. Cold: every candidate is a
 * text not seen before. Warm: the candidates come back, as distractors do in the data from row to row.
 */
const CANDIDATES = 1001
const COLD = 24
const WARM = 240
const queries = inventedQueries()
const memories = inventedMemories()

/** A row as a retrieval track gives it. `salt` makes every candidate a new text of the same length. */
function row(number: number, salt: string | null) {
  const random = createRandom(`bm25/${salt ?? 'same'}/${number}`)
  const candidate_memories = random.sample(memories, CANDIDATES).map(({ value, label }, at) => ({
    memory_id: `m${at}`,
    value: salt === null ? value : `${value} ${sentence(random, 1)} ${salt}${number}x${at}`,
    label,
  }))
  return { query: queries[number % queries.length] ?? '', candidate_memories }
}

async function perSecond(system: BaselineSystem, rows: readonly ReturnType<typeof row>[]): Promise<number> {
  const signal = new AbortController().signal
  const started = performance.now()
  for (const [at, input] of rows.entries()) {
    await system.respond({ input, id: String(at), fold: 0 }, { repeat: 0, attempt: 1, fresh: null, signal })
  }
  return (rows.length * 1000) / (performance.now() - started)
}

console.log(`| system | cold, queries/s of ${COLD} | warm, queries/s of ${WARM} |`)
console.log('| --- | ---: | ---: |')
for (const definition of bm25Baselines) {
  const make = (): BaselineSystem => {
    const system = definition.create({ seed: 0, states: [] })
    if (system.access !== 'baseline') throw new Error(`${system.id} is no baseline`)
    return system
  }
  const rows = (count: number, salt: string | null) => Array.from({ length: count }, (_, at) => row(at, salt))
  // Compiles the code; its texts are met nowhere else.
  await perSecond(make(), rows(8, 'w'))
  const cold = await perSecond(make(), rows(COLD, 'c'))
  const system = make()
  await perSecond(system, rows(queries.length, null))
  const warm = await perSecond(system, rows(WARM, null))
  console.log(`| ${[definition.id, cold.toFixed(0), warm.toFixed(0)].join(' | ')} |`)
}
