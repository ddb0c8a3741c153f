import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { countText, plural } from '../format.ts'
import { Hostile } from '../text.tsx'
import './dialogue.css'
import { segmentsOf, type Mark } from './marks.ts'
import { dialogueRows, rowOfMark, turnKey, type DialogueBlock, type DialogueRow } from './rows.ts'

/** A place to go to; a new object goes there again. */
export interface Target {
  readonly mark: Mark
}

/** Pixels that a row is taken for before it was measured. */
const GUESS = 120

/**
 * Dialogues of any length: rows that are out of sight are not there. Marks are shown in place, with a map of them at
 * the side.
 */
export function Dialogue({
  blocks,
  marks,
  target = null,
  onMark,
  label,
}: {
  readonly blocks: readonly DialogueBlock[]
  readonly marks: readonly Mark[]
  readonly target?: Target | null
  readonly onMark?: (mark: Mark) => void
  readonly label: string
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const scroll = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => dialogueRows(blocks, open), [blocks, open])
  const byTurn = useMemo(() => {
    const found = new Map<string, Mark[]>()
    for (const mark of marks) {
      const key = turnKey(mark.block, mark.turn)
      found.set(key, [...(found.get(key) ?? []), mark])
    }
    return found
  }, [marks])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => guess(rows[at]),
    overscan: 4,
    getItemKey: (at) => rows[at]?.key ?? at,
  })
  const unfold = (block: string, turn: number): void => setOpen(new Set([...open, turnKey(block, turn)]))
  const pending = useRef<Target | null>(null)
  useEffect(() => {
    pending.current = target
  }, [target])
  useEffect(() => {
    const to = pending.current
    if (to === null) return
    const at = rowOfMark(rows, to.mark)
    const row = rows[at]
    if (row === undefined) return
    if (row.kind === 'fold') return unfold(row.block, row.turn)
    pending.current = null
    virtual.scrollToIndex(at, { align: 'center' })
  })
  return (
    <div className="dialogue-frame">
      {/* eslint-disable-next-line no-noninteractive-tabindex -- scrolled by keys */}
      <div className="dialogue" ref={scroll} tabIndex={0} role="group" aria-label={label}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="dialogue-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === 'title' ? (
                  <h3 className="dialogue-title">
                    <Hostile text={row.block.title} />{' '}
                    <span className="dim small">{plural(row.block.turns.length, 'turn')}</span>
                  </h3>
                ) : row.kind === 'fold' ? (
                  <div className={`turn ${row.view.role} last`}>
                    <button type="button" className="plain" onClick={() => unfold(row.block, row.turn)}>
                      Show {countText(row.hidden)} more characters
                    </button>
                  </div>
                ) : (
                  <ChunkRow
                    row={row}
                    marks={byTurn.get(turnKey(row.block, row.turn)) ?? none}
                    current={target?.mark ?? null}
                    onMark={onMark}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
      <Minimap rows={rows} marks={marks} current={target?.mark ?? null} onMark={onMark} />
    </div>
  )
}

const none: readonly Mark[] = []

/** About as high as its text will be: 70 characters a line, 21 pixels each. */
function guess(row: DialogueRow | undefined): number {
  if (row === undefined) return GUESS
  if (row.kind !== 'chunk') return 40
  const lines = Math.ceil(row.chunk.text.length / 70) + row.chunk.text.split('\n').length
  return lines * 21 + (row.isFirst ? 34 : 0)
}

const roles = { user: 'User', assistant: 'Assistant', system: 'System', other: 'Text' } as const

const ChunkRow = memo(function ChunkRow({
  row,
  marks,
  current,
  onMark,
}: {
  readonly row: Extract<DialogueRow, { kind: 'chunk' }>
  readonly marks: readonly Mark[]
  readonly current: Mark | null
  readonly onMark: ((mark: Mark) => void) | undefined
}) {
  const { view, chunk, isFirst, isLast, turn, of } = row
  return (
    <div
      className={`turn ${view.role}${isFirst ? ' first' : ''}${isLast ? ' last' : ''}`}
      data-block={row.block}
      data-turn={turn}
    >
      {isFirst ? (
        <div className="turn-head">
          {roles[view.role]}{' '}
          <span className="dim">
            {turn + 1} of {of}
          </span>
        </div>
      ) : null}
      <div
        className="turn-text hostile"
        dir={view.dir}
        data-start={chunk.start}
        {...(view.lang === null ? {} : { lang: view.lang })}
      >
        {segmentsOf(chunk.text, chunk.start, marks).map((segment, at) => {
          const [first] = segment.marks
          if (first === undefined)
            // eslint-disable-next-line no-array-index-key -- pieces of one text have no other name
            return <Hostile key={at} text={segment.text} />
          const isHit = segment.marks.some(({ kind }) => kind === 'hit')
          const isCurrent = current !== null && segment.marks.includes(current)
          return (
            // eslint-disable-next-line no-array-index-key, no-noninteractive-element-interactions, click-events-have-key-events -- n and p do the same
            <mark
              key={at}
              className={`${isHit ? 'hit' : ''}${isCurrent ? ' current' : ''}`}
              onClick={() => onMark?.(first)}
            >
              <Hostile text={segment.text} />
            </mark>
          )
        })}
      </div>
    </div>
  )
})

/** Where marks are in the whole dialogue. */
function Minimap({
  rows,
  marks,
  current,
  onMark,
}: {
  readonly rows: readonly DialogueRow[]
  readonly marks: readonly Mark[]
  readonly current: Mark | null
  readonly onMark: ((mark: Mark) => void) | undefined
}) {
  const places = useMemo(() => {
    const starts: number[] = []
    let total = 0
    for (const row of rows) {
      starts.push(total)
      total += row.kind === 'chunk' ? row.chunk.text.length + 40 : 40
    }
    return marks.flatMap((mark) => {
      const at = rowOfMark(rows, mark)
      const row = rows[at]
      if (row === undefined) return []
      const inside = row.kind === 'chunk' ? mark.start - row.chunk.start : 0
      return [{ mark, share: ((starts[at] ?? 0) + inside) / Math.max(1, total) }]
    })
  }, [rows, marks])
  if (places.length === 0) return null
  return (
    <div className="minimap" role="group" aria-label="Marks">
      {places.map(({ mark, share }) => (
        <button
          key={`${mark.kind} ${mark.block} ${mark.turn} ${mark.start} ${mark.end} ${mark.keys.join(' ')}`}
          type="button"
          tabIndex={-1}
          aria-label={`${mark.kind === 'hit' ? 'hit' : 'evidence'} in turn ${mark.turn + 1}`}
          className={`${mark.kind}${mark === current ? ' current' : ''}`}
          style={{ top: `${100 * share}%` }}
          onClick={() => onMark?.(mark)}
        />
      ))}
    </div>
  )
}
