import { InputError, type Place } from '../../../core/errors.ts'
import { hashJson } from '../../../core/hash.ts'
import type { InstanceType } from '../shapes.ts'
import { instanceId, messageCount, type Instance } from './instance-shape.ts'

/** A prior session without its words: equal hashes are equal dialogues. */
export interface SessionFacts {
  readonly factor: string
  readonly preference: string
  readonly dialogue: string
}

/** What siblings need to know of each other. */
export interface InstanceFacts {
  readonly id: string
  readonly persona: string
  readonly type: InstanceType
  readonly place: Place
  /** Hash of the request. */
  readonly request: string
  readonly factor: string
  readonly preference: string
  readonly checklist: readonly string[]
  readonly sessions: readonly SessionFacts[]
  readonly messages: number
}

function factsOf(instance: Instance, place: Place): InstanceFacts {
  return {
    id: instanceId(instance),
    persona: instance.persona_id,
    type: instance.instance_type,
    place,
    request: hashJson(instance.current_request),
    factor: instance.current_context_factor,
    preference: instance.current_contextual_preference,
    checklist: instance.current_checklist,
    sessions: instance.prior_interactions.map(({ context_factor, contextual_preference, dialogue }) => ({
      factor: context_factor,
      preference: contextual_preference,
      dialogue: hashJson(dialogue),
    })),
    messages: messageCount(instance),
  }
}

export type Siblings = ReadonlyMap<InstanceType, InstanceFacts>

/** The instances of every persona, without their words. */
export class PersonaIndex {
  readonly #personas = new Map<string, Map<InstanceType, InstanceFacts>>()
  #size = 0

  /**
   * @throws InputError `duplicate-key` when the persona has an instance of this type already: with the persona
   * alone as key, as the authors' code has it, two of three would be lost (spec D1)
   */
  add(instance: Instance, place: Place): InstanceFacts {
    const facts = factsOf(instance, place)
    const siblings = this.#personas.get(facts.persona) ?? new Map<InstanceType, InstanceFacts>()
    this.#personas.set(facts.persona, siblings)
    const first = siblings.get(facts.type)
    if (first !== undefined) {
      const { file, line, row } = first.place
      const where = [file, line, row === undefined ? undefined : `row ${row}`].filter(
        (part) => part !== undefined,
      )
      throw new InputError(
        'duplicate-key',
        `persona and type come more than once; first in ${where.join(':')}`,
        { ...place, field: 'instance_type' },
        'a persona has one instance of each type; take the others out or give them a persona of their own',
      )
    }
    siblings.set(facts.type, facts)
    this.#size += 1
    return facts
  }

  siblings(persona: string): Siblings {
    return this.#personas.get(persona) ?? new Map()
  }

  /** All personas in the order of the data. */
  get personas(): ReadonlyMap<string, Siblings> {
    return this.#personas
  }

  /** Number of instances. */
  get size(): number {
    return this.#size
  }
}
