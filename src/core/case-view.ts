import type { Case } from './case.ts'
import { isJsonObject, type Json } from './json.ts'

/** A turn of a dialogue. `role` is `user`, `assistant` or a word of the data. Texts are hostile. */
export interface ViewTurn {
  readonly role: string
  readonly text: string
}

/** A memory, candidate, preference or checklist entry as a person reads it. */
export interface ViewItem {
  /** Unique in its list, such as `g0`. */
  readonly key: string
  readonly id: string | null
  readonly text: string
  readonly label: string | null
  readonly type: string | null
  readonly confidence: number | null
  /** Passages that are said to show it. */
  readonly evidence: readonly string[]
  /** A word or two each: `target`, `picked`, `rank 3`. */
  readonly marks: readonly string[]
}

/** A part of a case or a prediction. `name` is unique in its case, so that items can point at dialogues. */
export type ViewBlock =
  | {
      readonly kind: 'dialogue'
      readonly name: string
      readonly title: string
      readonly turns: readonly ViewTurn[]
    }
  | {
      readonly kind: 'items'
      readonly name: string
      readonly title: string
      readonly items: readonly ViewItem[]
    }
  | { readonly kind: 'text'; readonly name: string; readonly title: string; readonly text: string }
  | { readonly kind: 'json'; readonly name: string; readonly title: string; readonly json: Json }

/** Two items that an instrument takes for the same. */
export interface ViewPair {
  readonly gold: string
  readonly predicted: string
  readonly score: number
  readonly parts: readonly { readonly name: string; readonly value: number | null }[]
}

/** How an instrument paired a list of the gold with one of the prediction; keys of items. */
export interface ViewAlignment {
  /** Names of the blocks. */
  readonly gold: string
  readonly predicted: string
  readonly pairs: readonly ViewPair[]
  readonly missing: readonly string[]
  readonly extra: readonly string[]
}

/** How a track's cases and predictions are laid out for people. Nothing here is scored. */
export interface CaseView {
  /** What systems see. */
  input(subject: Case): readonly ViewBlock[]
  /** What happened before that the input rests on; absent: the case's background as it is. */
  background?(subject: Case): readonly ViewBlock[]
  /** What is hidden from systems. */
  gold(subject: Case): readonly ViewBlock[]
  prediction(prediction: Json, subject: Case): readonly ViewBlock[]
  /** Of the detail that an instrument wrote down; null where it pairs nothing. */
  alignment?(
    instrument: string,
    detail: Json,
    subject: Pick<Case, 'gold'>,
    prediction: Json,
  ): ViewAlignment | null
  /** The line by which a person knows the case in a list. */
  title(subject: Case): string
}

/** Array.isArray that narrows readonly JSON lists. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function turnOf(value: Json): ViewTurn | null {
  if (!isJsonObject(value)) return null
  const text = value['text'] ?? value['content']
  return typeof value['role'] === 'string' && typeof text === 'string' ? { role: value['role'], text } : null
}

/** A value by its shape alone: turns are a dialogue, texts a list, a text is one, anything else stays JSON. */
export function blockOf(name: string, title: string, value: Json): ViewBlock {
  if (typeof value === 'string') return { kind: 'text', name, title, text: value }
  if (isList(value) && value.length > 0) {
    const turns = value.flatMap((one) => turnOf(one) ?? [])
    if (turns.length === value.length) return { kind: 'dialogue', name, title, turns }
    if (value.every((one) => typeof one === 'string'))
      return { kind: 'items', name, title, items: textItems(name, value.map(String)) }
  }
  return { kind: 'json', name, title, json: value }
}

/** The fields of an object, each a block. */
export function blocksOf(prefix: string, value: Json): ViewBlock[] {
  if (value === null) return []
  if (!isJsonObject(value)) return [blockOf(prefix, prefix, value)]
  return Object.entries(value).map(([name, field]) =>
    blockOf(`${prefix}.${name}`, name.replaceAll('_', ' '), field),
  )
}

/** Items that are nothing but texts. */
export function textItems(prefix: string, texts: readonly string[]): ViewItem[] {
  return texts.map((text, at) => ({ ...plainItem, key: `${prefix}${at}`, text }))
}

/** What an item has where the data says nothing. */
export const plainItem = {
  id: null,
  label: null,
  type: null,
  confidence: null,
  evidence: [],
  marks: [],
} as const satisfies Partial<ViewItem>

/** For tracks that lay out nothing themselves. */
export const plainView: CaseView = {
  input: ({ input }) => blocksOf('input', input),
  gold: ({ gold }) => blocksOf('gold', gold),
  prediction: (prediction) => blocksOf('prediction', prediction),
  title: ({ input }) => firstText(input) ?? '',
}

/** The first text of a value that is neither a key nor a role. */
function firstText(value: Json): string | null {
  if (typeof value === 'string') return value
  if (isList(value)) {
    for (const one of value) {
      const found = firstText(one)
      if (found !== null) return found
    }
    return null
  }
  if (!isJsonObject(value)) return null
  for (const [name, field] of Object.entries(value)) {
    const found = name === 'role' ? null : firstText(field)
    if (found !== null) return found
  }
  return null
}
