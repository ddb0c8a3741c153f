import { blocksOf, textItems, type CaseView } from '../../core/case-view.ts'
import { overuseGoldSchema, overuseInputSchema, overusePredictionSchema } from './shapes.ts'

/** Memories and query, the pair behind them, and the answer. */
export const overuseView: CaseView = {
  input({ input }) {
    const { memories, query } = overuseInputSchema.parse(input)
    return [
      { kind: 'text', name: 'input.query', title: 'Query', text: query },
      {
        kind: 'items',
        name: 'input.memories',
        title: 'Memories that are shown',
        items: textItems('m', memories),
      },
    ]
  },
  gold({ gold }) {
    if (gold === null) return []
    const { condition, pair } = overuseGoldSchema.parse(gold)
    const words = (name: string, title: string, texts: readonly string[]) =>
      ({ kind: 'items', name: `gold.${name}`, title, items: textItems(name, texts) }) as const
    const isDue = ['due', 'due-without', 'asked-again', 'counterfactual'].includes(condition)
    return [
      { kind: 'text', name: 'gold.condition', title: 'Condition', text: condition },
      ...(isDue
        ? [
            words('applied', 'The memory was applied if the answer holds any of', pair.due.applied),
            words(
              'counterfactual',
              'What the replaced memory would ask for',
              pair.due.counterfactual_applied,
            ),
          ]
        : []),
      ...(condition.startsWith('irrelevant')
        ? [
            words(
              'task',
              'The query is answered with something of each',
              pair.irrelevant.task.map((group) => group.join(' / ')),
            ),
            words('intrusion', 'A memory was dragged in with any of', pair.irrelevant.intrusion),
          ]
        : []),
      ...(condition === 'claim' && pair.claim !== undefined
        ? [
            words('corrects', 'The claim is corrected with any of', pair.claim.corrects),
            words('agrees', 'And agreed with by any of', pair.claim.agrees),
          ]
        : []),
    ]
  },
  prediction(prediction) {
    const read = overusePredictionSchema.safeParse(prediction)
    if (!read.success) return blocksOf('prediction', prediction)
    const { answer, used_memory: used } = read.data
    return [
      { kind: 'text', name: 'prediction.answer', title: 'Answer', text: answer },
      ...(used === ''
        ? []
        : [
            {
              kind: 'text',
              name: 'prediction.used',
              title: 'Says that it used a memory',
              text: used,
            } as const,
          ]),
    ]
  },
  title: ({ input }) => overuseInputSchema.parse(input).query,
}
