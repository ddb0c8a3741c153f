import { z } from 'zod'
import type { ViewBlock, ViewItem } from './case-view.ts'
import { knownJson } from './json.ts'
import { datasetDescriptorSchema } from './run.ts'

// What people say of data, answers and verdicts. Everything is kept as a log: nothing is changed, nothing taken out.

export const projectKinds = ['memories', 'judge', 'causes'] as const
export type ProjectKind = (typeof projectKinds)[number]

/** Why an answer is wrong. */
export const causes = [
  'wrong-context',
  'shallow',
  'stale',
  'wrong-user',
  'over-applied',
  'invented',
  'other',
] as const
export type Cause = (typeof causes)[number]

/** Where a queue comes from. */
export const queueSourceSchema = z.discriminatedUnion('from', [
  /** Sessions of a data set with their gold memories; suggestions of its recorded models or of a run beside them. */
  z.object({
    from: z.literal('data'),
    data: z.string(),
    split: z.string().nullable().default(null),
    track: z.string().default('alpsbench/extraction'),
    /** `recorded:<model>` or a system of `suggestionRun`. */
    suggestions: z.array(z.string()).default([]),
    suggestionRun: z.string().nullable().default(null),
    limit: z.number().int().positive().nullable().default(null),
  }),
  /** Judged answers of a run under a rubric, drawn at random by system. */
  z.object({
    from: z.literal('verdicts'),
    run: z.string(),
    track: z.string(),
    /** Key of the judged instrument. */
    instrument: z.string(),
    count: z.number().int().positive().default(50),
  }),
  /** Cases that a system got wrong: below `below` of the figure's range, the worst first. */
  z.object({
    from: z.literal('wrong'),
    run: z.string(),
    track: z.string(),
    system: z.string(),
    instrument: z.string(),
    metric: z.string(),
    below: z.number().min(0).max(1).default(0.5),
    limit: z.number().int().positive().nullable().default(100),
  }),
  /** Judged rows of a file (published human-checking packets); rows whose answer does not fit their query are flagged. */
  z.object({ from: z.literal('judged-rows'), file: z.string() }),
])
export type QueueSource = z.infer<typeof queueSourceSchema>

/** A passage that a person selected. Units of UTF-16 in the turn's text. */
export const pickedEvidenceSchema = z.object({
  turn: z.number().int().nonnegative(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  text: z.string().max(20_000),
})
export type PickedEvidence = z.infer<typeof pickedEvidenceSchema>

/** What a person says of one memory. */
export const memoryCardSchema = z.object({
  /** Stable in the item: the key of the gold item or suggestion, or one of its own. */
  key: z.string().min(1).max(200),
  source: z.enum(['gold', 'suggestion', 'new']),
  decision: z.enum(['undecided', 'accept', 'edit', 'reject']),
  value: z.string().max(20_000),
  label: z.string().max(200),
  type: z.string().max(60),
  confidence: z.number().min(0).max(1).nullable(),
  evidence: z.array(pickedEvidenceSchema).max(50),
})
export type MemoryCard = z.infer<typeof memoryCardSchema>

const noteSchema = z.string().max(5000).default('')

export const memoriesBodySchema = z.object({
  kind: z.literal('memories'),
  cards: z.array(memoryCardSchema).max(500),
  note: noteSchema,
})
export type MemoriesBody = z.infer<typeof memoriesBodySchema>

export const fieldAnswerSchema = z.object({
  verdict: z.enum(['supported', 'not-supported', 'correction', 'cannot-tell']),
  value: z.number().nullable(),
})
export type FieldAnswer = z.infer<typeof fieldAnswerSchema>

export const judgeBodySchema = z.object({
  kind: z.literal('judge'),
  /** By metric of the rubric; `value` of a correction in the metric's range. */
  fields: z.record(z.string(), fieldAnswerSchema),
  note: noteSchema,
})
export type JudgeBody = z.infer<typeof judgeBodySchema>

export const causesBodySchema = z.object({
  kind: z.literal('causes'),
  cause: z.enum(causes).nullable(),
  note: noteSchema,
})

/** What one person says of one item, by the kind of the project. */
export const answerBodySchema = z.discriminatedUnion('kind', [
  memoriesBodySchema,
  judgeBodySchema,
  causesBodySchema,
])
export type AnswerBody = z.infer<typeof answerBodySchema>

export const itemStates = ['open', 'draft', 'done', 'skipped'] as const
export type ItemState = (typeof itemStates)[number]

export const entryActs = ['save', 'undo', 'adjudicate'] as const

/** An entry of the log. Nothing is ever changed or taken out of it. */
export const annotationEntrySchema = z.object({
  /** Counts from 1 in the project. */
  seq: z.number().int(),
  /** Made by whoever sent it, so that sent twice it is taken once. */
  id: z.string(),
  at: z.number(),
  item: z.string(),
  annotator: z.string(),
  act: z.enum(entryActs),
  state: z.enum(itemStates),
  /** null: everything of this person was undone. */
  body: answerBodySchema.nullable(),
})
export type AnnotationEntry = z.infer<typeof annotationEntrySchema>
export type NewAnnotationEntry = Omit<AnnotationEntry, 'seq'>

/** A project without its items. */
export const annotationProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(projectKinds),
  createdAt: z.number(),
  source: queueSourceSchema,
  overlap: z.number().int().positive(),
  blind: z.boolean(),
  seed: z.number().int(),
  /** Whose texts these are, as it was when they were taken. */
  dataset: datasetDescriptorSchema,
})
export type AnnotationProject = z.infer<typeof annotationProjectSchema>

/** Who has which items. A later one takes the place of an earlier one; both are kept. */
export const seatingSchema = z.object({
  version: z.number().int().positive(),
  at: z.number(),
  /** In the order in which they joined. */
  people: z.array(z.string()),
  /** People by item. */
  seats: z.record(z.string(), z.array(z.string())),
})
export type Seating = z.infer<typeof seatingSchema>

const viewItemSchema = z.object({
  key: z.string(),
  id: z.string().nullable(),
  text: z.string(),
  label: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  evidence: z.array(z.string()),
  marks: z.array(z.string()),
}) satisfies z.ZodType<ViewItem>

const blockHead = { name: z.string(), title: z.string() }
const viewBlockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dialogue'),
    ...blockHead,
    turns: z.array(z.object({ role: z.string(), text: z.string() })),
  }),
  z.object({ kind: z.literal('items'), ...blockHead, items: z.array(viewItemSchema) }),
  z.object({ kind: z.literal('text'), ...blockHead, text: z.string() }),
  z.object({ kind: z.literal('json'), ...blockHead, json: knownJson }),
]) satisfies z.ZodType<ViewBlock>

const jsonObject = z.record(z.string(), knownJson)

/** A thing that is asked of a judged answer: a metric of the rubric. */
export const askedFieldSchema = z.object({
  metric: z.string(),
  description: z.string(),
  range: z.tuple([z.number(), z.number()]),
  scale: z.enum(['binary', 'ordinal', 'interval']),
  /** What the judge said; null: it gave no number. */
  judged: z.number().nullable(),
})
export type AskedField = z.infer<typeof askedFieldSchema>

/** Everything that a person needs for an item, as it was when the project was made. */
export const itemContentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('memories'),
    track: z.string(),
    blocks: z.array(viewBlockSchema),
    gold: z.array(viewItemSchema),
    /** The gold as the data has it, item by item as in `gold`; for the export. */
    rawGold: z.array(jsonObject),
    /** The rest of the case for the export: its public row, and what its gold holds beside memories. */
    row: jsonObject,
    split: z.string().nullable(),
    suggestions: z.array(z.object({ by: z.string(), items: z.array(viewItemSchema) })),
  }),
  z.object({
    kind: z.literal('judge'),
    track: z.string(),
    blocks: z.array(viewBlockSchema),
    fields: z.array(askedFieldSchema),
    /** The judge's words as they were read; null: nothing is there. */
    verdict: knownJson,
    judge: z.string(),
    instrument: z.string(),
    /** Item of the run's calibration sample; null: not drawn from a run. */
    drawn: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('causes'),
    track: z.string(),
    system: z.string(),
    blocks: z.array(viewBlockSchema),
    /** In the figure's range. */
    value: z.number(),
    figure: z.string(),
  }),
])
export type ItemContent = z.infer<typeof itemContentSchema>
export type MemoriesContent = Extract<ItemContent, { kind: 'memories' }>
export type JudgeContent = Extract<ItemContent, { kind: 'judge' }>

/** What every list of items shows. */
export interface ItemHead {
  readonly id: string
  readonly title: string
  /** Why it is kept out of calibration; null: it is not. */
  readonly flag: string | null
  /** Items of one conversation belong together. */
  readonly cluster: string
  readonly language: string | null
}

/** An item of a project. Its content is pinned: data that changes or is thrown away changes nothing here. */
export interface PinnedItem extends ItemHead {
  readonly content: ItemContent
}

/** What became of an append. */
export type Appended =
  | { readonly kind: 'appended'; readonly entry: AnnotationEntry }
  /** An entry of this id is there already. */
  | { readonly kind: 'there'; readonly entry: AnnotationEntry }
  /** The person's latest entry of the item is another one than it was based on. */
  | { readonly kind: 'conflict'; readonly latest: AnnotationEntry | null }

/** Where annotation projects live; several processes may write at once. Everything acknowledged survives kill -9. */
export interface AnnotationStore {
  /** All of it or nothing. @throws RapportError when the id is taken */
  createProject(
    project: AnnotationProject,
    items: readonly PinnedItem[],
    seating: Omit<Seating, 'version'>,
  ): Promise<void>
  /** Newest first. */
  annotationProjects(): Promise<readonly AnnotationProject[]>
  annotationProject(id: string): Promise<AnnotationProject | undefined>
  /** In the project's order. */
  annotationItems(project: string): Promise<readonly ItemHead[]>
  annotationItem(project: string, id: string): Promise<PinnedItem | undefined>
  /** The latest one. */
  annotationSeating(project: string): Promise<Seating | undefined>
  /** @returns false when somebody was first with this version */
  seatAnnotators(project: string, seating: Seating): Promise<boolean>
  /**
   * Adds an entry when the person's latest save or undo of the item is `base`; undefined: whatever it is.
   * @throws RapportError for a project or item that is not there
   */
  appendAnnotation(
    project: string,
    entry: NewAnnotationEntry,
    base: number | null | undefined,
  ): Promise<Appended>
  /** By `seq`. */
  annotationEntries(project: string, options?: { item?: string }): Promise<readonly AnnotationEntry[]>
  /** Differs from before whenever a project, a seating or an entry was added. */
  annotationStamp(): Promise<string>
}
