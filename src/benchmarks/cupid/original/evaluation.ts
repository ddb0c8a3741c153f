import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { OriginalCrash } from '../arithmetic/crash.ts'
import { iterate } from '../arithmetic/iterate.ts'
import type { OriginalTask } from '../arithmetic/summary.ts'
import { readPreference } from '../reading/preference.ts'
import { originalScoreText } from '../reading/score.ts'
import {
  decomposerRequest,
  generationRequest,
  inferenceRequest,
  judgeRequest,
  matcherRequest,
  PREF_MATCHER,
  referenceWording,
  type OriginalRequest,
  type OriginalWording,
  type Shown,
} from '../rendering/requests.ts'
import { originalChecklist, originalRows, UnusableReply } from './replies.ts'

/** Stands where an answer would, when the conversation was too long for the model (spec 2.11). */
export const OVERFLOW = 'ERROR: Context length exceeded'

/** The one text of an error that the original code knows as an overflow; other providers' go unnoticed (D6). */
const OVERFLOW_CODE = 'context_length_exceeded'

export type Direction = 'infer_to_gt' | 'gt_to_infer'
export type CallKind = 'infer' | 'decompose' | Direction | 'generate' | 'judge'

/** What is asked of a model, and for which row. */
export interface OriginalCall<Row> {
  readonly kind: CallKind
  readonly row: Row
  readonly request: OriginalRequest
}

/** A row of the data under the name of its result file. The published data is named by persona only (D1). */
export interface NamedRow extends Shown {
  readonly name: string
  /** The gold preference and its checklist. */
  readonly preference: string
  readonly checklist: readonly string[]
}

export interface OriginalOptions {
  readonly task: OriginalTask
  /** Judge, and matcher unless the fine-tuned one is used. */
  readonly evaluator: string
  readonly useMatcher?: boolean
  readonly wording?: OriginalWording
  /** Processes; default 1. With more, an escaping error loses the rest of its chunk only (spec 5.5). */
  readonly workers?: number
}

/** Result files by name with `.json`; null for one that is no JSON, which is overwritten (D21). */
export type ResultFiles = Map<string, Json>

/** Answers a call. A rejection is a failed call; its message tells whether it was an overflow. */
export type Ask<Row> = (call: OriginalCall<Row>) => Promise<string>

/**
 * The original code's evaluation (spec 2.11): stages that a result file has are skipped, failures are stored or dropped
 * as it stores and drops them. Result files are changed in place, as the original saves after each stage.
 * @returns the error that ended the run before its summary, or null
 */
export async function originalEvaluation<Row extends NamedRow>(
  rows: readonly Row[],
  options: OriginalOptions,
  ask: Ask<Row>,
  files: ResultFiles,
): Promise<OriginalCrash | null> {
  let crash: OriginalCrash | null = null
  for (const chunk of chunksOf(rows, options.workers ?? 1)) {
    try {
      for (const row of chunk) await new Evaluation(row, options, ask, files).run()
    } catch (error) {
      if (!(error instanceof OriginalCrash)) throw error
      crash ??= error
    }
  }
  return crash
}

function chunksOf<Row>(rows: readonly Row[], workers: number): readonly (readonly Row[])[] {
  if (workers <= 1 || rows.length === 0) return [rows]
  const size = Math.ceil(rows.length / (4 * workers))
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, place) =>
    rows.slice(place * size, (place + 1) * size),
  )
}

/** One row and its result file. */
class Evaluation<Row extends NamedRow> {
  readonly #row: Row
  readonly #options: OriginalOptions
  readonly #ask: Ask<Row>
  readonly #files: ResultFiles
  readonly #file: string
  #inference: JsonObject
  #generation: JsonObject

  constructor(row: Row, options: OriginalOptions, ask: Ask<Row>, files: ResultFiles) {
    this.#row = row
    this.#options = options
    this.#ask = ask
    this.#files = files
    this.#file = `${row.name}.json`
    this.#inference = this.#stored('inference')
    this.#generation = this.#stored('generation')
  }

  async run(): Promise<void> {
    const { task } = this.#options
    if (task !== 'generation' && !(await this.#infer())) return
    if (task !== 'inference') await this.#generate()
  }

  #stored(block: string): JsonObject {
    const file = this.#files.get(this.#file)
    const value = isJsonObject(file) ? file[block] : undefined
    return isJsonObject(value) ? value : {}
  }

  #save(): void {
    this.#files.set(this.#file, { inference: this.#inference, generation: this.#generation })
  }

  #call(kind: CallKind, request: OriginalRequest): Promise<string> {
    return this.#ask({ kind, row: this.#row, request })
  }

  get #wording(): OriginalWording {
    return this.#options.wording ?? referenceWording
  }

  /** I1 to I4. @returns false when the row is left */
  async #infer(): Promise<boolean> {
    if (!('inferred' in this.#inference)) {
      const inferred = await this.#inferred()
      if (inferred === null) return false
      const { preference, checklist } = this.#row
      this.#inference = {
        ...this.#inference,
        inferred,
        groundtruth: { preference, checklist: [...checklist] },
      }
      this.#save()
    }
    if (!('match' in this.#inference)) {
      this.#inference = { ...this.#inference, match: await this.#match() }
      this.#save()
    }
    return true
  }

  async #inferred(): Promise<JsonObject | null> {
    try {
      const reply = await this.#call('infer', inferenceRequest(this.#row, this.#wording))
      const read = readPreference(reply, 'reference')
      if (read.status !== 'ok') throw new UnusableReply('missing_section')
      const { preference } = read
      const text = await this.#call('decompose', decomposerRequest(preference, this.#wording))
      return { preference, checklist: originalChecklist(text) }
    } catch (error) {
      return isOverflow(error) ? { preference: OVERFLOW, checklist: [] } : null
    }
  }

  /** Works on what is stored, so that a resumed row keeps its gold checklist (D27). */
  async #match(): Promise<JsonObject> {
    const [inferred, gold] = [sideOf(this.#inference['inferred']), sideOf(this.#inference['groundtruth'])]
    // Rows with a score and no label: what the summary raises on (D3).
    if (inferred.entries.length === 0) {
      return { infer_to_gt: [], gt_to_infer: gold.entries.map((entry) => ({ entry, score: 0 })) }
    }
    try {
      const infer_to_gt = await this.#rows('infer_to_gt', gold.preference, inferred.entries)
      const gt_to_infer = await this.#rows('gt_to_infer', inferred.preference, gold.entries)
      return { infer_to_gt, gt_to_infer }
    } catch {
      return { infer_to_gt: [], gt_to_infer: [] }
    }
  }

  async #rows(direction: Direction, preference: string, entries: readonly string[]): Promise<Json> {
    const { useMatcher = false, evaluator } = this.#options
    const model = useMatcher ? PREF_MATCHER : evaluator
    const reply = await this.#call(direction, matcherRequest(model, preference, entries, this.#wording))
    return originalRows(reply, model)
  }

  async #generate(): Promise<void> {
    const { request } = this.#row
    if (!('ai_response' in this.#generation)) {
      const answer = await this.#answer()
      if (answer === null) return
      this.#generation = { ...this.#generation, user_request: request, ai_response: answer }
      this.#save()
    }
    if (!('alignment' in this.#generation)) {
      this.#generation = { ...this.#generation, alignment: await this.#alignment() }
      this.#save()
    }
  }

  async #answer(): Promise<string | null> {
    try {
      return await this.#call('generate', generationRequest(this.#row, this.#wording))
    } catch (error) {
      if (!isOverflow(error)) return null
      throw new OriginalCrash('unset_request', `${this.#row.name}: the request to answer is too long`)
    }
  }

  async #alignment(): Promise<JsonObject> {
    const { preference, checklist } = this.#row
    const subject = {
      request: said(this.#generation['user_request']),
      answer: said(this.#generation['ai_response']),
    }
    try {
      const request = judgeRequest(
        this.#options.evaluator,
        { ...subject, preference, checklist },
        this.#wording,
      )
      const analysis = await this.#call('judge', request)
      const score = originalScoreText(analysis)
      if (score === null) throw new UnusableReply('missing_section')
      return { score, analysis }
    } catch (error) {
      return { score: 0, analysis: messageOf(error) }
    }
  }
}

const said = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

function sideOf(side: Json | undefined): { preference: string; entries: readonly string[] } {
  const block = isJsonObject(side) ? side : {}
  return {
    preference: said(block['preference']),
    entries: (iterate(block['checklist']) ?? []).map((entry) =>
      typeof entry === 'string' ? entry : JSON.stringify(entry),
    ),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function isOverflow(error: unknown): boolean {
  return messageOf(error).includes(OVERFLOW_CODE)
}
