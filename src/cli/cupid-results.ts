import { z } from 'zod'
import { UsageError } from '../core/errors.ts'
import { knownJson } from '../core/json.ts'
import type { RunRecord } from '../core/run.ts'
import type { ResultReference, Store } from '../core/store.ts'
import type { OwnResult } from '../registry/results-folders.ts'

const goldSchema = z.object({ preference: z.string(), checklist: z.array(z.string()) })
const inputSchema = z.object({ request: z.string() })
const parsedSchema = z.object({
  prediction: z.object({ preference: z.string().exactOptional(), answer: z.string().exactOptional() }),
})
const scores = z.array(z.number()).nullable()
const matchedSchema = z.object({
  detail: z.object({
    inferred_checklist: z.array(z.string()).nullable(),
    inferred_in_gold: scores,
    gold_in_inferred: scores,
  }),
})
const judgedSchema = z.object({
  metrics: z.object({ alignment: z.object({ numerator: z.number(), denominator: z.number() }) }),
  detail: knownJson,
})

/** Instruments whose figures a results folder holds, by the beginning of their keys. */
const MATCH = 'preference-match@'
const ALIGNMENT = 'alignment@'

/**
 * What one system of a CUPID run said and got, by case, of the first repeat and the latest attempt. What was not measured
 * is null, an overflow is one.
 * @throws UsageError for a run of another benchmark
 */
export async function cupidResults(
  store: Store,
  run: RunRecord,
  system: string,
): Promise<ReadonlyMap<string, OwnResult>> {
  if (run.spec.descriptor.benchmark !== 'cupid') {
    throw new UsageError(
      `run ${run.id} is of ${run.spec.descriptor.benchmark}; this layout is CUPID's`,
      'use --form official for the run files of AlpsBench',
    )
  }
  const found = new Map<string, OwnResult>()
  for (const { track } of run.spec.tracks) {
    const stages = await latestStages(store, run.id, track, system)
    for await (const subject of store.cases(run.id, track)) {
      if (subject.skip !== undefined || subject.gold === null) continue
      const gold = goldSchema.parse(subject.gold)
      const { request } = inputSchema.parse(subject.input)
      const before = found.get(subject.id) ?? { gold, inference: null, request, generation: null }
      const own = stages.get(subject.id)
      if (own === undefined) found.set(subject.id, before)
      else {
        const part =
          track === 'cupid/inference'
            ? { inference: await inferenceOf(store, own) }
            : { generation: await generationOf(store, own) }
        found.set(subject.id, { ...before, ...part })
      }
    }
  }
  return found
}

/** Latest references of a case: `respond`, `parse`, and the last stage of the instruments wanted. */
interface CaseStages {
  respond?: ResultReference
  parse?: ResultReference
  score?: ResultReference
}

async function latestStages(
  store: Store,
  run: string,
  track: string,
  system: string,
): Promise<ReadonlyMap<string, CaseStages>> {
  const cases = new Map<string, CaseStages>()
  for await (const reference of store.references(run, { track, system })) {
    if (reference.repeat !== 0) continue
    const stage = stageOf(reference)
    if (stage === null) continue
    const own = cases.get(reference.case) ?? {}
    // Of several judges the first that the store names.
    if (stage === 'score' && own.score !== undefined && own.score.instrument !== reference.instrument)
      continue
    const before = own[stage]
    if (before === undefined || before.attempt < reference.attempt) own[stage] = reference
    cases.set(reference.case, own)
  }
  return cases
}

function stageOf({ stage, instrument }: ResultReference): keyof CaseStages | null {
  if (stage === 'respond' || stage === 'parse') return stage
  const isWanted = instrument.startsWith(MATCH) || instrument.startsWith(ALIGNMENT)
  return stage === 'score' && isWanted ? 'score' : null
}

/** What a stage brought; undefined where it failed or did not run. */
async function outputOf(store: Store, reference: ResultReference | undefined): Promise<unknown> {
  if (reference === undefined || reference.failure !== null) return undefined
  return (await store.lookup([reference.fingerprint])).get(reference.fingerprint)?.output
}

function isOverflow({ respond }: CaseStages): boolean {
  return respond?.failure?.reason === 'context-overflow'
}

async function inferenceOf(store: Store, stages: CaseStages): Promise<OwnResult['inference']> {
  if (isOverflow(stages)) return 'overflow'
  const parsed = parsedSchema.safeParse(await outputOf(store, stages.parse))
  const preference = parsed.data?.prediction.preference
  if (preference === undefined) return null
  const matched = matchedSchema.safeParse(await outputOf(store, stages.score))
  return {
    preference,
    checklist: matched.data?.detail.inferred_checklist ?? null,
    inferredInGold: matched.data?.detail.inferred_in_gold ?? null,
    goldInInferred: matched.data?.detail.gold_in_inferred ?? null,
  }
}

async function generationOf(store: Store, stages: CaseStages): Promise<OwnResult['generation']> {
  if (isOverflow(stages)) return 'overflow'
  const parsed = parsedSchema.safeParse(await outputOf(store, stages.parse))
  const answer = parsed.data?.prediction.answer
  if (answer === undefined) return null
  const judged = judgedSchema.safeParse(await outputOf(store, stages.score))
  if (!judged.success) return { answer, judged: null }
  const { numerator, denominator } = judged.data.metrics.alignment
  return {
    answer,
    judged: { score: numerator / denominator, analysis: JSON.stringify(judged.data.detail) },
  }
}
