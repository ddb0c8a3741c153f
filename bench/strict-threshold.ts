import { parseExtraction } from '../src/benchmarks/alpsbench/extraction/parse.ts'
import {
  agreement,
  agreementText,
  type AgreementText,
} from '../src/benchmarks/alpsbench/scoring/value-agreement.ts'
import { optimalPairs } from '../src/benchmarks/alpsbench/scoring/optimal-pairs.ts'
import { comparabilityOf, crossesLanguages } from '../src/benchmarks/alpsbench/scoring/language-gap.ts'
import { itemsAt } from '../src/benchmarks/alpsbench/scoring/memory-lists.ts'
import { bucketOf } from '../src/core/hash.ts'
import { recordedSessions } from '../parity/recorded-sessions.ts'

/**
 * Prints mean F1 of strict-match on the shared packets for several thresholds: the recorded models against
 * systems that read nothing, failures as empty predictions. The threshold in use stands in `value-agreement.ts`.
 */
const sessions = recordedSessions()
if (sessions === undefined) throw new Error('needs the reference data in ../shared/data')

const thresholds = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5]
const gold = sessions.map(({ task1 }) =>
  task1.ground_truth_memories.map((item) => agreementText(item['value'])),
)
const everyGold = gold.flatMap((items, session) => items.map((text) => ({ session, text })))

const systems = new Map<string, readonly (readonly AgreementText[])[]>()
for (const model of Object.keys(sessions[0]?.task1.llm_outputs ?? {})) {
  systems.set(
    model,
    sessions.map(({ task1 }) => read(task1.llm_outputs[model]?.raw_output ?? null)),
  )
}
const repeated = (values: readonly string[]) => gold.map(() => values.map((value) => agreementText(value)))
systems.set('constant (3)', repeated(['User prefers', 'User prefers', 'User prefers']))
systems.set(
  'plausible (3)',
  repeated(['User enjoys learning about technology', 'User prefers detailed answers', 'User likes music']),
)
systems.set("others' 3", strangers(3))
systems.set("others' 10", strangers(10))
systems.set("others' of the same labels", strangersOfSameLabels())

console.log(`| threshold | ${[...systems.keys()].join(' | ')} |`)
console.log(`| --: | ${[...systems.keys()].map(() => '--:').join(' | ')} |`)
for (const threshold of thresholds) {
  const cells = [...systems.values()].map((predictions) => meanF1(predictions, threshold).toFixed(3))
  console.log(`| ${threshold.toFixed(2)} | ${cells.join(' | ')} |`)
}
const gaps = [...systems].map(([name, predictions]) => {
  const count = predictions.filter((items, at) => {
    const reference = gold[at] ?? []
    return crossesLanguages(reference.length, items.length, comparabilityOf(reference, items))
  }).length
  return `${name}: ${count}`
})
console.log(`\nunscored for language, of ${gold.length}: ${gaps.join(', ')}`)

function read(raw: string | null): readonly AgreementText[] {
  if (raw === null) return []
  try {
    const { prediction } = parseExtraction({ form: 'text', text: raw })
    return itemsAt(prediction, 'memory_items').map((item) => agreementText(item['value']))
  } catch {
    return []
  }
}

/** For each gold item one of another session with the same label: knows the labels, and nothing else. */
function strangersOfSameLabels(): readonly (readonly AgreementText[])[] {
  const labelled = (sessions ?? []).flatMap(({ task1 }, session) =>
    task1.ground_truth_memories.map((item) => ({ session, label: item['label'], value: item['value'] })),
  )
  return (sessions ?? []).map(({ task1 }, session) =>
    task1.ground_truth_memories.flatMap((item, at) => {
      const others = labelled.filter((one) => one.session !== session && one.label === item['label'])
      const other = others[bucketOf(`label/${session}/${at}`, Math.max(1, others.length))]
      return other === undefined ? [] : [agreementText(other.value)]
    }),
  )
}

/** `count` gold values of other sessions for each session, the same at every run. */
function strangers(count: number): readonly (readonly AgreementText[])[] {
  return gold.map((_items, session) => {
    const others = everyGold.filter((one) => one.session !== session)
    const picks = new Set<number>()
    for (let n = 0; picks.size < count; n++) picks.add(bucketOf(`${count}/${session}/${n}`, others.length))
    return [...picks].flatMap((pick) => others[pick]?.text ?? [])
  })
}

function meanF1(predictions: readonly (readonly AgreementText[])[], threshold: number): number {
  let sum = 0
  for (const [at, items] of predictions.entries()) {
    const reference = gold[at] ?? []
    const pairs = optimalPairs(reference.length, items.length, threshold, (g, p) => {
      const [a, b] = [reference[g], items[p]]
      return a === undefined || b === undefined ? 0 : agreement(a, b)
    })
    sum += items.length + reference.length === 0 ? 0 : (2 * pairs.length) / (items.length + reference.length)
  }
  return sum / predictions.length
}
