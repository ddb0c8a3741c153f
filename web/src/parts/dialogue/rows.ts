import type { BlockView, TurnView } from '../../../../src/server/api-types.ts'
import { chunksOf, type Chunk } from './chunks.ts'
import type { Mark } from './marks.ts'

export type DialogueBlock = Extract<BlockView, { kind: 'dialogue' }>

/** A row of a dialogue on the screen: a title, a part of a turn, or what stands for the folded rest of it. */
export type DialogueRow =
  | { readonly kind: 'title'; readonly key: string; readonly block: DialogueBlock }
  | {
      readonly kind: 'chunk'
      readonly key: string
      readonly block: string
      readonly turn: number
      readonly of: number
      readonly view: TurnView
      readonly chunk: Chunk
      readonly isFirst: boolean
      readonly isLast: boolean
    }
  | {
      readonly kind: 'fold'
      readonly key: string
      readonly block: string
      readonly turn: number
      readonly view: TurnView
      /** Characters that are not shown. */
      readonly hidden: number
    }

/** Chunks of a turn that are shown before it is folded. */
const OPEN_CHUNKS = 2

/** A turn's key for what is unfolded. */
export function turnKey(block: string, turn: number): string {
  return `${turn} ${block}`
}

/** Rows of dialogues, in order. Long turns are folded unless they are in `open`. */
export function dialogueRows(blocks: readonly DialogueBlock[], open: ReadonlySet<string>): DialogueRow[] {
  const rows: DialogueRow[] = []
  const withTitles = blocks.length > 1
  for (const block of blocks) {
    if (withTitles) rows.push({ kind: 'title', key: `title ${block.name}`, block })
    for (const [turn, view] of block.turns.entries()) {
      const chunks = chunksOf(view.text)
      const isFolded = chunks.length > OPEN_CHUNKS + 1 && !open.has(turnKey(block.name, turn))
      const shown = isFolded ? chunks.slice(0, OPEN_CHUNKS) : chunks
      for (const [at, chunk] of shown.entries())
        rows.push({
          kind: 'chunk',
          key: `${turnKey(block.name, turn)} ${chunk.start}`,
          block: block.name,
          turn,
          of: block.turns.length,
          view,
          chunk,
          isFirst: at === 0,
          isLast: !isFolded && at === shown.length - 1,
        })
      if (isFolded) {
        const hidden = view.text.length - (chunks[OPEN_CHUNKS]?.start ?? view.text.length)
        rows.push({
          kind: 'fold',
          key: `fold ${turnKey(block.name, turn)}`,
          block: block.name,
          turn,
          view,
          hidden,
        })
      }
    }
  }
  return rows
}

/** The row in which a mark begins, or the fold that hides it; -1 where there is none. */
export function rowOfMark(
  rows: readonly DialogueRow[],
  mark: Pick<Mark, 'block' | 'turn' | 'start'>,
): number {
  let fold = -1
  for (const [at, row] of rows.entries()) {
    if (row.kind === 'title' || row.block !== mark.block || row.turn !== mark.turn) continue
    if (row.kind === 'fold') fold = at
    else if (
      mark.start >= row.chunk.start &&
      mark.start < row.chunk.start + Math.max(1, row.chunk.text.length)
    )
      return at
  }
  return fold
}
