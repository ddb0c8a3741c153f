import type { AlignmentView, BlockView, ItemView } from '../../../../src/server/api-types.ts'

/** Items of a block by name; empty where there is none. */
export function itemsOf(blocks: readonly BlockView[], name: string): readonly ItemView[] {
  const found = blocks.find((block) => block.name === name)
  return found?.kind === 'items' ? found.items : []
}

/** Two items that an instrument took for the same. */
export interface AlignedPair {
  readonly gold: ItemView
  readonly predicted: ItemView
  readonly pair: AlignmentView['pairs'][number]
}

/** Gold and prediction: pairs in the order of the gold, and what has no partner on either side. */
export interface AlignedItems {
  readonly pairs: readonly AlignedPair[]
  readonly missing: readonly ItemView[]
  readonly extra: readonly ItemView[]
}

/** Puts partners together, so that no line of a pair crosses another. */
export function alignedItems(
  gold: readonly ItemView[],
  predicted: readonly ItemView[],
  alignment: AlignmentView,
): AlignedItems {
  const pairOf = new Map(alignment.pairs.map((pair) => [pair.gold, pair]))
  const byKey = new Map(predicted.map((item) => [item.key, item]))
  const pairs = gold.flatMap((item): AlignedPair[] => {
    const pair = pairOf.get(item.key)
    const partner = pair === undefined ? undefined : byKey.get(pair.predicted)
    return pair === undefined || partner === undefined ? [] : [{ gold: item, predicted: partner, pair }]
  })
  const taken = new Set(pairs.flatMap(({ gold: g, predicted: p }) => [g, p]))
  return {
    pairs,
    missing: gold.filter((item) => !taken.has(item)),
    extra: predicted.filter((item) => !taken.has(item)),
  }
}

/** How thick the line of a pair is: 1 to 6 pixels for 0 to 1. */
export function weightOf(score: number): number {
  return 1 + 5 * Math.min(1, Math.max(0, score))
}
