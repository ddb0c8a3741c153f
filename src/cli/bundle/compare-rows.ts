import { firstDifference } from '../../bundle/difference.ts'
import { outcomeRowSchema, promptRowSchema, referenceRowSchema } from '../../bundle/format.ts'
import { readRows, type OpenBundle } from '../../bundle/read-bundle.ts'
import { hashJson } from '../../core/hash.ts'
import { jsonSchema, type Json } from '../../core/json.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import type { KnownRun } from './graphs.ts'
import type { Tell } from './load-bundle.ts'
import { promptRows } from './prompts.ts'
import { recomputedId, recomputedKeys, referenceId } from './recompute.ts'

type Key = readonly (string | number)[]

/** The order of the store: texts by their bytes. */
function order(a: Key, b: Key): number {
  for (const [at, left] of a.entries()) {
    const right = b[at]
    if (left === right || right === undefined) continue
    if (typeof left === 'number' && typeof right === 'number') return left - right
    return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)))
  }
  return 0
}

/**
 * Every stored outcome beside the one that was computed again; both lie in the same order.
 * @returns how many stored ones were left out because nothing was computed for them
 */
export async function compareOutcomes(
  bundle: OpenBundle,
  store: Store,
  known: KnownRun,
  tell: Tell,
): Promise<number> {
  const file = 'outcomes.jsonl'
  const keys = new Map(
    known.tracks.flatMap(({ record, systems }) =>
      systems.map((system) => [JSON.stringify([record.track, system.id]), recomputedKeys(system)] as const),
    ),
  )
  const fresh = store.outcomes(recomputedId(bundle.manifest.run.id), {})[Symbol.asyncIterator]()
  let next = await fresh.next()
  let left = 0
  const idOf = (key: Key): string => key.join(' ')
  for await (const { line, row } of readRows(bundle, file, outcomeRowSchema)) {
    if (keys.get(JSON.stringify([row.track, row.system]))?.has(row.instrument) !== true) {
      left += 1
      continue
    }
    const key: Key = [row.track, row.system, row.case, row.repeat, row.instrument, row.metric]
    while (next.done !== true) {
      const { value } = next
      const other: Key = [value.track, value.system, value.case, value.repeat, value.instrument, value.metric]
      if (order(other, key) >= 0) break
      tell({ file, line, id: idOf(other), field: '', stored: undefined, recomputed: { ...value.outcome } })
      next = await fresh.next()
    }
    const value = next.done === true ? undefined : next.value
    const isSame =
      value !== undefined &&
      order(key, [value.track, value.system, value.case, value.repeat, value.instrument, value.metric]) === 0
    if (!isSame) {
      tell({ file, line, id: idOf(key), field: '', stored: { ...row.outcome }, recomputed: undefined })
      continue
    }
    const parts = ({
      attempt,
      outcome,
      bounds,
    }: Pick<typeof row, 'attempt' | 'outcome' | 'bounds'>): Json => ({
      attempt,
      outcome: { ...outcome },
      bounds: { worst: { ...bounds.worst }, best: { ...bounds.best } },
    })
    const found = firstDifference(parts(row), parts(value))
    if (found !== null) tell({ file, line, id: idOf(key), ...found })
    next = await fresh.next()
  }
  for (; next.done !== true; next = await fresh.next()) {
    const { value } = next
    const id = idOf([value.track, value.system, value.case, value.repeat, value.instrument, value.metric])
    tell({ file, line: null, id, field: '', stored: undefined, recomputed: { ...value.outcome } })
  }
  return left
}

/**
 * Every stored prompt: its words against its hash, and the hash against the prompt that this version would send.
 * @returns how many were made again, and how many could not be
 */
export async function comparePrompts(
  bundle: OpenBundle,
  store: Store,
  run: RunRecord,
  known: KnownRun,
  tell: Tell,
): Promise<{ readonly compared: number; readonly left: number }> {
  const file = 'prompts.jsonl'
  const asking = new Set(
    known.tracks.flatMap(({ record, systems }) =>
      systems.flatMap(({ id, asksModel, graph }) => [
        ...(asksModel ? [JSON.stringify([record.track, id, ''])] : []),
        ...graph.instruments.map(({ last }) => JSON.stringify([record.track, id, last.instrument])),
      ]),
    ),
  )
  const fresh = promptRows(store, run, known)
  let compared = 0
  let left = 0
  for await (const { line, row } of readRows(bundle, file, promptRowSchema)) {
    const { messages, parameters, reply, ...place } = row
    const id = [row.track, row.system, row.case, row.stage, row.instrument].join(' ').trim()
    if (messages !== undefined) {
      const hash = hashJson({ messages, parameters: parameters ?? null, reply: reply ?? null })
      if (hash !== row.prompt) tell({ file, line, id, field: 'prompt', stored: row.prompt, recomputed: hash })
    }
    if (!asking.has(JSON.stringify([row.track, row.system, row.instrument]))) {
      left += 1
      continue
    }
    const next = await fresh.next()
    if (next.done === true) {
      tell({ file, line, id, field: '', stored: row.prompt, recomputed: undefined })
      continue
    }
    compared += 1
    const { messages: _m, parameters: _p, reply: _r, ...again } = next.value
    const found = firstDifference(jsonSchema.parse(place), jsonSchema.parse(again))
    if (found !== null) tell({ file, line, id, ...found })
  }
  for (let next = await fresh.next(); next.done !== true; next = await fresh.next()) {
    const { track, system, stage, instrument, prompt } = next.value
    const id = [track, system, next.value.case, stage, instrument].join(' ').trim()
    tell({ file, line: null, id, field: '', stored: undefined, recomputed: prompt })
  }
  return { compared, left }
}

/** The line of a reference that is named as `referenceId` does; null where there is none. */
export async function referenceLine(bundle: OpenBundle, id: string): Promise<number | null> {
  for await (const { line, row } of readRows(bundle, 'references.jsonl', referenceRowSchema))
    if (referenceId(row) === id) return line
  return null
}
