import {
  agreement,
  agreementText,
  type AgreementText,
} from '../src/benchmarks/alpsbench/scoring/value-agreement.ts'
import { optimalPairs } from '../src/benchmarks/alpsbench/scoring/optimal-pairs.ts'
import { comparabilityOf, crossesLanguages } from '../src/benchmarks/alpsbench/scoring/language-gap.ts'
import { recordedSessions } from '../parity/recorded-sessions.ts'
import { packetPredictions } from './rows/packet-floors.ts'

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
const systems = new Map(
  [...packetPredictions(sessions)].map(
    ([name, predictions]) =>
      [name, predictions.map((items) => items.map((item) => agreementText(item['value'])))] as const,
  ),
)

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
