import { Fault } from '../core/fault.ts'
import type { Json } from '../core/json.ts'
import type { ChatMessage, ModelParameters, ModelPort, ReplySchema } from '../core/model.ts'
import type { FaultReason } from '../core/outcome.ts'

/** A judge is asked at most this often about one answer, where its form does not say otherwise. */
const MOST_TRIES = 2

/** The form of a reply, and what is read from it; null when it can't be read. */
export interface ReplyReader {
  readonly reply: ReplySchema | null
  /** At most so many tries, default 2. */
  readonly tries?: number
  read(text: string): Json | null
}

/** One reply of a judge: its words, or why there are none (`refusal`, `truncated` …). */
export type JudgeTry = {
  readonly text: string | null
  readonly fault: FaultReason | null
  readonly served_by: string | null
}

/** What one judge said, the last try last; only that one can be readable. */
export type JudgeAnswer = { readonly model: string; readonly tries: readonly JudgeTry[] }

export interface JudgeQuestion {
  /** Of a rubric, or of one question of a chain. */
  readonly form: ReplyReader
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly parameters: ModelParameters
  /** `asking` counts from 1; above 1 it draws new samples, because earlier verdicts could not be read. */
  readonly sample: { readonly repeat: number; readonly fresh: string | null; readonly asking: number }
  /** For the ledger: `judge:<rubric>` or `probe:<rubric>`. */
  readonly purpose: string
}

/**
 * Asks a judge; a verdict that can't be read (a refusal, a cut or an empty one too) is asked again, as a new
 * sample. A resumed run finds the paid replies again; one that asks anew gets new ones.
 * @throws Fault `judge` by the infrastructure when the judge can't be reached; RunStop from the port
 */
export async function askJudge(
  port: ModelPort,
  { form, model, messages, parameters, sample, purpose }: JudgeQuestion,
  signal: AbortSignal,
): Promise<JudgeAnswer> {
  const tries: JudgeTry[] = []
  const most = form.tries ?? MOST_TRIES
  const { asking, ...drawn } = sample
  for (let attempt = (asking - 1) * most + 1; attempt <= asking * most; attempt++) {
    try {
      const { text, servedBy } = await port.chat(
        { model, messages, parameters, reply: form.reply, sample: { ...drawn, attempt }, purpose },
        signal,
      )
      tries.push({ text, fault: null, served_by: servedBy })
      if (form.read(text) !== null) break
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.by === 'infrastructure') {
        throw new Fault('judge', 'infrastructure', `judge ${model}: ${error.message}`)
      }
      tries.push({ text: null, fault: error.reason, served_by: null })
      // The same text would be too long again.
      if (error.reason === 'context-overflow') break
    }
  }
  return { model, tries }
}
