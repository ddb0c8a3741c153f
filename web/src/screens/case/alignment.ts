import type { AlignmentView, BlockView, ItemView } from '../../../../src/server/api-types.ts'

export type ItemsBlock = Extract<BlockView, { kind: 'items' }>

/** Items of a block by name; empty where there is none. */
export function itemsOf(blocks: readonly BlockView[], name: string): readonly ItemView[] {
  const found = blocks.find((block) => block.name === name)
  return found?.kind === 'items' ? found.items : []
}

/** Gold and prediction in rows: pairs side by side in the order of the gold, what is missing, then what is extra. */
export interface AlignedRow {
  readonly gold: ItemView | null
  readonly predicted: ItemView | null
  readonly pair: AlignmentView['pairs'][number] | null
}

/** Puts partners on one line, so that no line of a pair crosses another. */
export function alignedRows(
  gold: readonly ItemView[],
  predicted: readonly ItemView[],
  alignment: AlignmentView | null,
): AlignedRow[] {
  if (alignment === null) {
    const length = Math.max(gold.length, predicted.length)
    return Array.from({ length }, (_, at) => ({
      gold: gold[at] ?? null,
      predicted: predicted[at] ?? null,
      pair: null,
    }))
  }
  const pairOf = new Map(alignment.pairs.map((pair) => [pair.gold, pair]))
  const byKey = new Map(predicted.map((item) => [item.key, item]))
  const taken = new Set(alignment.pairs.map((pair) => pair.predicted))
  return [
    ...gold.map((item): AlignedRow => {
      const pair = pairOf.get(item.key) ?? null
      return { gold: item, predicted: pair === null ? null : (byKey.get(pair.predicted) ?? null), pair }
    }),
    ...predicted
      .filter(({ key }) => !taken.has(key))
      .map((item): AlignedRow => ({ gold: null, predicted: item, pair: null })),
  ]
}

/** How thick the line of a pair is: 1 to 6 pixels for 0 to 1. */
export function weightOf(score: number): number {
  return 1 + 5 * Math.min(1, Math.max(0, score))
}
