import { pathCutter } from '../../bundle/cut-paths.ts'
import { firstDifference } from '../../bundle/difference.ts'
import type { Case } from '../../core/case.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { scoreResultSchema } from '../../core/score-result.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { InstrumentStage } from '../../core/stage.ts'
import type { OutcomeRow, ResultReference, StageFailure, Store } from '../../core/store.ts'
import type { RunRecord } from '../../core/run.ts'
import type { InstrumentChain, SortedGraph } from '../../engine/graph.ts'
import { scoredRows, uniformRows, type UnitKey } from '../../engine/outcomes.ts'
import type { KnownRun, KnownSystem, KnownTrack } from './graphs.ts'
import type { Tell } from './load-bundle.ts'
import { hasNeeds, nameOf, possiblePrints, runAgain, unitsOf, type StoredUnit } from './units.ts'

/** What was put to the test, in numbers. */
export interface Recomputed {
  readonly fingerprints: number
  readonly parsed: number
  readonly scored: number
  readonly outcomes: number
}

/** Under this id the outcomes stand that were computed again. */
export const recomputedId = (run: string): string => `${run}-recomputed`

/** Machines have other folders: the words of a failure are compared without them. */
const cut = pathCutter([])

/**
 * Goes through every answer of a loaded bundle as a run would, without asking anybody: what it rests on gives its
 * fingerprints, raw answers are parsed and scored again, verdicts go through their rubric's arithmetic. The outcomes
 * are put beside the stored ones in the store, under {@link recomputedId}.
 */
export async function recompute(
  store: Store,
  run: RunRecord,
  known: KnownRun,
  tell: Tell,
  step: (what: string, done: number) => void,
): Promise<Recomputed> {
  const work = new Recomputation(store, run, tell)
  await store.createRun({ ...run, id: recomputedId(run.id) })
  let done = 0
  for (const track of known.tracks) {
    for await (const subject of store.cases(run.id, track.record.track)) {
      for (const system of track.systems) await work.unit(track, system, subject)
      done += 1
      step('answers', done)
    }
  }
  await work.flush()
  return work.counts
}

class Recomputation {
  readonly counts = { fingerprints: 0, parsed: 0, scored: 0, outcomes: 0 }
  readonly #store: Store
  readonly #run: RunRecord
  readonly #tell: Tell
  #rows: OutcomeRow[] = []

  constructor(store: Store, run: RunRecord, tell: Tell) {
    this.#store = store
    this.#run = run
    this.#tell = tell
  }

  async unit({ record }: KnownTrack, system: KnownSystem, subject: Case): Promise<void> {
    const track = record.track
    const units = await unitsOf(this.#store, this.#run.id, track, system.id, subject.id)
    for (const unit of units) {
      for (const stage of stagesOf(system.graph)) {
        // A stand-in has the parser and the instruments of the system, not its own stages.
        if (stage.kind === 'system' && stage.name !== 'parse' && system.unknown !== null) continue
        const reference = unit.references.get(nameOf(stage))
        if (reference === undefined || !hasNeeds(unit, stage)) continue
        const prints = possiblePrints(stage, subject, unit, this.#run.spec.fresh)
        this.counts.fingerprints += 1
        if (!prints.includes(reference.fingerprint))
          this.#differ(reference, 'fingerprint', reference.fingerprint, prints[0])
      }
    }
    for (let repeat = 0; repeat < this.#run.spec.repeats; repeat += 1) {
      const unit = units.find((one) => one.repeat === repeat && one.isLast)
      await this.#outcomes(
        {
          run: recomputedId(this.#run.id),
          track,
          system: system.id,
          case: subject.id,
          repeat,
          attempt: unit?.attempt ?? 1,
        },
        system,
        subject,
        unit,
      )
    }
    if (this.#rows.length > 2_000) await this.flush()
  }

  async flush(): Promise<void> {
    await this.#store.commit({ outcomes: this.#rows })
    this.counts.outcomes += this.#rows.length
    this.#rows = []
  }

  async #outcomes(
    key: UnitKey,
    { graph }: KnownSystem,
    subject: Case,
    unit: StoredUnit | undefined,
  ): Promise<void> {
    const all = (outcome: OutcomeRow['outcome']): void => {
      for (const { last } of graph.instruments)
        this.#rows.push(...uniformRows(key, last.scorer, subject, outcome))
    }
    if (subject.skip !== undefined) return all({ status: 'skipped', reason: subject.skip })
    // Not reached when the run was stopped: there are no outcomes either.
    if (unit === undefined) return
    const parse = graph.systemStages.find(({ name }) => name === 'parse')
    if (parse !== undefined) await this.#compare(parse, subject, unit, 'parsed')
    const failed = [...unit.references.values()].find(
      ({ instrument, failure }) => instrument === '' && failure !== null,
    )
    if (failed?.failure != null) return all({ status: 'failed', stage: failed.stage, ...failed.failure })
    for (const chain of graph.instruments) await this.#instrument(key, chain, subject, unit)
  }

  async #instrument(
    key: UnitKey,
    { before, last }: InstrumentChain,
    subject: Case,
    unit: StoredUnit,
  ): Promise<void> {
    if (subject.gold === null) {
      this.#rows.push(
        ...uniformRows(key, last.scorer, subject, { status: 'unscored', reason: 'no-reference' }),
      )
      return
    }
    const failed = before
      .map((stage) => unit.references.get(nameOf(stage)))
      .find((one) => one !== undefined && one.failure !== null)
    if (failed?.failure != null) {
      this.#rows.push(
        ...uniformRows(key, last.scorer, subject, {
          status: 'failed',
          stage: failed.stage,
          ...failed.failure,
        }),
      )
      return
    }
    // Without its needs it was never measured: stored outcomes of it are found to have no source.
    if (!hasNeeds(unit, last) || !unit.references.has(nameOf(last))) return
    const output = await this.#compare(last, subject, unit, 'scored')
    if (output === undefined) return
    if ('failure' in output)
      this.#rows.push(
        ...uniformRows(key, last.scorer, subject, { status: 'failed', stage: last.name, ...output.failure }),
      )
    else this.#rows.push(...scoredRows(key, last.scorer, subject, scoreResultSchema.parse(output.output)))
  }

  /** Runs a stage again and puts what it gives beside what is stored. */
  async #compare(
    stage: SortedGraph['systemStages'][number] | InstrumentStage,
    subject: Case,
    unit: StoredUnit,
    count: 'parsed' | 'scored',
  ): Promise<Awaited<ReturnType<typeof runAgain>> | undefined> {
    const reference = unit.references.get(nameOf(stage))
    if (reference === undefined || !hasNeeds(unit, stage)) return undefined
    const again = await runAgain(stage, subject, unit, this.#run.spec.fresh)
    this.counts[count] += 1
    const stored: Json | undefined =
      reference.failure === null
        ? unit.results.get(reference.fingerprint)?.output
        : { failure: cutMessage(reference.failure) }
    const fresh: Json = 'failure' in again ? { failure: cutMessage(again.failure) } : again.output
    const found = firstDifference(stored, fresh)
    if (found !== null)
      this.#differ(
        reference,
        `output of ${stage.name}${found.field === '' ? '' : `: ${found.field}`}`,
        found.stored,
        found.recomputed,
      )
    return again
  }

  #differ(
    reference: ResultReference,
    field: string,
    stored: Json | undefined,
    recomputed: Json | undefined,
  ): void {
    this.#tell({
      file: 'references.jsonl',
      line: null,
      id: referenceId(reference),
      field,
      stored,
      recomputed,
    })
  }
}

/** Which reference is meant, in words; `referenceLine` finds it by them. */
export function referenceId(
  reference: Omit<ResultReference, 'run' | 'fingerprint' | 'failure' | 'reused'>,
): string {
  const { track, system, repeat, attempt, stage, instrument } = reference
  return [
    track,
    system,
    reference.case,
    ...(repeat === 0 ? [] : [`repeat ${repeat}`]),
    ...(attempt === 1 ? [] : [`attempt ${attempt}`]),
    stage,
    ...(instrument === '' ? [] : [instrument]),
  ].join(' ')
}

function cutMessage({ reason, by, message }: StageFailure): JsonObject {
  return { reason, by, message: cut(message) }
}

function stagesOf({ systemStages, instruments }: SortedGraph) {
  return [...systemStages, ...instruments.flatMap(({ before, last }) => [...before, last])]
}

/** Instruments of a system that were computed again, as outcomes name them. */
export function recomputedKeys({ graph }: KnownSystem): ReadonlySet<string> {
  return new Set(graph.instruments.map(({ last }) => instrumentKey(last.scorer)))
}
