import type { Case } from '../core/case.ts'
import type { Clock } from '../core/clock.ts'
import { Fault, RunStop } from '../core/fault.ts'
import { hashJson } from '../core/hash.ts'
import type { Json } from '../core/json.ts'
import { scoreResultJson, scoreResultSchema } from '../core/score-result.ts'
import type { ScoreResult } from '../core/scorer.ts'
import type { InstrumentStage, Stage, StageInput } from '../core/stage.ts'
import type { OutcomeRow, ResultReference, StageFailure, StageResult, Store } from '../core/store.ts'
import { fingerprint, type SampleIdentity } from './fingerprint.ts'
import { stageKey, type InstrumentChain, type SortedGraph } from './graph.ts'
import { scoredRows, uniformRows, type UnitKey } from './outcomes.ts'

/** One case for one system and one repeat: the smallest piece of work that a run counts. */
export interface Unit {
  readonly key: UnitKey
  readonly subject: Case
  readonly fold: number
  readonly graph: SortedGraph
  readonly sample: Pick<SampleIdentity, 'repeat' | 'fresh'>
  readonly signal: AbortSignal
  /** A failure of an earlier attempt that is kept as it is: outcomes are written, nothing is run. */
  readonly frozen: (StageFailure & { readonly stage: string }) | null
  /** Instruments whose judges are asked anew, although there is a verdict: one that could not be read. */
  readonly askAnew: ReadonlySet<string>
}

export interface UnitReport {
  /** True when no stage had to be run. */
  readonly reused: boolean
  /** Failures of this unit, by stage. */
  readonly failures: readonly (StageFailure & { readonly stage: string; readonly instrument: string })[]
}

interface Finished {
  readonly hash: string
  readonly output: Json
}

/** Carries a unit through its graph. One object per unit; `run` is called once. */
export class UnitRunner {
  readonly #unit: Unit
  readonly #store: Store
  readonly #clock: Clock
  readonly #finished = new Map<string, Finished>()
  readonly #failures: (StageFailure & { stage: string; instrument: string })[] = []
  #results: StageResult[] = []
  #references: ResultReference[] = []
  #outcomes: OutcomeRow[] = []
  #reused = true

  constructor(unit: Unit, store: Store, clock: Clock) {
    this.#unit = unit
    this.#store = store
    this.#clock = clock
  }

  /**
   * Runs what is not there yet and makes it durable; failures become outcomes.
   * @throws what the store throws, and the signal's reason when the run was stopped in the middle (then the
   * stages that finished before are kept, and the unit counts as not done)
   */
  async run(): Promise<UnitReport> {
    const { subject, graph, frozen } = this.#unit
    if (subject.skip !== undefined) {
      this.#writeAll({ status: 'skipped', reason: subject.skip })
    } else if (frozen !== null) {
      this.#writeAll({ status: 'failed', ...frozen })
    } else {
      const failure = await this.#systemStages()
      if (failure === null) {
        for (const chain of graph.instruments) await this.#instrument(chain)
      } else {
        this.#writeAll({ status: 'failed', ...failure })
      }
    }
    await this.#flush()
    return { reused: this.#reused, failures: this.#failures }
  }

  /** @returns the failure that ended it, or null */
  async #systemStages(): Promise<(StageFailure & { stage: string }) | null> {
    for (const stage of this.#unit.graph.systemStages) {
      const failure = await this.#attempt(stage, '', (input) => stage.run(input))
      if (failure !== null) return { ...failure, stage: stage.name }
      if (stage.eager) await this.#flush()
    }
    return null
  }

  async #instrument({ before, last }: InstrumentChain): Promise<void> {
    const { subject, key } = this.#unit
    if (subject.gold === null) {
      this.#outcomes.push(
        ...uniformRows(key, last.scorer, subject, { status: 'unscored', reason: 'no-reference' }),
      )
      return
    }
    for (const stage of before) {
      const failure = await this.#attempt(stage, stage.instrument, (input) => stage.run(input))
      if (failure !== null) return this.#failInstrument(last, stage.name, failure)
      await this.#flush()
    }
    let fresh: ScoreResult | undefined
    const failure = await this.#attempt(last, last.instrument, async (input) => {
      fresh = await last.run(input)
      return scoreResultJson(fresh)
    })
    if (failure !== null) return this.#failInstrument(last, last.name, failure)
    const result = fresh ?? scoreResultSchema.parse(this.#finished.get(stageKey(last))?.output)
    this.#outcomes.push(...scoredRows(key, last.scorer, subject, result))
  }

  #failInstrument(last: InstrumentStage, stage: string, failure: StageFailure): void {
    const { subject, key } = this.#unit
    this.#outcomes.push(...uniformRows(key, last.scorer, subject, { status: 'failed', stage, ...failure }))
  }

  /** A stage that this one needs: of its own instrument, or else of the system. */
  #need(stage: Stage, name: string): Finished | undefined {
    const own = stage.kind === 'system' ? undefined : this.#finished.get(`${name} of ${stage.instrument}`)
    return own ?? this.#finished.get(name)
  }

  /** Reuses or runs one stage and notes what came of it. */
  async #attempt(
    stage: Stage,
    instrument: string,
    run: (input: StageInput) => Promise<Json>,
  ): Promise<StageFailure | null> {
    const { known, print, asking } = await this.#find(stage)
    const reference = { ...this.#unit.key, stage: stage.name, instrument, fingerprint: print }
    if (known !== undefined) {
      this.#finished.set(stageKey(stage), { hash: known.outputHash, output: known.output })
      this.#references.push({ ...reference, failure: null, reused: true })
      return null
    }
    this.#reused = false
    const started = this.#clock.monotonic()
    try {
      const output = await run(this.#stageInput(stage, asking))
      const hash = hashJson(output)
      this.#finished.set(stageKey(stage), { hash, output })
      this.#results.push({
        fingerprint: print,
        stage: stage.name,
        outputHash: hash,
        output,
        duration: this.#clock.monotonic() - started,
        finishedAt: this.#clock.now(),
      })
      this.#references.push({ ...reference, failure: null, reused: false })
      return null
    } catch (error) {
      if (error instanceof RunStop) {
        await this.#flush()
        throw error
      }
      // A stop is no failure: the unit is simply not done, and resume starts it again.
      if (this.#unit.signal.aborted) {
        await this.#flush()
        throw this.#unit.signal.reason
      }
      const failure = failureOf(error)
      this.#references.push({ ...reference, failure, reused: false })
      this.#failures.push({ ...failure, stage: stage.name, instrument })
      return failure
    }
  }

  /** The result of a stage if there is one, of judges the newest; else the fingerprint under which it will stand. */
  async #find(stage: Stage): Promise<{ known: StageResult | undefined; print: string; asking: number }> {
    const { subject, fold, sample, key, askAnew } = this.#unit
    const inputs: Record<string, string> = {}
    for (const need of stage.needs) inputs[need] = this.#need(stage, need)?.hash ?? ''
    const printOf = (asking: number): string =>
      fingerprint(stage, subject, fold, inputs, { ...sample, asking })
    const isJudge = stage.kind === 'judge'
    const least = isJudge && askAnew.has(stage.instrument) ? key.attempt : 1
    for (let asking = isJudge ? key.attempt : 1; asking >= least; asking -= 1) {
      const print = printOf(asking)
      const known = (await this.#store.lookup([print])).get(print)
      if (known !== undefined) return { known, print, asking }
    }
    return { known: undefined, print: printOf(least), asking: least }
  }

  #stageInput(stage: Stage, asking: number): StageInput {
    const upstream: Record<string, Json> = {}
    for (const need of stage.needs) {
      const finished = this.#need(stage, need)
      if (finished !== undefined) upstream[need] = finished.output
    }
    const { subject, fold, key, signal, sample } = this.#unit
    const attempt = stage.kind === 'judge' ? asking : key.attempt
    return { subject, fold, upstream, context: { ...sample, attempt, signal } }
  }

  #writeAll(outcome: OutcomeRow['outcome']): void {
    for (const { last } of this.#unit.graph.instruments) {
      this.#outcomes.push(...uniformRows(this.#unit.key, last.scorer, this.#unit.subject, outcome))
    }
  }

  async #flush(): Promise<void> {
    const batch = { results: this.#results, references: this.#references, outcomes: this.#outcomes }
    this.#results = []
    this.#references = []
    this.#outcomes = []
    await this.#store.commit(batch)
  }
}

/** A Fault says whose fault it was; anything else is a mistake of ours and never counts against a system. */
function failureOf(error: unknown): StageFailure {
  if (error instanceof Fault) return { reason: error.reason, by: error.by, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  return { reason: 'internal', by: 'infrastructure', message }
}
