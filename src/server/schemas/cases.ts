import { z } from '@hono/zod-openapi'
import { outcomeSchema } from '../../core/outcome.ts'
import { boardFigureSchema } from './board.ts'
import { anyJsonSchema, datasetSchema, systemKindSchema } from './common.ts'

/** All cases of a track of a run, without texts: filters and order are the reader's. */
export const caseTableSchema = z
  .object({
    run: z.string(),
    track: z.string(),
    title: z.string(),
    systems: z.array(z.object({ id: z.string(), kind: systemKindSchema })),
    figures: z.array(boardFigureSchema),
    /** What is shown at first: the headline's figure, else the first. null: nothing measures the track. */
    leading: z.object({ instrument: z.string(), metric: z.string() }).nullable(),
    /** In the data set's order. */
    cases: z.array(
      z.object({
        id: z.string(),
        hash: z.string(),
        cluster: z.string(),
        weight: z.number(),
        tags: z.record(z.string(), z.array(z.string())),
      }),
    ),
  })
  .openapi('CaseTable')
export type CaseTable = z.infer<typeof caseTableSchema>

/**
 * What became of one figure in every case: columns of equal length, in the order of the case table.
 * A status is one letter: `s` scored, `u` unscored, `f` failed by the system, `i` failed by the infrastructure,
 * `k` skipped, `-` nothing is there (not run yet). Of several repeats the worst status counts, and the mean value.
 */
export const outcomeColumnsSchema = z
  .object({
    run: z.string(),
    track: z.string(),
    instrument: z.string(),
    metric: z.string(),
    systems: z.array(
      z.object({
        system: z.string(),
        /** One letter a case. */
        status: z.string(),
        /** The case's value in the metric's range; null where it has none, or its denominator is 0. */
        values: z.array(z.number().nullable()),
        /** Reason by case number, where it was not scored. */
        reasons: z.record(z.string(), z.string()),
      }),
    ),
  })
  .openapi('OutcomeColumns')
export type OutcomeColumns = z.infer<typeof outcomeColumnsSchema>

/** First lines of what cases ask, for the rows that are in sight. */
export const titlesSchema = z
  .object({ from: z.number().int(), titles: z.array(z.string()) })
  .openapi('Titles')
export type Titles = z.infer<typeof titlesSchema>

export const turnSchema = z.object({
  role: z.enum(['user', 'assistant', 'system', 'other']),
  text: z.string(),
  /** What a browser should take it for, and how it runs. */
  lang: z.string().nullable(),
  dir: z.enum(['ltr', 'rtl']),
})
export type TurnView = z.infer<typeof turnSchema>

/** A place in a dialogue that something rests on. `start` and `end` count UTF-16 units of the turn's text. */
export const spanSchema = z.object({
  block: z.string(),
  turn: z.number().int(),
  start: z.number().int(),
  end: z.number().int(),
  /** 1: the very words; below: so much alike. */
  similarity: z.number(),
})
export type SpanView = z.infer<typeof spanSchema>

/** A memory, candidate, preference or checklist entry. */
export const itemSchema = z.object({
  /** Unique in its list. */
  key: z.string(),
  /** The id in the data, if any. */
  id: z.string().nullable(),
  text: z.string(),
  lang: z.string().nullable(),
  dir: z.enum(['ltr', 'rtl']),
  label: z.string().nullable(),
  /** `direct`, `indirect` … */
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  /** Passages that are said to show it. */
  evidence: z.array(z.string()),
  /** Where these were found in the dialogue. */
  spans: z.array(spanSchema),
  /** Marked by a word or two: `target`, `selected`, `retained`, `rejected-gold` … */
  marks: z.array(z.string()),
})
export type ItemView = z.infer<typeof itemSchema>

/** A part of a case or an answer. A dialogue has turns, a list has items, anything else is text or JSON. */
export const blockSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('dialogue'),
      name: z.string(),
      title: z.string(),
      turns: z.array(turnSchema),
    }),
    z.object({ kind: z.literal('items'), name: z.string(), title: z.string(), items: z.array(itemSchema) }),
    z.object({ kind: z.literal('text'), name: z.string(), title: z.string(), text: turnSchema }),
    z.object({ kind: z.literal('json'), name: z.string(), title: z.string(), json: anyJsonSchema }),
  ])
  .openapi('Block')
export type BlockView = z.infer<typeof blockSchema>

/** A case as the data has it: what systems see, what happened before, and what is hidden. */
export const caseDetailSchema = z
  .object({
    run: z.string(),
    track: z.string(),
    id: z.string(),
    hash: z.string(),
    cluster: z.string(),
    weight: z.number(),
    ordinal: z.number().int(),
    of: z.number().int(),
    previous: z.string().nullable(),
    next: z.string().nullable(),
    tags: z.record(z.string(), z.array(z.string())),
    /** Set when the view leaves it out. */
    skip: z.string().nullable(),
    input: z.array(blockSchema),
    background: z.array(blockSchema),
    /** Empty where the references are private. */
    gold: z.array(blockSchema),
    dataset: datasetSchema,
    /** True: the texts are not in this bundle. */
    withheld: z.boolean(),
    /** Why it could not be laid out; then the blocks hold its raw JSON. */
    broken: z.string().nullable(),
  })
  .openapi('CaseDetail')
export type CaseDetail = z.infer<typeof caseDetailSchema>

/** How an instrument paired gold and predicted items. */
export const alignmentSchema = z.object({
  instrument: z.string(),
  /** Names of the lists: a block of the gold, a block of the prediction. */
  gold: z.string(),
  predicted: z.string(),
  pairs: z.array(
    z.object({
      gold: z.string(),
      predicted: z.string(),
      /** 0 to 1 (or the instrument's own scale: see `parts`). */
      score: z.number(),
      /** Parts of the score in order, such as label, value, type, confidence. */
      parts: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
    }),
  ),
  missing: z.array(z.string()),
  extra: z.array(z.string()),
})
export type AlignmentView = z.infer<typeof alignmentSchema>

export const messageSchema = z.object({ role: z.string(), text: z.string() })

/** A model's or judge's words, with what they were asked. */
export const verdictSchema = z.object({
  instrument: z.string(),
  label: z.string(),
  judge: z.string(),
  /** The prompt as it was sent; null with the reason when it can't be shown any more. */
  prompt: z.array(messageSchema).nullable(),
  promptMissing: z.string().nullable(),
  tries: z.array(
    z.object({ text: z.string().nullable(), fault: z.string().nullable(), servedBy: z.string().nullable() }),
  ),
  /** The verdict as it was read; null: unreadable. */
  read: anyJsonSchema.nullable(),
})
export type VerdictView = z.infer<typeof verdictSchema>

export const scoreSchema = z.object({
  instrument: z.string(),
  label: z.string(),
  judged: z.boolean(),
  metrics: z.array(z.object({ metric: z.string(), outcome: outcomeSchema })),
  /** What the scorer wrote down to follow its arithmetic. */
  detail: anyJsonSchema.nullable(),
})
export type ScoreView = z.infer<typeof scoreSchema>

export const callSchema = z.object({
  at: z.number(),
  model: z.string(),
  purpose: z.string(),
  outcome: z.enum(['answered', 'failed']),
  detail: z.string().nullable(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  cachedTokens: z.number().nullable(),
  latency: z.number(),
  cost: z.number().nullable(),
})

/** What one system made of a case, by its highest attempt. */
export const answerSchema = z
  .object({
    run: z.string(),
    track: z.string(),
    case: z.string(),
    system: z.string(),
    kind: systemKindSchema,
    repeat: z.number().int(),
    repeats: z.number().int(),
    attempt: z.number().int(),
    /** null: not asked yet. */
    stages: z.array(
      z.object({
        stage: z.string(),
        instrument: z.string().nullable(),
        reused: z.boolean(),
        duration: z.number().nullable(),
        failure: z
          .object({ reason: z.string(), by: z.enum(['system', 'infrastructure']), message: z.string() })
          .nullable(),
      }),
    ),
    /** The prompt of a chat system, built again from the case; null with the reason where that can't be done. */
    prompt: z.array(messageSchema).nullable(),
    promptMissing: z.string().nullable(),
    /** What it said, before anything was read from it; null: nothing is there. */
    raw: anyJsonSchema.nullable(),
    prediction: z.array(blockSchema),
    repairs: z.array(z.string()),
    alignments: z.array(alignmentSchema),
    scores: z.array(scoreSchema),
    verdicts: z.array(verdictSchema),
    /** null: the run did not write down which case its calls were for. */
    calls: z.array(callSchema).nullable(),
    withheld: z.boolean(),
  })
  .openapi('Answer')
export type Answer = z.infer<typeof answerSchema>

export const searchHitSchema = z.object({
  run: z.string(),
  track: z.string(),
  case: z.string(),
  /** `case`, or the stage in which a system said it. */
  where: z.string(),
  system: z.string().nullable(),
  excerpt: z.string(),
})
export const searchSchema = z
  .object({ query: z.string(), hits: z.array(searchHitSchema), more: z.boolean() })
  .openapi('SearchResult')
export type SearchResult = z.infer<typeof searchSchema>
