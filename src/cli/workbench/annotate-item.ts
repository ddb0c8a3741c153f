import type { AnnotationEntry, PinnedItem } from '../../core/annotation.ts'
import type { ViewBlock, ViewItem } from '../../core/case-view.ts'
import { z } from 'zod'
import { standingOf } from '../../annotation/standing.ts'
import { findTrack } from '../../registry/benchmarks.ts'
import type { AnnotationItem, LogEntry } from '../../server/schemas/annotate.ts'
import { verdictSchema, type ItemView } from '../../server/schemas/cases.ts'
import { EvidencePlaces, laidOut } from './laid-out.ts'

type Content = Pick<
  AnnotationItem,
  'blocks' | 'gold' | 'suggestions' | 'fields' | 'verdicts' | 'hidden' | 'taxonomy'
>

const nothing = { gold: [], suggestions: [], fields: [], verdicts: [], hidden: false, taxonomy: [] }

/**
 * What a person is sent of an item: never what others say of it. Of a blind judge review neither verdict nor score,
 * until this person is done with it.
 */
export function contentView({ content, language }: PinnedItem, isHidden: boolean): Content {
  const places = new EvidencePlaces(content.blocks)
  const blocks = laidOut(content.blocks, language, places)
  switch (content.kind) {
    case 'memories':
      return {
        ...nothing,
        blocks,
        gold: itemViews(content.gold, language, places),
        suggestions: content.suggestions.map(({ by, items }) => ({
          by,
          items: itemViews(items, language, places),
        })),
        taxonomy: taxonomyOf(content.track),
      }
    case 'judge':
      return {
        ...nothing,
        blocks,
        fields: content.fields.map(({ scale, judged, ...field }) => ({
          ...field,
          binary: scale === 'binary',
          judged: isHidden ? null : judged,
        })),
        verdicts: isHidden ? [] : z.array(verdictSchema).parse(content.verdict),
        hidden: isHidden,
      }
    case 'causes':
      return { ...nothing, blocks }
  }
}

/**
 * Under a blind project suggestions carry no names of models: whose they are may not sway anybody. The letters are the
 * same in all items; whose they are stands in the project's source, in the same order.
 */
export function nameless(content: Content): Content {
  return {
    ...content,
    suggestions: content.suggestions.map(({ items }, place) => {
      const letter = String.fromCodePoint(65 + (place % 26))
      return {
        by: `Suggestion ${letter}`,
        items: items.map((item, at) => ({ ...item, key: `${letter}${at}` })),
      }
    }),
  }
}

function itemViews(items: readonly ViewItem[], language: string | null, places: EvidencePlaces): ItemView[] {
  const block: ViewBlock = { kind: 'items', name: 'items', title: '', items }
  return laidOut([block], language, places).flatMap((one) => (one.kind === 'items' ? one.items : []))
}

function taxonomyOf(track: string): AnnotationItem['taxonomy'] {
  const groups = findTrack(track)?.verification?.taxonomy ?? []
  return groups.map(({ group, labels }) => ({ group, labels: [...labels] }))
}

export function logEntry({ seq, at, item, annotator, act, state, body }: AnnotationEntry): LogEntry {
  return { seq, at, item, annotator, act, state, body }
}

/** A person's own part: where it stands, and everything that was said before, newest first. */
export function ownPart(
  own: readonly AnnotationEntry[],
): Pick<AnnotationItem, 'mine' | 'history' | 'undoable'> {
  const { seq, state, body, depth } = standingOf(own)
  return {
    mine: seq === null ? null : { seq, state, body },
    undoable: depth > 0,
    history: own.toReversed().map(logEntry),
  }
}
