import { blocksOf, plainItem, textItems, type CaseView, type ViewBlock } from '../../../core/case-view.ts'
import {
  cupidGoldSchema,
  cupidInputSchema,
  generationPredictionSchema,
  inferencePredictionSchema,
  type Rival,
} from '../shapes.ts'

/** Name of the dialogue of a prior session; sessions count from 1. */
export function sessionName(number: number): string {
  return `input.session${number}`
}

function rivalBlock(name: string, title: string, rival: Rival | null): ViewBlock[] {
  if (rival === null) return []
  return [
    {
      kind: 'items',
      name,
      title,
      items: [
        {
          ...plainItem,
          key: `${name}0`,
          text: rival.preference,
          label: rival.factor,
          marks: rival.sessions.map((number) => `session ${number}`),
        },
      ],
    },
  ]
}

const shared: Pick<CaseView, 'input' | 'gold' | 'title'> = {
  input({ input, gold }) {
    const { sessions, request } = cupidInputSchema.parse(input)
    const known = gold === null ? null : cupidGoldSchema.parse(gold)
    return [
      { kind: 'text', name: 'input.request', title: 'New request', text: request },
      ...sessions.map(({ dialogue }, at): ViewBlock => {
        const own = known?.sessions[at]
        const isRelevant = own !== undefined && own.factor === known?.factor
        return {
          kind: 'dialogue',
          name: sessionName(at + 1),
          title: `Session ${at + 1}${own === undefined ? '' : ` · ${own.factor}${isRelevant ? ' (same context)' : ''}`}`,
          turns: dialogue.map(({ role, content }) => ({ role, text: content })),
        }
      }),
    ]
  },
  gold({ gold }) {
    if (gold === null) return []
    const { type, factor, preference, checklist, sessions, contrasting, superseded } =
      cupidGoldSchema.parse(gold)
    return [
      {
        kind: 'items',
        name: 'gold.preference',
        title: 'Preference that applies now',
        items: [{ ...plainItem, key: 'g0', text: preference, label: factor, type }],
      },
      {
        kind: 'items',
        name: 'gold.checklist',
        title: 'Checklist',
        items: textItems('check', checklist),
      },
      ...rivalBlock('gold.contrasting', 'Preference of another context', contrasting),
      ...rivalBlock('gold.superseded', 'Preference that held before', superseded),
      {
        kind: 'items',
        name: 'gold.sessions',
        title: 'What the sessions show',
        items: sessions.map((one, at) => ({
          ...plainItem,
          key: `s${at}`,
          id: `session ${at + 1}`,
          text: one.preference,
          label: one.factor,
          marks: one.factor === factor ? ['same context'] : [],
        })),
      },
    ]
  },
  title: ({ input }) => cupidInputSchema.parse(input).request,
}

export const inferenceView: CaseView = {
  ...shared,
  prediction(prediction) {
    const read = inferencePredictionSchema.safeParse(prediction)
    if (!read.success) return blocksOf('prediction', prediction)
    const { preference, evidence_sessions: sessions } = read.data
    return [
      {
        kind: 'items',
        name: 'prediction.preference',
        title: 'Inferred preference',
        items: [
          {
            ...plainItem,
            key: 'p0',
            text: preference,
            marks: (sessions ?? []).map((number) => `session ${number}`),
          },
        ],
      },
    ]
  },
}

export const generationView: CaseView = {
  ...shared,
  prediction(prediction) {
    const read = generationPredictionSchema.safeParse(prediction)
    return read.success
      ? [{ kind: 'text', name: 'prediction.answer', title: 'Answer', text: read.data.answer }]
      : blocksOf('prediction', prediction)
  },
}
