import { pythonStrip } from '../../../text/python-whitespace.ts'
import type { OriginalTask } from '../arithmetic/summary.ts'
import type { Shown } from '../rendering/requests.ts'
import type { InstanceType } from '../shapes.ts'
import { originalEvaluation, type CallKind, type OriginalOptions, type ResultFiles } from './evaluation.ts'
import { instanceName } from './folder-names.ts'
import { crashed, originalOutcome, type OriginalOutcome } from './outcome.ts'

/** What a model said in a run of ours, or the error that came in the place of it. First attempts only: no retries there. */
export type StoredReply = { readonly text: string } | { readonly error: string }

/** An instance with the replies of a run, in the order of the data. */
export interface ReplayRow extends Shown {
  readonly persona: string
  readonly type: InstanceType
  /** The gold preference and its checklist. */
  readonly preference: string
  readonly checklist: readonly string[]
  readonly replies: Partial<Record<CallKind, StoredReply | undefined>>
}

export interface ReplayOptions extends Omit<OriginalOptions, 'wording'> {
  /** `persona`: as the published data is keyed (D1); `instance`: as a folder of instances is. */
  readonly naming: 'persona' | 'instance'
}

/** What the original code would have reported on the replies of a run. */
export interface OriginalFigures {
  /** Rows of the data. */
  readonly rows: number
  /** Rows for which it calls a model; the others find their stages done (D1). */
  readonly evaluated: number
  /** Result files that it writes; dropped rows have none (D6, D7). */
  readonly written: number
  /** Calls that it makes and the run has no reply of: with any, there are no figures. */
  readonly missing: readonly { readonly instance: string; readonly kind: CallKind }[]
  readonly outcome: OriginalOutcome | { readonly status: 'incomplete' }
  readonly files: ResultFiles
}

/** Replays the replies of a run through the original control flow and arithmetic. Calls no model. */
export async function originalFigures(
  rows: readonly ReplayRow[],
  options: ReplayOptions,
): Promise<OriginalFigures> {
  const { naming, task } = options
  const named = rows.map((row) => ({
    ...row,
    instance: instanceName(row.persona, row.type),
    name: naming === 'persona' ? row.persona : instanceName(row.persona, row.type),
  }))
  const files: ResultFiles = new Map()
  const missing: { instance: string; kind: CallKind }[] = []
  const evaluated = new Set<string>()
  const crash = await originalEvaluation(
    named,
    options,
    async ({ kind, row }) => {
      evaluated.add(row.instance)
      const reply = row.replies[kind]
      if (reply === undefined) {
        missing.push({ instance: row.instance, kind })
        throw new Error('the run has no such reply')
      }
      if ('error' in reply) throw new Error(reply.error)
      // The original client strips whatever comes (spec 2.12).
      return pythonStrip(reply.text)
    },
    files,
  )
  return {
    rows: rows.length,
    evaluated: evaluated.size,
    written: files.size,
    missing,
    outcome: outcomeOf(files, task, missing.length > 0, crash === null ? null : crashed(crash)),
    files,
  }
}

function outcomeOf(
  files: ResultFiles,
  task: OriginalTask,
  isIncomplete: boolean,
  crash: OriginalOutcome | null,
): OriginalFigures['outcome'] {
  return isIncomplete ? { status: 'incomplete' } : (crash ?? originalOutcome(files, task))
}
