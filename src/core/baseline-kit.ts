import { Fault } from './fault.ts'
import { hashJson } from './hash.ts'
import type { Case } from './case.ts'
import type { Json } from './json.ts'
import type { Response, SystemKind } from './system.ts'
import type { BaselineDefinition } from './track.ts'

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
