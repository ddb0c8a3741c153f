import { Fault } from '../../core/fault.ts'
import { hashJson, sha256 } from '../../core/hash.ts'
import type { Case } from '../../core/case.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import type { Response, SystemKind } from '../../core/system.ts'
import type { BaselineDefinition } from '../../core/track.ts'

interface Described {
  readonly id: string
  readonly description: string
  /** Default true: runs with every run of the track. */
  readonly standard?: boolean
}

interface Blind extends Described {
  readonly kind?: Exclude<SystemKind, 'privileged'>
  /** Learns from cases that are not scored. */
  fit?(cases: AsyncIterable<Case>, seed: number): Promise<Json>
  /** `state` is what `fit` learnt for the case's fold; null without `fit`. */
  predict(seen: { input: Json; id: string; seed: number; state: Json }): Json
}

/** A baseline that answers with a prediction in the contract's form; input-blind unless it says otherwise. */
export function blindBaseline(definition: Blind): BaselineDefinition {
  const { id, kind = 'input-blind', description, standard = true } = definition
  const fitted = definition.fit !== undefined
  return {
    id,
    kind,
    description,
    standard,
    ...(definition.fit === undefined ? {} : { fit: definition.fit.bind(definition) }),
    create: ({ seed, states }) => ({
      id,
      kind,
      access: 'baseline',
      identity: { baseline: id, version: '1', seed, states: hashJson([...states]) },
      external: false,
      async respond(seen): Promise<Response> {
        const state = fitted ? states[seen.fold] : null
        if (state === undefined) {
          throw new Fault('internal', 'infrastructure', `${id} was not fitted for fold ${seen.fold}`)
        }
        return {
          form: 'contract',
          value: definition.predict({ input: seen.input, id: seen.id, seed, state }),
        }
      },
    }),
  }
}

interface Privileged extends Described {
  predict(seen: { input: Json; gold: Json }): Json
}

/** A baseline that reads the gold: a ceiling or a diagnosis, never ranked. */
export function privilegedBaseline(definition: Privileged): BaselineDefinition {
  const { id, description, standard = true } = definition
  return {
    id,
    kind: 'privileged',
    description,
    standard,
    create: () => ({
      id,
      kind: 'privileged',
      access: 'gold',
      identity: { baseline: id, version: '1' },
      external: false,
      async predictPrivileged(seen): Promise<Response> {
        return { form: 'contract', value: definition.predict(seen) }
      },
    }),
  }
}

/** Sessions whose memories are kept for `other-user` baselines. */
const RESERVOIR = 400

/**
 * Memories of at most 400 sessions, drawn by a hash of seed and id: the same sample whatever the order of the
 * cases. Each memory keeps what a predicted item needs.
 */
export async function reservoirOfMemories(
  cases: AsyncIterable<Case>,
  seed: number,
  memoriesOf: (subject: Case) => readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  let kept: { key: string; memories: readonly JsonObject[] }[] = []
  const best = () => kept.toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, RESERVOIR)
  for await (const subject of cases) {
    const memories = memoriesOf(subject).map(({ type, label, value, confidence }) => ({
      type: type ?? null,
      label: label ?? null,
      value: value ?? null,
      confidence: confidence ?? null,
    }))
    if (memories.length > 0) kept.push({ key: sha256(`${seed}/${subject.id}`), memories })
    if (kept.length >= 2 * RESERVOIR) kept = best()
  }
  return best().flatMap(({ memories }) => memories)
}
