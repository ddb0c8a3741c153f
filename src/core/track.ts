import type { AuditSubject, Authorship } from './audit.ts'
import type { Case } from './case.ts'
import type { CaseView } from './case-view.ts'
import type { ClaimSet } from './claim.ts'
import type { Dataset, DatasetDescriptor } from './dataset.ts'
import type { Json, JsonObject } from './json.ts'
import type { JudgedRows } from './judged-rows.ts'
import type { MemoryPlan } from './memory-plan.ts'
import type { Perturbation } from './perturbation.ts'
import type { Protocol, TrackPrompt } from './prompt.ts'
import type { Rubric } from './judge.ts'
import type { JudgeChain } from './judge-chain.ts'
import type { PublishedClaim, PublishedResult } from './published.ts'
import type { Scorer } from './scorer.ts'
import type { Settings } from './setting.ts'
import type { StageGraph } from './stage-graph.ts'
import type { Response, System, SystemKind } from './system.ts'
import type { TrackReading } from './track-reading.ts'
import type { MemoryVerification } from './verification.ts'

/** A prediction in the contract's form, with what had to be mended to read it. */
export interface Parsed {
  readonly prediction: Json
  readonly repairs: readonly string[]
}

/** Which figure of a track is meant. */
export interface FigureName {
  readonly instrument: string
  readonly metric: string
}

/** A system that a track ships: a floor, a ceiling, or a simple method. */
export interface BaselineDefinition {
  /** The id on the command line: `baseline:constant` (the bare name is an alias), `oracle`, `bm25:reference`. */
  readonly id: string
  readonly kind: SystemKind
  readonly description: string
  /** Runs with every run of the track unless switched off. */
  readonly standard: boolean
  /**
   * Learns from cases that are not scored (another split, or the other fold). The result is JSON, kept with
   * the run, and part of the system's identity. Absent: nothing to learn.
   */
  fit?(cases: AsyncIterable<Case>, seed: number): Promise<Json>
  /** `states[fold]` is what `fit` learnt for the cases of that fold; empty when there is no `fit`. */
  create(options: { seed: number; states: readonly Json[] }): System
}

/** Options of scorers that a run can set. */
export interface ScorerOptions {
  readonly matcher: 'greedy' | 'hungarian'
}

/** One scored task. Everything works on JSON and checks it by schema, so that the registry needs no casts. */
export interface Track extends TrackReading {
  readonly id: string
  readonly benchmark: string
  readonly title: string
  readonly version: string
  /** Figure that can't be won without reading, and null with the reason where there is none yet. */
  readonly headline: FigureName | { readonly none: string }
  /** Figure under which the literature reports this track, when we can compute it. */
  readonly publishedFigure: FigureName | null
  readonly publishedResults: readonly PublishedResult[]
  readonly baselines: readonly BaselineDefinition[]
  /** What a chat model is asked, by protocol. `reference` without the authors' own prompts is `reference-like`. */
  readonly prompts: Readonly<Record<Protocol, TrackPrompt>>
  readonly stages: StageGraph
  /** Names of all scorers, the default ones first. */
  readonly scorerNames: readonly string[]
  /** Names of the scorers that run when none is asked for. */
  readonly defaultScorers: readonly string[]
  /** @throws UsageError for an unknown name */
  scorer(name: string, options: ScorerOptions): Scorer
  /** How judges may score the track; the first one is the default, the others are asked for by name. */
  readonly rubrics: readonly Rubric[]
  /** Instruments that ask models in several steps; asked for by name as rubrics are, the first one before all rubrics. */
  readonly chains?: readonly JudgeChain[]
  /** How much of a history a chat model can be handed (`history:<setting>+<model>`); absent: the input has no history. */
  readonly settings?: Settings
  /** How memory systems take part (`memory:<name>+<model>`); absent: they don't. */
  readonly memory?: MemoryPlan
  /**
   * Changes that can be planted into gold predictions to see how the scorers react; absent: there are none.
   * @param sample folder of the embedded sample, where hand-written material lies
   */
  perturbations?(sample: string): Promise<readonly Perturbation[]>
  /** How cases and predictions are laid out for people; absent: by the shape of the data alone. */
  readonly caseView?: CaseView
  /** How people verify its gold memories; absent: they can't. */
  readonly verification?: MemoryVerification
  /** What an audit looks at in a case; absent: the track is not audited. */
  auditView?(subject: Case): AuditSubject
  /**
   * Reads a response into the contract's form.
   * @throws Fault `unusable-output` by the system
   */
  parse(response: Response, input: Json): Parsed
  /**
   * Checks one row of a prediction file against the contract (spec 1.7): its id, or what is wrong.
   * Field names are JSON paths such as `memory_items`.
   */
  checkRow(
    row: Json,
  ): { readonly id: string } | { readonly rule: string; readonly field: string; readonly message: string }
  /** The row that a prediction has in a file under the contract. */
  predictionRow(id: string, prediction: Json): JsonObject
}

/** Where a benchmark may look for data. */
export interface OpenContext {
  /** Folder of pulled data sets (inside RAPPORT_HOME). */
  readonly home: string
  /** Folder of the embedded sample. */
  readonly sample: string
  /** What a relative path starts from. */
  readonly workingDirectory: string
}

export interface PullProgress {
  readonly file: string
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly totalBytes: number | null
}

/** How a download is made; everything from the environment is handed in. */
export interface PullContext {
  readonly destination: string
  /** Overrides the pinned revision. */
  readonly revision: string | null
  /** Overrides the host: a mirror that the user names for this download. */
  readonly endpoint: string | null
  /** Overrides the hub's address for data that lies on the hub; other data does not look at it. */
  readonly hubEndpoint: string | null
  /** Sent as a bearer token to the data host and nowhere else; never logged. */
  readonly token: string | null
  readonly signal: AbortSignal
  onProgress(progress: PullProgress): void
}

/** A data set that can be downloaded by name. */
export interface PullDefinition {
  readonly name: string
  readonly title: string
  readonly licence: string
  readonly attribution: string
  readonly source: string
  /** Resumable and verified; @throws RapportError with what to do. */
  pull(context: PullContext): Promise<{ files: number; bytes: number; revision: string }>
}

/** A family of tracks. */
export interface Benchmark {
  readonly id: string
  readonly title: string
  readonly citation: string
  readonly tracks: readonly Track[]
  readonly pulls: readonly PullDefinition[]
  /** What the literature says about it without being a figure of an instrument and metric. */
  readonly publishedClaims?: readonly PublishedClaim[]
  /** Findings of its paper with what decides each (`rapport reproduce`); absent: none are written down. */
  readonly claims?: ClaimSet
  /** Judged rows of a published file (`judged-rows` queues); absent: there are none. */
  readonly judgedRows?: JudgedRows
  /** Who wrote which part of a data set; absent: not known. */
  authorship?(descriptor: DatasetDescriptor): readonly Authorship[]
  /**
   * Opens what was written after `--data`: `sample`, the name of a pulled data set, or a folder or file.
   * @returns null when it is none of this benchmark's layouts
   * @throws RapportError when it is, and is damaged
   */
  open(word: string, context: OpenContext): Promise<Dataset | null>
}
