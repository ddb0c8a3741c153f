import { z } from 'zod'
import type { AskedField } from '../../../core/annotation.ts'
import type { ViewBlock, ViewTurn } from '../../../core/case-view.ts'
import { checkShape } from '../../../core/check-shape.ts'
import type { Place } from '../../../core/errors.ts'
import type { JudgedRow, JudgedRows } from '../../../core/judged-rows.ts'
import { isJsonObject, knownJson, type Json, type JsonObject } from '../../../core/json.ts'
import { jsonRecord, openObject, storedItem, storedQuery, storedTurn } from '../data/json-shapes.ts'
import { abilityOf } from '../data/packet-rows.ts'
import type { Ability } from '../shapes.ts'
import { memoryItems } from '../views/memory-items.ts'

const head = {
  task: z.string(),
  session_id: z.string(),
  assigned_model: z.string(),
  judge_output_raw: knownJson,
  judge_score: knownJson,
}
const output = openObject({ raw_output: z.string().nullable(), memory_items: z.array(knownJson) })

const extraction = openObject({
  ...head,
  original: openObject({
    probe: openObject({ dialogue: z.array(storedTurn), ground_truth_memories: z.array(storedItem) }),
  }),
  model_output: output,
})
const update = openObject({
  ...head,
  original: openObject({
    record: openObject({ old_dialogue: z.array(storedTurn), new_dialogue: z.array(storedTurn) }),
    memory: z.array(storedItem),
    answer: z.array(storedItem),
  }),
  model_output: output,
})
const retrieval = openObject({
  ...head,
  original: openObject({ selected_memory: openObject({ value: z.string() }), query: z.string() }),
  model_output: openObject({ parsed_response: knownJson }),
})
const utilization = openObject({
  ...head,
  original: openObject({
    queries: z.array(storedQuery).min(1),
    conversation: z.array(storedTurn),
    extracted_memory: z.array(openObject({ value: z.string() })),
    memory_key: z.string().exactOptional(),
  }),
  model_output: openObject({
    responses: z.array(openObject({ query_id: z.string(), response: z.string().nullable() })),
  }),
})
/** What tells a judged row from any other JSON. */
const judged = openObject({
  task: z.string(),
  original: jsonRecord,
  model_output: jsonRecord,
  judge_score: knownJson,
})

const penalty = (value: Json): AskedField => ({
  metric: 'score',
  description: "100 less the judge's penalties for wrong, missing and invented items",
  range: [0, 100],
  scale: 'interval',
  judged: numberOf(value),
})

function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function dialogue(name: string, title: string, turns: readonly ViewTurn[]): ViewBlock {
  return { kind: 'dialogue', name, title, turns: turns.map(({ role, text }) => ({ role, text })) }
}

function textBlock(name: string, title: string, said: string): ViewBlock {
  return { kind: 'text', name, title, text: said }
}

function list(prefix: string, name: string, title: string, items: readonly JsonObject[]): ViewBlock {
  return { kind: 'items', name, title, items: memoryItems(prefix, items) }
}

const objects = (items: readonly Json[]): JsonObject[] => items.filter((item) => isJsonObject(item))

function firstOfUser(turns: readonly ViewTurn[]): string {
  return (turns.find(({ role }) => role === 'user') ?? turns[0])?.text ?? ''
}

interface Common {
  readonly id: string
  readonly cluster: string
  readonly verdict: Json
}

function commonOf(row: {
  task: string
  session_id: string
  assigned_model: string
  judge_output_raw: Json
}): Common {
  return {
    id: JSON.stringify([row.task, row.session_id, row.assigned_model]),
    cluster: row.session_id,
    verdict: row.judge_output_raw,
  }
}

function extractionRows(row: z.infer<typeof extraction>): JudgedRow[] {
  const { probe } = row.original
  // The system failed: there is a score, and no answer that a person could judge.
  if (row.model_output.raw_output === null) return []
  return [
    {
      ...commonOf(row),
      title: firstOfUser(probe.dialogue),
      track: 'alpsbench/extraction',
      blocks: [
        dialogue('input.dialogue', 'Dialogue', probe.dialogue),
        list('g', 'gold.memories', 'Gold memories', probe.ground_truth_memories),
        list('p', 'prediction.memories', 'Predicted memories', objects(row.model_output.memory_items)),
      ],
      fields: [penalty(row.judge_score)],
      pair: null,
    },
  ]
}

function updateRows(row: z.infer<typeof update>): JudgedRow[] {
  const { record, memory, answer } = row.original
  if (row.model_output.raw_output === null) return []
  return [
    {
      ...commonOf(row),
      title: firstOfUser(record.new_dialogue),
      track: 'alpsbench/update',
      blocks: [
        dialogue('input.new_dialogue', 'New dialogue', record.new_dialogue),
        list('o', 'input.existing_memories', 'Known memories', memory),
        dialogue('input.old_dialogue', 'Old dialogue', record.old_dialogue),
        list('g', 'gold.memories', 'Memories afterwards (gold)', answer),
        list('p', 'prediction.memories', 'Predicted memories', objects(row.model_output.memory_items)),
      ],
      fields: [penalty(row.judge_score)],
      pair: null,
    },
  ]
}

function retrievalRows(row: z.infer<typeof retrieval>): JudgedRow[] {
  const { parsed_response: response } = row.model_output
  const answer = isJsonObject(response) && typeof response['answer'] === 'string' ? response['answer'] : ''
  if (answer.trim() === '') return []
  const { query, selected_memory: memory } = row.original
  return [
    {
      ...commonOf(row),
      title: query,
      track: 'alpsbench/retrieval/d100',
      blocks: [
        textBlock('input.query', 'Query', query),
        textBlock('gold.memory', 'The memory that was to be used', memory.value),
        textBlock('prediction.answer', 'Answer', answer),
      ],
      fields: [
        {
          metric: 'score',
          description: 'How well the answer uses the memory, 0 to 1',
          range: [0, 1],
          scale: 'interval',
          judged: numberOf(row.judge_score),
        },
      ],
      pair: null,
    },
  ]
}

const dimensions = {
  resonation: 'How well the answer grasps what the user feels, 1 to 5',
  expression: 'How well it conveys that, 1 to 5',
  reception: 'How the user would take it, 1 to 5',
} as const

function abilityFields(ability: Ability, score: Json, verdict: Json): AskedField[] {
  if (ability !== 'emotion')
    return [
      {
        metric: 'pass_rate',
        description: 'The answer passes: 1, or fails: 0',
        range: [0, 1],
        scale: 'binary',
        judged: numberOf(score),
      },
    ]
  return Object.entries(dimensions).map(([metric, description]) => ({
    metric,
    description,
    range: [1, 5],
    scale: 'ordinal',
    judged: isJsonObject(verdict) ? numberOf(verdict[metric]) : null,
  }))
}

/** Recorded answers of these abilities often belong to other queries (spec F3). */
const mixedUp: readonly Ability[] = ['preference', 'constraint']

function utilizationRows(ability: Ability, row: z.infer<typeof utilization>): JudgedRow[] {
  const { queries, conversation, extracted_memory: memories, memory_key: key } = row.original
  const verdicts = Array.isArray(row.judge_output_raw) ? row.judge_output_raw : [row.judge_output_raw]
  return queries.flatMap(({ query_id: id, query }, place): JudgedRow[] => {
    const answer = row.model_output.responses.find((one) => one.query_id === id)?.response ?? ''
    if (answer.trim() === '') return []
    const verdict: Json = verdicts[place] ?? null
    const target = memories.filter((memory) => key === undefined || memory['memory_id'] === key)
    return [
      {
        ...commonOf(row),
        id: JSON.stringify([row.task, id, row.assigned_model]),
        title: query,
        track: `alpsbench/utilization/${ability}`,
        blocks: [
          textBlock('input.query', 'Query', query),
          list('g', 'gold.memory', 'What the answer should build on', target),
          textBlock('prediction.answer', 'Answer', answer),
          dialogue('background.dialogue', 'Earlier conversation', conversation),
        ],
        fields: abilityFields(ability, row.judge_score, verdict),
        verdict,
        pair: mixedUp.includes(ability) ? { query, answer } : null,
      },
    ]
  })
}

function readRow(row: Json, place: Place): JudgedRow[] | null {
  const known = judged.safeParse(row)
  if (!known.success) return null
  const { task } = known.data
  switch (task) {
    case 'task1':
      return extractionRows(checkShape(extraction, row, place))
    case 'task2':
      return updateRows(checkShape(update, row, place))
    case 'task3':
      return retrievalRows(checkShape(retrieval, row, place))
    default: {
      const ability = abilityOf(/^task4[/_](ability\d)$/.exec(task)?.[1] ?? '')
      return ability === undefined ? null : utilizationRows(ability, checkShape(utilization, row, place))
    }
  }
}

/** Published judged rows: row, a model's answer, the judge's verdict and score. */
export const alpsbenchJudgedRows: JudgedRows = {
  title: 'AlpsBench judged rows',
  licence: 'ODC-BY-1.0',
  attribution: 'AlpsBench (arXiv:2603.26680), derived from WildChat',
  read: readRow,
}
