import { parseExtraction } from '../../src/benchmarks/alpsbench/extraction/parse.ts'
import { itemsAt } from '../../src/benchmarks/alpsbench/scoring/memory-lists.ts'
import { bucketOf } from '../../src/core/hash.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { recordedSessions } from '../../parity/recorded-sessions.ts'

type Sessions = NonNullable<ReturnType<typeof recordedSessions>>
type Predictions = readonly (readonly JsonObject[])[]

/** Predictions for every shared session: the recorded models, and systems that read nothing. */
export function packetPredictions(sessions: Sessions): ReadonlyMap<string, Predictions> {
  const models = Object.keys(sessions[0]?.task1.llm_outputs ?? {})
  const repeated = (values: readonly string[]) =>
    sessions.map(() => values.map((value) => ({ type: 'direct', label: 'UNMAPPED', value, confidence: 0.8 })))
  return new Map<string, Predictions>([
    ...models.map(
      (model) =>
        [model, sessions.map(({ task1 }) => read(task1.llm_outputs[model]?.raw_output ?? null))] as const,
    ),
    ['constant (3)', repeated(['User prefers', 'User prefers', 'User prefers'])],
    [
      'plausible (3)',
      repeated([
        'User enjoys learning about technology',
        'User prefers detailed answers',
        'User likes music',
      ]),
    ],
    ["others' 3", strangers(sessions, 3)],
    ["others' 10", strangers(sessions, 10)],
    ["others' of the same labels", strangersOfSameLabels(sessions)],
  ])
}

function read(raw: string | null): readonly JsonObject[] {
  if (raw === null) return []
  try {
    return itemsAt(parseExtraction({ form: 'text', text: raw }).prediction, 'memory_items')
  } catch {
    return []
  }
}

/** `count` gold memories of other sessions for each session, the same at every run. */
function strangers(sessions: Sessions, count: number): Predictions {
  const everyGold = sessions.flatMap(({ task1 }, session) =>
    task1.ground_truth_memories.map((item) => ({ session, item })),
  )
  return sessions.map((_items, session) => {
    const others = everyGold.filter((one) => one.session !== session)
    const picks = new Set<number>()
    for (let n = 0; picks.size < count; n++) picks.add(bucketOf(`${count}/${session}/${n}`, others.length))
    return [...picks].flatMap((pick) => {
      const other = others[pick]
      return other === undefined ? [] : [other.item]
    })
  })
}

/** For each gold item one of another session with the same label: knows the labels, and nothing else. */
function strangersOfSameLabels(sessions: Sessions): Predictions {
  const labelled = sessions.flatMap(({ task1 }, session) =>
    task1.ground_truth_memories.map((item) => ({ session, item })),
  )
  return sessions.map(({ task1 }, session) =>
    task1.ground_truth_memories.flatMap((item, at) => {
      const others = labelled.filter((one) => one.session !== session && one.item['label'] === item['label'])
      const other = others[bucketOf(`label/${session}/${at}`, Math.max(1, others.length))]
      return other === undefined ? [] : [other.item]
    }),
  )
}
