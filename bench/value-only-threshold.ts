import { comparabilityOf, crossesLanguages } from '../src/benchmarks/alpsbench/scoring/language-gap.ts'
import { matchResearch, prepareItems } from '../src/benchmarks/alpsbench/scoring/research-matching.ts'
import { agreementText } from '../src/benchmarks/alpsbench/scoring/value-agreement.ts'
import { valueOnlyRule } from '../src/benchmarks/alpsbench/scoring/value-only.ts'
import type { JsonObject } from '../src/core/json.ts'
import { recordedSessions } from '../parity/recorded-sessions.ts'
import { packetPredictions } from './rows/packet-floors.ts'

/**
 * Prints mean F1 and recall of value-only on the shared packets for several thresholds, for what the recorded models
 * found and for systems that read nothing; then the same without labels, types and confidences, as stores of plain
 * text are. The oracle has 1. The threshold in use stands in `value-only.ts`.
 */
const sessions = recordedSessions()
if (sessions === undefined) throw new Error('needs the reference data in ../shared/data')

const gold = sessions.map(({ task1 }) => prepareItems(task1.ground_truth_memories))
const systems = packetPredictions(sessions)

for (const bare of [false, true]) {
  console.log(bare ? '\nplain text' : 'with confidences')
  console.log(`| threshold | ${[...systems.keys()].join(' | ')} |`)
  for (const threshold of [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65]) {
    const cells = [...systems.values()].map((items) => {
      const { f1, recall, n } = means(bare ? items.map((some) => some.map(valueOf)) : items, threshold)
      return `${f1.toFixed(3)} (${recall.toFixed(3)}; ${n})`
    })
    console.log(`| ${threshold.toFixed(2)} | ${cells.join(' | ')} |`)
  }
}

function valueOf({ value }: JsonObject): JsonObject {
  return { value: value ?? null }
}

function means(predictions: readonly (readonly JsonObject[])[], threshold: number) {
  let f1 = 0
  let recall = 0
  let n = 0
  for (const [at, items] of predictions.entries()) {
    const reference = gold[at] ?? []
    const predicted = prepareItems(items)
    const { pairs } = matchResearch(reference, predicted, 'greedy', { ...valueOnlyRule, threshold })
    const texts = (list: typeof reference) => list.map(({ item }) => agreementText(item['value']))
    const few = pairs.length * 2 <= Math.min(reference.length, predicted.length)
    if (
      reference.length === 0 ||
      (few &&
        crossesLanguages(
          reference.length,
          predicted.length,
          comparabilityOf(texts(reference), texts(predicted)),
        ))
    )
      continue
    n++
    f1 += (2 * pairs.length) / (reference.length + predicted.length)
    recall += pairs.length / reference.length
  }
  return { f1: f1 / n, recall: recall / n, n }
}
