import { z } from 'zod'
import { blocksOf, plainItem, textItems, type CaseView, type ViewBlock } from '../../../core/case-view.ts'
import { isJsonObject } from '../../../core/json.ts'
import {
  retrievalGoldSchema,
  retrievalInputSchema,
  retrievalPredictionSchema,
  turnSchema,
  utilizationGoldSchema,
  utilizationInputSchema,
  utilizationPredictionSchema,
} from '../shapes.ts'
import { memoryItems } from './memory-items.ts'

const backgroundSchema = z.object({ dialogue: z.array(turnSchema) })

function background({ background: told }: { readonly background?: unknown }): ViewBlock[] {
  if (told === undefined) return []
  const read = backgroundSchema.safeParse(told)
  if (!read.success)
    return [{ kind: 'text', name: 'background', title: 'Background', text: JSON.stringify(told, null, 2) }]
  const { dialogue: turns } = read.data
  return [{ kind: 'dialogue', name: 'background.dialogue', title: 'Conversation behind it', turns }]
}

export const retrievalView: CaseView = {
  input({ input, gold }) {
    const { query, candidate_memories: candidates } = retrievalInputSchema.parse(input)
    const target = gold === null ? null : retrievalGoldSchema.parse(gold).selected_memory_id
    return [
      { kind: 'text', name: 'input.query', title: 'Query', text: query },
      {
        kind: 'items',
        name: 'input.candidates',
        title: 'Candidates',
        items: candidates.map(({ memory_id: id, value, label }, at) => ({
          ...plainItem,
          key: `c${at}`,
          id,
          text: value,
          label,
          marks: id === target ? ['target'] : [],
        })),
      },
    ]
  },
  background,
  gold({ gold }) {
    if (gold === null) return []
    const { selected_memory_id: id, selected_memory: memory } = retrievalGoldSchema.parse(gold)
    return [
      {
        kind: 'items',
        name: 'gold.memory',
        title: 'Memory that answers',
        items: memoryItems('g', [{ ...memory, memory_id: id }], { dialogue: [] }),
      },
    ]
  },
  prediction(prediction, { input, gold }) {
    const read = retrievalPredictionSchema.safeParse(prediction)
    if (!read.success) return blocksOf('prediction', prediction)
    const { answer, reason, selected_memory_id: picked, ranking } = read.data
    const target = gold === null ? null : retrievalGoldSchema.parse(gold).selected_memory_id
    const candidates = new Map(
      retrievalInputSchema.parse(input).candidate_memories.map((one) => [one.memory_id, one]),
    )
    const ids = [...new Set([...(picked === '' ? [] : [picked]), ...(ranking ?? [])])]
    const text = (name: string, title: string, body: string): ViewBlock[] =>
      body === '' ? [] : [{ kind: 'text', name, title, text: body }]
    return [
      {
        kind: 'items',
        name: 'prediction.ranking',
        title: ranking === undefined ? 'Picked memory' : 'Memories by rank',
        items: ids.map((id, at) => {
          const known = candidates.get(id)
          const rank = ranking?.indexOf(id) ?? -1
          return {
            ...plainItem,
            key: `p${at}`,
            id,
            text: known?.value ?? '(no candidate has this id)',
            label: known?.label ?? null,
            marks: [
              ...(id === picked ? ['picked'] : []),
              ...(rank >= 0 ? [`rank ${rank + 1}`] : []),
              ...(id === target ? ['target'] : []),
            ],
          }
        }),
      },
      ...text('prediction.answer', 'Answer', answer),
      ...text('prediction.reason', 'Reason', reason),
    ]
  },
  title: ({ input }) => retrievalInputSchema.parse(input).query,
}

export const utilizationView: CaseView = {
  input({ input }) {
    const asked = utilizationInputSchema.parse(input)
    const query: ViewBlock = { kind: 'text', name: 'input.query', title: 'Query', text: asked.query }
    return 'dialogue_history' in asked
      ? [
          query,
          {
            kind: 'dialogue',
            name: 'input.dialogue_history',
            title: 'Conversation so far',
            turns: asked.dialogue_history,
          },
        ]
      : [
          query,
          {
            kind: 'items',
            name: 'input.selected_memory',
            title: 'Memory that is handed over',
            items:
              isJsonObject(input) && isJsonObject(input['selected_memory'])
                ? memoryItems('m', [input['selected_memory']])
                : [],
          },
        ]
  },
  background,
  gold({ gold }) {
    if (gold === null) return []
    const {
      answer_key: key,
      reference_answer: reference,
      selected_memory: memory,
    } = utilizationGoldSchema.parse(gold)
    const raw = isJsonObject(gold) ? gold['selected_memory'] : undefined
    const item = memory !== null && isJsonObject(raw) ? memoryItems('g', [raw], { dialogue: [] }) : []
    return [
      ...(item.length === 0
        ? []
        : [{ kind: 'items', name: 'gold.memory', title: 'Memory that matters', items: item } as const]),
      ...(key === undefined
        ? []
        : [
            {
              kind: 'items',
              name: 'gold.accept',
              title: 'A good answer holds one of each',
              items: textItems(
                'accept',
                key.accept.map((group) => group.join(' / ')),
              ),
            } as const,
            ...(key.reject.length === 0
              ? []
              : [
                  {
                    kind: 'items',
                    name: 'gold.reject',
                    title: 'And none of these',
                    items: textItems('reject', key.reject),
                  } as const,
                ]),
          ]),
      ...(reference === undefined
        ? []
        : [{ kind: 'text', name: 'gold.reference', title: 'Reference answer', text: reference } as const]),
    ]
  },
  prediction(prediction) {
    const read = utilizationPredictionSchema.safeParse(prediction)
    if (!read.success) return blocksOf('prediction', prediction)
    const { answer, used_memory_fact: used } = read.data
    return [
      { kind: 'text', name: 'prediction.answer', title: 'Answer', text: answer },
      ...(used === ''
        ? []
        : [
            {
              kind: 'text',
              name: 'prediction.used',
              title: 'Fact that it says it used',
              text: used,
            } as const,
          ]),
    ]
  },
  title: ({ input }) => utilizationInputSchema.parse(input).query,
}
