import { z } from 'zod'
import type { Case } from '../../../core/case.ts'
import { jsonObjectSchema, type Json } from '../../../core/json.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { createRandom } from '../../../stats/random.ts'
import { blindBaseline, privilegedBaseline } from '../../../core/baseline-kit.ts'
import { reservoirOfMemories } from '../memory-reservoir.ts'
import { itemsAt, textField } from '../scoring/memory-lists.ts'
import { firstPersonExtraction } from './first-person.ts'

const ITEMS = 3

const constantState = z.array(z.object({ label: z.string(), type: z.string() }))
const strangersState = z.array(jsonObjectSchema)

/** Floors and ceiling of extraction (AlpsBench spec 9). */
export const extractionBaselines: readonly BaselineDefinition[] = [
  privilegedBaseline({
    id: 'oracle',
    description: 'The gold memories themselves',
    predict: ({ gold }) => ({ memory_items: itemsAt(gold, 'memory_items') }),
  }),
  blindBaseline({
    id: 'baseline:empty',
    description: 'No memories',
    predict: () => ({ memory_items: [] }),
  }),
  blindBaseline({
    id: 'baseline:constant',
    description: 'The same three memories for everybody: frequent labels with an empty phrase',
    fit: (cases) => frequentLabels(cases),
    predict: ({ state }) => ({
      memory_items: constantState.parse(state).map(({ label, type }, index) => ({
        memory_id: `p${index + 1}`,
        type,
        label,
        value: 'User prefers',
        confidence: 0.8,
      })),
    }),
  }),
  blindBaseline({
    id: 'baseline:other-user',
    description: 'Three memories of other users, drawn at random',
    fit: (cases, seed) => reservoirOfMemories(cases, seed, ({ gold }) => itemsAt(gold, 'memory_items')),
    predict({ id, seed, state }) {
      const strangers = strangersState.parse(state)
      const drawn = createRandom(`other-user/${seed}/${id}`).sample(
        strangers,
        Math.min(ITEMS, strangers.length),
      )
      return { memory_items: drawn.map((item, index) => ({ memory_id: `p${index + 1}`, ...item })) }
    },
  }),
  firstPersonExtraction,
]

/** The most frequent labels with the type each mostly has; ties by name, so that order of cases is no matter. */
async function frequentLabels(cases: AsyncIterable<Case>): Promise<Json> {
  const labels = new Map<string, Map<string, number>>()
  for await (const { gold } of cases) {
    for (const item of itemsAt(gold, 'memory_items')) {
      const label = textField(item, 'label')
      const type = textField(item, 'type')
      if (label === '' || type === '') continue
      const types = labels.get(label) ?? new Map<string, number>()
      labels.set(label, types.set(type, (types.get(type) ?? 0) + 1))
    }
  }
  const totals = new Map(
    Array.from(labels, ([label, types]) => [label, [...types.values()].reduce((sum, n) => sum + n, 0)]),
  )
  return byCount(totals)
    .slice(0, ITEMS)
    .map((label) => ({ label, type: byCount(labels.get(label) ?? new Map<string, number>())[0] ?? 'direct' }))
}

function byCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([name]) => name)
}
