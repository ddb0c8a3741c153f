import type { Case } from '../../core/case.ts'
import { tagValues } from '../../core/case.ts'
import type { ViewBlock, ViewItem } from '../../core/case-view.ts'
import { directionOf, languageTag } from '../../reports/html/direction.ts'
import type { BlockView, ItemView, SpanView, TurnView } from '../../server/schemas/cases.ts'
import { PassageFinder } from '../../text/find-passage.ts'

/** Items of one list whose evidence is looked for; of candidates by the thousand nobody asks. */
const MOST_SEARCHED = 200

/** Where evidence is looked for: the turns of all dialogues of a case, in order. */
export class EvidencePlaces {
  readonly #places: readonly { readonly block: string; readonly turn: number }[]
  readonly #finder: PassageFinder

  constructor(blocks: readonly ViewBlock[]) {
    const turns = blocks.flatMap((block) =>
      block.kind === 'dialogue'
        ? block.turns.map(({ text }, turn) => ({ block: block.name, turn, text }))
        : [],
    )
    this.#places = turns
    this.#finder = new PassageFinder(turns.map(({ text }) => text))
  }

  find(passage: string): SpanView | null {
    const found = this.#finder.find(passage)
    const place = found === null ? undefined : this.#places[found.text]
    if (found === null || place === undefined) return null
    const { start, end, similarity } = found
    return { block: place.block, turn: place.turn, start, end, similarity }
  }
}

/** The language that the data gives for a case. */
export function languageOf({ tags }: Pick<Case, 'tags'>): string | null {
  return tagValues(tags, 'language')[0] ?? null
}

function roleOf(role: string): TurnView['role'] {
  return role === 'user' || role === 'assistant' || role === 'system' ? role : 'other'
}

/** A text with what a browser must know to show it. */
export function turnView(role: string, text: string, language: string | null): TurnView {
  return { role: roleOf(role), text, lang: languageTag(language, text) ?? null, dir: directionOf(text) }
}

function itemView(item: ViewItem, language: string | null, places: EvidencePlaces | null): ItemView {
  return {
    key: item.key,
    id: item.id,
    text: item.text,
    lang: languageTag(language, item.text) ?? null,
    dir: directionOf(item.text),
    label: item.label,
    type: item.type,
    confidence: item.confidence,
    evidence: [...item.evidence],
    spans: places === null ? [] : item.evidence.flatMap((passage) => places.find(passage) ?? []),
    marks: [...item.marks],
  }
}

/** Blocks as the API hands them out: with languages, directions, and the places of evidence. */
export function laidOut(
  blocks: readonly ViewBlock[],
  language: string | null,
  places: EvidencePlaces,
): BlockView[] {
  return blocks.map((block): BlockView => {
    const { name, title } = block
    switch (block.kind) {
      case 'dialogue':
        return {
          kind: 'dialogue',
          name,
          title,
          turns: block.turns.map(({ role, text }) => turnView(role, text, language)),
        }
      case 'items': {
        const searched = block.items.length > MOST_SEARCHED ? null : places
        return {
          kind: 'items',
          name,
          title,
          items: block.items.map((item) => itemView(item, language, searched)),
        }
      }
      case 'text':
        return { kind: 'text', name, title, text: turnView('other', block.text, language) }
      case 'json':
        return { kind: 'json', name, title, json: block.json }
    }
  })
}
