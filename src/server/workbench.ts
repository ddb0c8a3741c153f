import type {
  Adjudicate,
  AgreementView,
  AnnotationItem,
  Disagreements,
  ExportForm,
  NewProject,
  projectListSchema,
  ProjectSummary,
  Queue,
  Save,
  Saved,
  Undo,
} from './schemas/annotate.ts'
import type { z } from '@hono/zod-openapi'
import type { Board } from './schemas/board.ts'
import type { Answer, CaseDetail, CaseTable, OutcomeColumns, searchSchema, Titles } from './schemas/cases.ts'
import type { AuditList, ComparisonView, SettingsView } from './schemas/lab.ts'
import type {
  Job,
  Progress,
  Resume,
  Retry,
  RunDetail,
  RunSummary,
  StartRun,
  WorkbenchView,
} from './schemas/runs.ts'

/**
 * What the HTTP API serves, as interfaces alone: `cli/workbench/` puts them together from store, registry and
 * reports. Everything rejects with a RapportError that says what to do: a NotFoundError where an id names nothing, a
 * ConflictError where something else was first.
 */
export interface Workbench {
  describe(): Promise<WorkbenchView>
  readonly runs: RunsPort
  readonly cases: CasesPort
  readonly lab: LabPort
  readonly annotate: AnnotatePort
  /** null: read-only. */
  readonly control: ControlPort | null
  /** Says when the list of runs or the projects changed; ends with `signal`. */
  changes(signal: AbortSignal): AsyncIterable<Changed>
  close(): Promise<void>
}

/** What changed since the last one. */
export interface Changed {
  readonly runs: boolean
  readonly projects: boolean
}

/** A file to save. */
export interface Download {
  readonly name: string
  /** Media type with its charset. */
  readonly type: string
  readonly body: string | Uint8Array
}

export const boardExports = ['csv', 'json', 'markdown', 'latex', 'html', 'svg'] as const
export type BoardExport = (typeof boardExports)[number]

/** Which figures of a run; as the options of `rapport report`. */
export interface BoardChoice {
  /** A tag. */
  readonly slice: string | null
  /** null: as the run counts failures. */
  readonly failures: 'default' | 'worst' | 'exclude' | null
}

export interface RunsPort {
  /** Newest first. */
  list(): Promise<readonly RunSummary[]>
  detail(run: string): Promise<RunDetail>
  progress(run: string): Promise<Progress>
  /** The same, again whenever it changed; ends when nobody works on the run any more, or with `signal`. */
  live(run: string, signal: AbortSignal): AsyncIterable<Progress>
  board(run: string, choice: BoardChoice): Promise<Board>
  export(run: string, format: BoardExport, choice: BoardChoice): Promise<Download>
}

export interface FigureWords {
  readonly instrument: string
  readonly metric: string
}

export interface CasesPort {
  table(run: string, track: string): Promise<CaseTable>
  outcomes(run: string, track: string, figure: FigureWords): Promise<OutcomeColumns>
  titles(
    run: string,
    track: string,
    range: { readonly from: number; readonly count: number },
  ): Promise<Titles>
  case(run: string, track: string, id: string): Promise<CaseDetail>
  answer(
    run: string,
    track: string,
    of: { readonly case: string; readonly system: string; readonly repeat: number },
  ): Promise<Answer>
  search(
    query: string,
    options: { readonly run: string | null; readonly limit: number },
  ): Promise<z.infer<typeof searchSchema>>
}

/** As the options of `rapport compare`. */
export interface CompareChoice {
  readonly runs: readonly string[]
  /** Empty: all ranked ones. */
  readonly systems: readonly string[]
  /** System that all others are compared with; null: each with each. */
  readonly against: string | null
  /** `<track>.<metric>` as after `--metric`; empty: headline, published and judged figures. */
  readonly metrics: readonly string[]
  readonly slice: string | null
  /** One track alone, which is quicker; null: all of them. */
  readonly track: string | null
  readonly baselines: boolean
  readonly intersection: boolean
}

export interface LabPort {
  compare(choice: CompareChoice): Promise<ComparisonView>
  audits(): Promise<AuditList>
  settings(): Promise<SettingsView>
}

export interface ControlPort {
  start(request: StartRun): Promise<Job>
  /** Asks whoever works on it, here or in a terminal, to stop; false: nobody does. */
  stop(run: string): Promise<boolean>
  resume(run: string, request: Resume): Promise<Job>
  retry(run: string, request: Retry): Promise<Job>
  /** Newest first. */
  jobs(): Promise<readonly Job[]>
}

export interface AnnotatePort {
  projects(): Promise<z.infer<typeof projectListSchema>>
  create(project: NewProject): Promise<ProjectSummary>
  project(id: string): Promise<ProjectSummary>
  queue(project: string, annotator: string): Promise<Queue>
  item(project: string, item: string, annotator: string): Promise<AnnotationItem>
  save(project: string, save: Save): Promise<Saved>
  undo(project: string, undo: Undo): Promise<Saved>
  disagreements(project: string): Promise<Disagreements>
  adjudicate(project: string, adjudicate: Adjudicate): Promise<Saved>
  agreement(project: string): Promise<AgreementView>
  export(project: string, form: ExportForm): Promise<Download>
}
