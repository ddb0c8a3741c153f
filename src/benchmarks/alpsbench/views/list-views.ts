import { blocksOf, type CaseView, type ViewBlock, type ViewTurn } from '../../../core/case-view.ts'
import type { Case } from '../../../core/case.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import { itemsAt, predictedItems, textField, type GoldKey } from '../scoring/memory-lists.ts'
import { extractionInputSchema, updateInputSchema } from '../shapes.ts'
import { goldActions } from '../update/gold-actions.ts'
import { listAlignment, memoryItems } from './memory-items.ts'

const GOLD = 'gold.memories'
const PREDICTED = 'prediction.memories'

function instructionBlocks(instruction: string | undefined): ViewBlock[] {
  return instruction === undefined
    ? []
    : [{ kind: 'text', name: 'input.instruction', title: 'Instruction of the row', text: instruction }]
}

function firstOfUser(turns: readonly ViewTurn[]): string {
  return (turns.find(({ role }) => role === 'user') ?? turns[0])?.text ?? ''
}

function predictionBlocks(prediction: Json): ViewBlock[] {
  const rest = isJsonObject(prediction)
    ? Object.fromEntries(Object.entries(prediction).filter(([name]) => name !== 'memory_items'))
    : {}
  return [
    {
      kind: 'items',
      name: PREDICTED,
      title: 'Predicted memories',
      items: memoryItems('p', predictedItems(prediction)),
    },
    ...blocksOf('prediction', rest),
  ]
}

function alignmentOf(key: GoldKey): NonNullable<CaseView['alignment']> {
  return (_instrument, detail, { gold }, prediction) =>
    listAlignment(
      { gold: GOLD, predicted: PREDICTED },
      detail,
      memoryItems('g', itemsAt(gold, key)),
      memoryItems('p', predictedItems(prediction)),
    )
}

export const extractionView: CaseView = {
  input({ input }) {
    const { instruction, dialogue } = extractionInputSchema.parse(input)
    return [
      { kind: 'dialogue', name: 'input.dialogue', title: 'Dialogue', turns: dialogue },
      ...instructionBlocks(instruction),
    ]
  },
  gold({ input, gold }) {
    if (gold === null) return []
    const { dialogue } = extractionInputSchema.parse(input)
    const items = memoryItems('g', itemsAt(gold, 'memory_items'), { dialogue })
    return [{ kind: 'items', name: GOLD, title: 'Gold memories', items }]
  },
  prediction: predictionBlocks,
  alignment: alignmentOf('memory_items'),
  title: ({ input }) => firstOfUser(extractionInputSchema.parse(input).dialogue),
}

/** What should become of each memory of the pool, by its id. */
function fates(subject: Pick<Case, 'input' | 'gold'>): Map<string, string> {
  const { pool, items } = goldActions(subject.input, subject.gold)
  const found = new Map(pool.map((item) => [textField(item, 'memory_id'), 'dropped']))
  for (const one of items) {
    if (one.action === 'retention')
      found.set(textField(one.item, 'memory_id').replace(/_updated$/, ''), 'kept')
    if (one.action === 'modification') found.set(textField(one.old, 'memory_id'), 'replaced')
  }
  return found
}

export const updateView: CaseView = {
  input(subject) {
    const { instruction, old_dialogue: old, new_dialogue: fresh } = updateInputSchema.parse(subject.input)
    const fate = subject.gold === null ? new Map<string, string>() : fates(subject)
    return [
      { kind: 'dialogue', name: 'input.new_dialogue', title: 'New dialogue', turns: fresh },
      {
        kind: 'items',
        name: 'input.existing_memories',
        title: 'Known memories',
        items: memoryItems('o', itemsAt(subject.input, 'existing_memories'), {
          dialogue: old,
          marks: (item) => {
            const word = fate.get(textField(item, 'memory_id'))
            return word === undefined ? [] : [`gold: ${word}`]
          },
        }),
      },
      { kind: 'dialogue', name: 'input.old_dialogue', title: 'Old dialogue', turns: old },
      ...instructionBlocks(instruction),
    ]
  },
  gold({ input, gold }) {
    if (gold === null) return []
    const { old_dialogue: old, new_dialogue: fresh } = updateInputSchema.parse(input)
    const { items } = goldActions(input, gold)
    const actions = new Map(items.map((one) => [one.item, one.action]))
    const words = { retention: 'kept', modification: 'replaced', addition: 'added' }
    return [
      {
        kind: 'items',
        name: GOLD,
        title: 'Memories afterwards (gold)',
        items: memoryItems('g', itemsAt(gold, 'answer'), {
          dialogue: [...old, ...fresh],
          marks: (item) => {
            const action = actions.get(item)
            return action === undefined ? [] : [words[action]]
          },
        }),
      },
    ]
  },
  prediction: predictionBlocks,
  alignment: alignmentOf('answer'),
  title: ({ input }) => firstOfUser(updateInputSchema.parse(input).new_dialogue),
}
