import { z } from '@hono/zod-openapi'
import {
  answerBodySchema as body,
  entryActs,
  itemStates,
  projectKinds,
  queueSourceSchema as source,
} from '../../core/annotation.ts'
import { blockSchema, itemSchema, verdictSchema } from './cases.ts'
import { datasetSchema } from './common.ts'

export type { AnswerBody, Cause, MemoryCard } from '../../core/annotation.ts'

export const projectKindSchema = z.enum(projectKinds)

/** Where a queue comes from. */
export const queueSourceSchema = z.discriminatedUnion('from', source.options).openapi('QueueSource')

export const newProjectSchema = z
  .object({
    name: z.string().trim().min(1).max(120),
    kind: projectKindSchema,
    source: queueSourceSchema,
    /** Pseudonyms. */
    annotators: z.array(z.string().trim().min(1).max(60)).min(1).max(50),
    /** How many of them see each item. */
    overlap: z.number().int().positive().default(1),
    /** Judge review: the judge's verdict is hidden until the item is done. Others' work always is. */
    blind: z.boolean().default(true),
    seed: z.number().int().default(1),
  })
  .strict()
  .openapi('NewProject')
export type NewProject = z.infer<typeof newProjectSchema>

const personProgressSchema = z.object({
  annotator: z.string(),
  assigned: z.number().int(),
  done: z.number().int(),
  skipped: z.number().int(),
  /** Milliseconds since 1970 of the last entry; null: nothing yet. */
  last: z.number().nullable(),
})

export const projectSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: projectKindSchema,
    createdAt: z.number(),
    dataset: datasetSchema,
    source: queueSourceSchema,
    annotators: z.array(z.string()),
    overlap: z.number().int(),
    blind: z.boolean(),
    items: z.number().int(),
    /** Kept out of calibration, such as answers that don't fit their query. */
    flagged: z.number().int(),
    people: z.array(personProgressSchema),
    /** Items that all who have them have done, and of these those on which they disagree, and those adjudicated. */
    complete: z.number().int(),
    disagreed: z.number().int(),
    adjudicated: z.number().int(),
  })
  .openapi('ProjectSummary')
export type ProjectSummary = z.infer<typeof projectSummarySchema>

export const projectListSchema = z.object({ projects: z.array(projectSummarySchema) }).openapi('ProjectList')

export const queueSchema = z
  .object({
    project: projectSummarySchema,
    annotator: z.string(),
    items: z.array(
      z.object({
        item: z.string(),
        title: z.string(),
        state: z.enum(itemStates),
        /** Why it is kept out of calibration; null: it is not. */
        flag: z.string().nullable(),
      }),
    ),
  })
  .openapi('Queue')
export type Queue = z.infer<typeof queueSchema>

/** What one person says of one item, by the kind of the project. */
export const answerBodySchema = z.discriminatedUnion('kind', body.options).openapi('AnswerBody')

/** An entry of the log. Nothing is ever changed or taken out of it. */
export const logEntrySchema = z.object({
  /** Counts from 1 in the project. */
  seq: z.number().int(),
  at: z.number(),
  item: z.string(),
  annotator: z.string(),
  act: z.enum(entryActs),
  state: z.enum(itemStates),
  /** null: everything of this person was undone. */
  body: answerBodySchema.nullable(),
})
export type LogEntry = z.infer<typeof logEntrySchema>

export const annotationItemSchema = z
  .object({
    project: z.string(),
    item: z.string(),
    title: z.string(),
    flag: z.string().nullable(),
    ordinal: z.number().int(),
    of: z.number().int(),
    previous: z.string().nullable(),
    next: z.string().nullable(),
    /** Dialogue, query, answer: what there is to read. */
    blocks: z.array(blockSchema),
    /** Memories to verify; empty for other kinds. */
    gold: z.array(itemSchema),
    /** What models found, by model. */
    suggestions: z.array(z.object({ by: z.string(), items: z.array(itemSchema) })),
    /** Fields to answer, of a judge review. */
    fields: z.array(
      z.object({
        metric: z.string(),
        description: z.string(),
        range: z.tuple([z.number(), z.number()]),
        binary: z.boolean(),
        /** What the judge said; null: hidden, or it gave no number. */
        judged: z.number().nullable(),
      }),
    ),
    verdicts: z.array(verdictSchema),
    /** True while the judge's verdict is kept from this person. */
    hidden: z.boolean(),
    /** Labels to choose from, grouped as in the taxonomy. */
    taxonomy: z.array(z.object({ group: z.string(), labels: z.array(z.string()) })),
    /**
     * This person's latest; null: nothing yet, start from what is given. A body of null: everything was undone, so start
     * from what is given too, with `seq` as the base.
     */
    mine: z
      .object({ seq: z.number().int(), state: z.enum(itemStates), body: answerBodySchema.nullable() })
      .nullable(),
    /** Whether anything is left to undo. */
    undoable: z.boolean(),
    /** All of this person's own entries, newest first. */
    history: z.array(logEntrySchema),
    dataset: datasetSchema,
  })
  .openapi('AnnotationItem')
export type AnnotationItem = z.infer<typeof annotationItemSchema>

/** An autosave. Sent again after a lost connection, the same id is taken once. */
export const saveSchema = z
  .object({
    /** Made by the browser. */
    id: z.string().min(8).max(64),
    item: z.string(),
    annotator: z.string(),
    state: z.enum(['draft', 'done', 'skipped']),
    body: answerBodySchema,
    /** `seq` of the entry that it is based on; null: none. Another one in between is a conflict (409). */
    base: z.number().int().nullable(),
  })
  .strict()
  .openapi('Save')
export type Save = z.infer<typeof saveSchema>

export const undoSchema = z
  .object({ id: z.string().min(8).max(64), item: z.string(), annotator: z.string() })
  .strict()
  .openapi('Undo')
export type Undo = z.infer<typeof undoSchema>

export const savedSchema = z
  .object({ seq: z.number().int(), state: z.enum(itemStates), body: answerBodySchema.nullable() })
  .openapi('Saved')
export type Saved = z.infer<typeof savedSchema>

/** An item on which people differ, with everything each of them said. */
export const disagreementSchema = z
  .object({
    items: z.array(
      z.object({
        item: z.string(),
        title: z.string(),
        /** What they differ in, in words: `decision of m2`, `alignment`. */
        about: z.array(z.string()),
        answers: z.array(z.object({ annotator: z.string(), seq: z.number().int(), body: answerBodySchema })),
        adjudication: z
          .object({ by: z.string(), seq: z.number().int(), at: z.number(), body: answerBodySchema })
          .nullable(),
      }),
    ),
  })
  .openapi('Disagreements')
export type Disagreements = z.infer<typeof disagreementSchema>

export const adjudicateSchema = z
  .object({
    id: z.string().min(8).max(64),
    item: z.string(),
    by: z.string().trim().min(1).max(60),
    body: answerBodySchema,
  })
  .strict()
  .openapi('Adjudicate')
export type Adjudicate = z.infer<typeof adjudicateSchema>

export const agreementSchema = z
  .object({
    rows: z.array(
      z.object({
        /** `decision`, `label`, or a field of the rubric. */
        field: z.string(),
        /** `Krippendorff's alpha, nominal`. */
        measure: z.string(),
        value: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        level: z.number(),
        /** Units that at least two people answered. */
        n: z.number().int(),
        clusters: z.number().int(),
        /** Share of pairs that say the same. */
        observed: z.number().nullable(),
        note: z.string().nullable(),
      }),
    ),
    /** Each two people. */
    pairs: z.array(
      z.object({
        a: z.string(),
        b: z.string(),
        field: z.string(),
        n: z.number().int(),
        same: z.number().int(),
        kappa: z.number().nullable(),
      }),
    ),
  })
  .openapi('Agreement')
export type AgreementView = z.infer<typeof agreementSchema>

/** Forms of `export`: verified data in the public layout (a ZIP-less JSONL), labels, or the whole log. */
export const exportForms = ['data', 'labels-csv', 'labels-jsonl', 'log-jsonl'] as const
export const exportFormSchema = z.enum(exportForms)
export type ExportForm = z.infer<typeof exportFormSchema>
