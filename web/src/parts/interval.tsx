import type { FigureView } from '../../../src/server/api-types.ts'
import { colourOf } from '../look/systems.ts'
import { figureFacts } from './format.ts'
import { useTip } from './tip.tsx'

export type PointKind = 'ranked' | 'privileged' | 'input-blind' | 'published'

/** Ends of an axis that all figures of a column share. */
export interface Axis {
  readonly low: number
  readonly high: number
}

/** The least axis on which all figures have room, inside the metric's range. */
export function axisOf(
  figures: readonly Pick<FigureView, 'low' | 'high'>[],
  range?: readonly [number, number],
): Axis {
  const low = Math.min(...figures.map((figure) => figure.low))
  const high = Math.max(...figures.map((figure) => figure.high))
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { low: range?.[0] ?? 0, high: range?.[1] ?? 1 }
  const room = (high - low || 1) * 0.06
  const ends = { low: low - room, high: high + room }
  if (range === undefined) return ends
  return { low: Math.max(range[0], ends.low), high: Math.min(range[1], ends.high) }
}

/**
 * A figure on an axis: a dot with its interval. Hatched: privileged; hollow: input-blind; outlined with a book mark:
 * published; faded: invalid.
 */
export function Interval({
  name,
  figure,
  axis,
  kind,
  decimals,
  invalid = false,
  published = null,
}: {
  /** The system: its colour, and what the tip says. */
  readonly name: string
  readonly figure: FigureView | null
  readonly axis: Axis
  readonly kind: PointKind
  readonly decimals: number
  readonly invalid?: boolean
  /** A figure of the literature to mark on the same line. */
  readonly published?: number | null
}) {
  const facts =
    figure === null
      ? published === null
        ? `${name}\nnot measured`
        : `${name}\n${published.toFixed(decimals)} published, without an interval`
      : `${name}\n${figureFacts(figure, decimals)}${published === null ? '' : `\npublished: ${published.toFixed(decimals)}`}${invalid ? '\ninvalid: too many cases without a score' : ''}`
  const tip = useTip(facts)
  const span = axis.high - axis.low || 1
  const at = (value: number): string => `${Math.min(100, Math.max(0, ((value - axis.low) / span) * 100))}%`
  const colour = `var(--s${colourOf(name)})`
  return (
    <svg
      className="interval"
      role="img"
      aria-label={facts.replaceAll('\n', '; ')}
      opacity={invalid ? 0.45 : 1}
      {...tip}
    >
      <line x1="0" x2="100%" y1="10" y2="10" stroke="var(--line)" />
      {figure === null ? null : (
        <>
          <line x1={at(figure.low)} x2={at(figure.high)} y1="10" y2="10" stroke={colour} strokeWidth="2.5" />
          {[figure.low, figure.high].map((end, place) => (
            <line
              key={place === 0 ? 'low' : 'high'}
              x1={at(end)}
              x2={at(end)}
              y1="6"
              y2="14"
              stroke={colour}
              strokeWidth="1.5"
            />
          ))}
          <Dot x={at(figure.value)} colour={colour} kind={kind} />
        </>
      )}
      {published === null ? null : <BookMark x={at(published)} />}
    </svg>
  )
}

function Dot({ x, colour, kind }: { readonly x: string; readonly colour: string; readonly kind: PointKind }) {
  if (kind === 'privileged')
    return (
      <>
        <rect
          x={x}
          y="5"
          width="10"
          height="10"
          transform="translate(-5 0)"
          fill="var(--page)"
          stroke={colour}
          strokeWidth="1.5"
        />
        <svg x={x} y="0" overflow="visible">
          <path d="M-5 13 3 5M-1 15 5 9M-5 9 -1 5" stroke={colour} strokeWidth="1.2" />
        </svg>
      </>
    )
  return (
    <circle
      cx={x}
      cy="10"
      r="4.5"
      fill={kind === 'ranked' ? colour : 'var(--page)'}
      stroke={colour}
      strokeWidth="2"
    />
  )
}

/** A figure of the literature. */
function BookMark({ x }: { readonly x: string }) {
  return (
    <svg x={x} y="0" overflow="visible">
      <path d="M-4 3h8v14l-4-4-4 4z" fill="var(--page)" stroke="var(--text)" strokeWidth="1.3" />
    </svg>
  )
}
