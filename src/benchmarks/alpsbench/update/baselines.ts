import { z } from 'zod'
import { jsonObjectSchema, type Json, type JsonObject } from '../../../core/json.ts'
import type { Case } from '../../../core/case.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { createRandom } from '../../../stats/random.ts'
import { blindBaseline, privilegedBaseline } from '../../../core/baseline-kit.ts'
import { reservoirOfMemories } from '../memory-reservoir.ts'
import { itemsAt } from '../scoring/memory-lists.ts'
import { appendFirstPerson } from './append-first-person.ts'
import { appendOnly, changed, withoutAddition, withoutTarget, type UpdateCase } from './constructed.ts'
import { targetIds } from './gold-actions.ts'

const strangersState = z.array(jsonObjectSchema)

/** Floors, ceiling and diagnoses of update (AlpsBench spec 2.4, 9). */
export const updateBaselines: readonly BaselineDefinition[] = [
  constructed('oracle', 'The updated list itself', ({ answer }) => answer),
  blindBaseline({
    id: 'baseline:empty',
    description: 'Forgets everything',
    predict: () => ({ memory_items: [] }),
  }),
  blindBaseline({
    id: 'baseline:do-nothing',
    description: 'The old list, whatever was said',
    predict: ({ input }) => ({ memory_items: poolOf(input) }),
  }),
  blindBaseline({
    id: 'baseline:overwrite-random',
    description: "The old list with one memory, drawn at random, overwritten by another user's update",
    fit: strangersUpdates,
    predict({ input, id, seed, state }) {
      const pool = poolOf(input)
      const stranger = drawStranger(state, seed, id)
      const at = pool.length === 0 ? 0 : createRandom(`overwritten/${seed}/${id}`).integer(0, pool.length - 1)
      return {
        memory_items: pool.map((item, index) =>
          index === at ? { ...item, ...stranger, memory_id: item['memory_id'] ?? '' } : item,
        ),
      }
    },
  }),
  blindBaseline({
    id: 'baseline:append-random',
    description: "The old list plus another user's update, drawn at random",
    fit: strangersUpdates,
    predict: ({ input, id, seed, state }) => ({
      memory_items: [...poolOf(input), { memory_id: 'm_new_1', ...drawStranger(state, seed, id) }],
    }),
  }),
  constructed(
    'privileged:append-only',
    'The old list plus everything new, contradicted memories kept',
    appendOnly,
  ),
  constructed('privileged:without-target', 'The old list minus what was contradicted', withoutTarget, false),
  constructed('privileged:without-addition', 'The updated list minus the new memory', withoutAddition, false),
  appendFirstPerson,
]

function constructed(
  id: string,
  description: string,
  predict: (subject: UpdateCase) => readonly JsonObject[],
  standard = true,
): BaselineDefinition {
  return privilegedBaseline({
    id,
    description,
    standard,
    predict: ({ input, gold }) => ({
      memory_items: predict({
        pool: poolOf(input),
        answer: itemsAt(gold, 'answer'),
        targets: targetIds(input, gold),
      }),
    }),
  })
}

function poolOf(input: Json): readonly JsonObject[] {
  return itemsAt(input, 'existing_memories')
}

/** Replacements and additions of other sessions: what a plausible update looks like. */
function strangersUpdates(cases: AsyncIterable<Case>, seed: number): Promise<Json> {
  return reservoirOfMemories(cases, seed, ({ input, gold }) =>
    changed(poolOf(input), itemsAt(gold, 'answer')),
  )
}

function drawStranger(state: Json, seed: number, id: string): JsonObject {
  const strangers = strangersState.parse(state)
  const drawn = createRandom(`stranger/${seed}/${id}`).sample(strangers, Math.min(1, strangers.length))
  return drawn[0] ?? { type: 'direct', label: 'UNMAPPED', value: 'User prefers', confidence: 0.8 }
}
