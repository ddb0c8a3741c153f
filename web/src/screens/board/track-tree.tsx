import { Link } from '@tanstack/react-router'
import type { Board, TrackBoard } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { colourOf } from '../../look/systems.ts'
import { boardLines, figureKey, HEADLINE } from './lines.ts'

/** Tracks of the run, each with a spark of its ranked systems. */
export function TrackTree({ board, track }: { readonly board: Board; readonly track: string }) {
  const [address] = useAddress()
  const benchmarks = [...new Set(board.tracks.map((one) => one.track.split('/')[0] ?? ''))]
  return (
    <nav className="tree" aria-label="Tracks">
      {benchmarks.map((benchmark) => (
        <section key={benchmark}>
          <h2>{benchmark}</h2>
          <ul>
            {board.tracks
              .filter((one) => one.track.startsWith(`${benchmark}/`))
              .map((one) => (
                <li key={one.track}>
                  <Link
                    to="/board"
                    search={{ ...address, run: board.run, track: one.track, columns: '', sort: '' }}
                    {...(one.track === track ? { 'aria-current': 'page' as const } : {})}
                  >
                    <span className="clip">{one.track.slice(benchmark.length + 1)}</span>
                    <Spark track={one} />
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Dots of the ranked systems between floor and oracle, or on the leading figure's range. */
function Spark({ track }: { readonly track: TrackBoard }) {
  const [leading] = track.figures
  const column = 'none' in track.headline ? (leading === undefined ? '' : figureKey(leading)) : HEADLINE
  const { ranked } = boardLines(track, null, { column, descending: true })
  const range = column === HEADLINE ? [0, 1] : (leading?.range ?? [0, 1])
  const [low = 0, high = 1] = range
  const dots = ranked.flatMap(({ system, cells }) => {
    const headline = 'none' in track.headline ? undefined : cells.get(figureKey(track.headline))
    const value = column === HEADLINE ? headline?.headline?.value : cells.get(column)?.figure?.value
    return value === undefined
      ? []
      : [{ system, at: Math.min(1, Math.max(0, (value - low) / (high - low || 1))) }]
  })
  return (
    <svg className="spark" viewBox="0 0 64 18" aria-hidden="true">
      <line x1="2" x2="62" y1="9" y2="9" stroke="var(--line)" />
      {dots.map(({ system, at }) => (
        <circle key={system} cx={4 + at * 56} cy="9" r="3" fill={`var(--s${colourOf(system)})`} />
      ))}
    </svg>
  )
}
