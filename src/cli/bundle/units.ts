import type { Case } from '../../core/case.ts'
import { Fault } from '../../core/fault.ts'
import type { Json } from '../../core/json.ts'
import { scoreResultJson } from '../../core/score-result.ts'
import type { InstrumentStage, Stage, SystemStage } from '../../core/stage.ts'
import type { ResultReference, StageFailure, StageResult, Store } from '../../core/store.ts'
import { fingerprint } from '../../engine/fingerprint.ts'
import { foldOf } from '../../engine/execute.ts'

/** One attempt at one case by one system, as the store has it. */
export interface StoredUnit {
  readonly repeat: number
  readonly attempt: number
  /** True for the attempt whose outcomes count. */
  readonly isLast: boolean
  /** By `stageName`. */
  readonly references: ReadonlyMap<string, ResultReference>
  /** By fingerprint. */
  readonly results: ReadonlyMap<string, StageResult>
}

/** A stage's name in a unit: of a system's stages alone, of an instrument's with the instrument. */
export function stageName(stage: string, instrument: string): string {
  return instrument === '' ? stage : `${stage} of ${instrument}`
}

export function nameOf(stage: Stage): string {
  return stageName(stage.name, stage.kind === 'system' ? '' : stage.instrument)
}

/** The attempts of a system at a case, in order. */
export async function unitsOf(
  store: Store,
  run: string,
  track: string,
  system: string,
  id: string,
): Promise<StoredUnit[]> {
  const groups = new Map<
    string,
    { repeat: number; attempt: number; references: Map<string, ResultReference> }
  >()
  const prints: string[] = []
  for await (const reference of store.references(run, { track, system, case: id })) {
    const { repeat, attempt, stage, instrument } = reference
    const key = `${repeat} ${attempt}`
    const group = groups.get(key) ?? { repeat, attempt, references: new Map<string, ResultReference>() }
    group.references.set(stageName(stage, instrument), reference)
    groups.set(key, group)
    if (reference.failure === null) prints.push(reference.fingerprint)
  }
  const results = await store.lookup(prints)
  const all = [...groups.values()]
  return all.map((group) => ({
    ...group,
    isLast: !all.some(({ repeat, attempt }) => repeat === group.repeat && attempt > group.attempt),
    results,
  }))
}

/** The result of a stage that another one needs: of its own instrument, or else of the system. */
export function needed(unit: StoredUnit, stage: Stage, need: string): StageResult | undefined {
  const own = stage.kind === 'system' ? undefined : unit.references.get(stageName(need, stage.instrument))
  const reference = own ?? unit.references.get(need)
  return reference === undefined ? undefined : unit.results.get(reference.fingerprint)
}

/** Whether everything that a stage needs is there. */
export function hasNeeds(unit: StoredUnit, stage: Stage): boolean {
  return stage.needs.every((need) => needed(unit, stage, need) !== undefined)
}

/** The fingerprints that a stage may have; several of a judge that was asked anew. The first is the usual one. */
export function possiblePrints(
  stage: Stage,
  subject: Case,
  unit: StoredUnit,
  fresh: string | null,
): string[] {
  const inputs: Record<string, string> = {}
  for (const need of stage.needs) inputs[need] = needed(unit, stage, need)?.outputHash ?? ''
  const askings = stage.kind === 'judge' ? unit.attempt : 1
  return Array.from({ length: askings }, (_, index) =>
    fingerprint(stage, subject, foldOf(subject), inputs, { repeat: unit.repeat, fresh, asking: index + 1 }),
  )
}

/** Runs a stage that asks nobody: a parser, or the last one of an instrument. */
export async function runAgain(
  stage: SystemStage | InstrumentStage,
  subject: Case,
  unit: StoredUnit,
  fresh: string | null,
): Promise<{ readonly output: Json } | { readonly failure: StageFailure }> {
  const upstream: Record<string, Json> = {}
  for (const need of stage.needs) {
    const result = needed(unit, stage, need)
    if (result !== undefined) upstream[need] = result.output
  }
  const { repeat, attempt } = unit
  const context = { repeat, fresh, attempt, signal: new AbortController().signal }
  const input = { subject, fold: foldOf(subject), upstream, context }
  try {
    if (stage.kind === 'system') return { output: await stage.run(input) }
    return { output: scoreResultJson(await stage.run(input)) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return error instanceof Fault
      ? { failure: { reason: error.reason, by: error.by, message } }
      : { failure: { reason: 'internal', by: 'infrastructure', message } }
  }
}
