import { memo, type CSSProperties } from 'react'
import type { BoardFigure, CaseTable } from '../../../../src/server/api-types.ts'
import { colourOf } from '../../look/systems.ts'
import { outcomes } from '../../parts/outcome-strip.tsx'
import { HostileText } from '../../parts/text.tsx'
import type { Columns } from './filter.ts'

/** Tags whose values are worth a place in the row. */
const SHOWN_TAGS = ['language', 'type', 'gold_size', 'turns', 'target_label', 'gold_type']

/** One case of the list. */
export const CaseRow = memo(function CaseRow({
  subject,
  place,
  index,
  top,
  height,
  title,
  systems,
  columns,
  figure,
  isCurrent,
  style,
  onOpen,
  onChoose,
}: {
  readonly subject: CaseTable['cases'][number]
  readonly place: number
  readonly index: number
  readonly top: number
  readonly height: number
  readonly title: string | undefined
  readonly systems: readonly string[]
  readonly columns: Columns
  readonly figure: BoardFigure | undefined
  readonly isCurrent: boolean
  readonly style: CSSProperties
  readonly onOpen: () => void
  readonly onChoose: () => void
}) {
  const tags = SHOWN_TAGS.flatMap((tag) => {
    const values = Object.hasOwn(subject.tags, tag) ? subject.tags[tag] : undefined
    return values === undefined || values.length === 0 || values.length > 2 ? [] : [values.join(' ')]
  })
  return (
    // eslint-disable-next-line click-events-have-key-events -- the list's keys do the same
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      tabIndex={-1}
      className="case-row"
      style={{ ...style, height, transform: `translateY(${top}px)` }}
      onClick={(event) => {
        if (event.detail > 1 || isCurrent) onOpen()
        else onChoose()
      }}
    >
      <div role="gridcell" className="case-name">
        <div className="clip">
          {title === undefined ? <span className="skeleton line" /> : <HostileText text={title} />}
        </div>
        <div className="clip small dim">
          <button type="button" className="link" tabIndex={-1} onClick={onOpen}>
            <HostileText text={subject.id} dir="ltr" />
          </button>
          {tags.map((tag) => (
            <span key={tag}> · {tag}</span>
          ))}
        </div>
      </div>
      {systems.map((system) => {
        const column = columns.get(system)
        return (
          <Cell
            key={system}
            system={system}
            letter={column?.status[place] ?? '-'}
            value={column?.values[place] ?? null}
            reason={column?.reasons[String(place)] ?? null}
            figure={figure}
          />
        )
      })}
    </div>
  )
})

/** A value as number and bar, or why there is none. */
function Cell({
  system,
  letter,
  value,
  reason,
  figure,
}: {
  readonly system: string
  readonly letter: string
  readonly value: number | null
  readonly reason: string | null
  readonly figure: BoardFigure | undefined
}) {
  const [low, high] = figure?.range ?? [0, 1]
  const outcome = outcomes.find((one) => one.letter === letter)
  if (letter !== 's' || value === null) {
    return (
      <div
        role="gridcell"
        className="case-cell"
        title={`${system}: ${outcome?.label ?? 'not measured yet'}${reason === null ? '' : `, ${reason}`}`}
      >
        <span className={`swatch o-${outcome?.name ?? 'none'}`} aria-hidden="true" />
        <span className="small dim clip">
          {letter === 's' ? 'does not apply' : (reason ?? outcome?.label ?? '–')}
        </span>
      </div>
    )
  }
  const share = Math.min(1, Math.max(0, (value - low) / (high - low || 1)))
  return (
    <div role="gridcell" className="case-cell" title={`${system}: ${value}`}>
      <span className="num">{value.toFixed(figure?.decimals === 2 ? 1 : 2)}</span>
      <span className="bar grow">
        <span style={{ width: `${100 * share}%`, background: `var(--s${colourOf(system)})` }} />
      </span>
    </div>
  )
}
