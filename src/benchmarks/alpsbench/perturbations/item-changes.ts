import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { Perturbation, PlantCase, PlantPlace } from '../../../core/perturbation.ts'
import { taxonomy } from '../data/taxonomy.ts'
import { predictedItems, textField } from '../scoring/memory-lists.ts'
import { invented } from './invented.ts'
import type { Rewording, Rewordings } from '../../../io/rewordings.ts'
import { shuffled } from './shuffled.ts'
import { strangersItem } from './strangers.ts'

type Concerns = Perturbation['concerns']

interface ItemChange {
  readonly id: string
  readonly description: string
  /** Default true. */
  readonly harmful?: boolean
  readonly concerns: Concerns
  /** Whether the change can be made at this item; everywhere when absent. */
  readonly suits?: (item: JsonObject, at: number, subject: PlantCase) => boolean
  /** What stands in place of the item. */
  readonly replace: (item: JsonObject, place: PlantPlace, subject: PlantCase) => readonly JsonObject[]
}

/** A change of single items of a predicted list. */
export function itemChange({ suits, replace, harmful = true, ...facts }: ItemChange): Perturbation {
  return {
    ...facts,
    harmful,
    places: (subject) =>
      predictedItems(subject.prediction).flatMap((item, at) =>
        suits === undefined || suits(item, at, subject) ? [at] : [],
      ),
    plant(subject, chosen) {
      const places = new Map(chosen.map((place) => [place.at, place]))
      return withItems(
        subject.prediction,
        predictedItems(subject.prediction).flatMap((item, at) => {
          const place = places.get(at)
          return place === undefined ? [item] : replace(item, place, subject)
        }),
      )
    },
  }
}

function withItems(prediction: Json, items: readonly JsonObject[]): Json {
  return { ...(isJsonObject(prediction) ? prediction : {}), memory_items: items }
}

export function dropped(concerns: Concerns): Perturbation {
  return itemChange({ id: 'drop', description: 'the memory is left out', concerns, replace: () => [] })
}

export function hallucinated(concerns: Concerns): Perturbation {
  return itemChange({
    id: 'hallucinate',
    description: 'a memory that nobody told stands beside it',
    concerns,
    replace: (item, place) => [
      item,
      {
        memory_id: `invented_${place.at}`,
        confidence: 0.9,
        evidence_text: '',
        ...invented[place.draw(invented.length)],
      },
    ],
  })
}

export function drifted(concerns: Concerns): Perturbation {
  return itemChange({
    id: 'drift',
    description:
      "its text is another user's, where possible of the same label; label, type and confidence stay",
    concerns,
    replace(item, place, subject) {
      const other = strangersItem(item, subject, place, true)
      return [other === null ? item : { ...item, value: textField(other, 'value') }]
    },
  })
}

export function wrongLabelled(concerns: Concerns): Perturbation {
  return itemChange({
    id: 'wrong-label',
    description: 'its label is one of another category',
    concerns,
    replace(item, place) {
      const category = textField(item, 'label').split('/')[0]
      const others = [...taxonomy].filter((label) => label.split('/')[0] !== category)
      return [{ ...item, label: others[place.draw(others.length)] ?? 'UNMAPPED' }]
    },
  })
}

export function wrongTyped(concerns: Concerns): Perturbation {
  return itemChange({
    id: 'wrong-type',
    description: 'direct is called indirect, and the other way round',
    concerns,
    replace: (item) => [{ ...item, type: item['type'] === 'direct' ? 'indirect' : 'direct' }],
  })
}

export function wrongUsers(concerns: Concerns): Perturbation {
  return itemChange({
    id: 'wrong-user',
    description: "another user's memory stands in its place",
    concerns,
    replace: (item, place, subject) => [strangersItem(item, subject, place, false) ?? item],
  })
}

/** The three changes that are written by hand; they can be made at the memories of the sample. */
export function reworded(
  rewordings: Rewordings,
  concerns: { readonly changed: Concerns; readonly translated: Concerns },
): Perturbation[] {
  const change = (
    facts: Pick<ItemChange, 'id' | 'description' | 'harmful' | 'concerns'>,
    field: keyof Rewording,
  ): Perturbation =>
    itemChange({
      ...facts,
      suits: (item) => rewordings.has(textField(item, 'value')),
      replace: (item) => [{ ...item, value: rewordings.get(textField(item, 'value'))?.[field] ?? '' }],
    })
  return [
    change(
      { id: 'detail', description: 'one detail of its text is false', concerns: concerns.changed },
      'changed',
    ),
    change(
      {
        id: 'wrong-language',
        description: 'it is told in another language',
        concerns: concerns.translated,
      },
      'translated',
    ),
    change(
      {
        id: 'paraphrase',
        description: 'it is told in other words',
        harmful: false,
        concerns: 'all',
      },
      'paraphrase',
    ),
  ]
}

/** The place is the case: its list in another order. */
export const reordered: Perturbation = {
  id: 'reorder',
  description: 'the list is in another order',
  harmful: false,
  concerns: 'all',
  places: ({ prediction }) => (predictedItems(prediction).length > 1 ? [0] : []),
  plant: (subject, [place]) =>
    place === undefined
      ? subject.prediction
      : withItems(subject.prediction, shuffled(predictedItems(subject.prediction), place)),
}
