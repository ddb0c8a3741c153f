import { Link } from '@tanstack/react-router'
import type { Board, TrackBoard } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { runPath, transport, useAnswer } from '../../api/client.ts'
import { CopyLink } from '../../parts/copy-link.tsx'
import { plural } from '../../parts/format.ts'
import { PlotView } from '../../parts/plot-view.tsx'
import { RunPick } from '../../parts/run-pick.tsx'
import { Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import './board.css'
import { BoardTable } from './board-table.tsx'
import { SlicePick } from './slice-pick.tsx'
import { TrackTree } from './track-tree.tsx'

/** Figures of a run, track by track. */
export function BoardPage() {
  return (
    <div className="page">
      <RunPick>{(run) => <BoardOfRun run={run} />}</RunPick>
    </div>
  )
}

function BoardOfRun({ run }: { readonly run: string }) {
  const [{ slice, failures }] = useAddress()
  const answer = useAnswer(runPath(run, 'board'), { slice, failures }, { keep: true })
  return (
    <Loaded answer={answer} height={560}>
      {(board) => <BoardView board={board} />}
    </Loaded>
  )
}

const formats = ['csv', 'json', 'markdown', 'latex', 'html', 'svg'] as const

function BoardView({ board }: { readonly board: Board }) {
  const [address, change] = useAddress()
  const track = board.tracks.find(({ track: id }) => id === address['track']) ?? board.tracks[0]
  if (track === undefined) return <p className="dim">This run has no track.</p>
  const { slice, failures } = address
  return (
    <>
      <div className="row">
        <label hidden={transport.kind === 'bundle'}>
          <span className="dim">Failures </span>
          <select
            value={failures ?? ''}
            title="how cases that a system failed on count"
            onChange={(event) => change({ failures: event.target.value })}
          >
            <option value="">as the run says</option>
            <option value="worst">all count as worst</option>
            <option value="exclude">left out</option>
          </select>
        </label>
        <span className="grow" />
        {transport.kind === 'bundle' ? null : (
          <details className="menu">
            <summary className="button">Export</summary>
            <ul>
              {formats.map((format) => (
                <li key={format}>
                  <a
                    href={transport.file(runPath(board.run, 'export'), { format, slice, failures }) ?? '#'}
                    download
                  >
                    {format === 'html' ? 'HTML report' : format.toUpperCase()}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        )}
        <CopyLink />
      </div>
      {board.warnings.map((warning) => (
        <p key={warning} className="notice">
          <HostileText text={warning} />
        </p>
      ))}
      <div className="board">
        <TrackTree board={board} track={track.track} />
        <TrackView board={board} track={track} />
        <SlicePick track={track} />
      </div>
      <footer className="dim small">
        <HostileText text={board.dataset.title} />, licence {board.dataset.licence}.{' '}
        <HostileText text={board.dataset.attribution} /> Cite: <HostileText text={board.citation} />
      </footer>
    </>
  )
}

function TrackView({ board, track }: { readonly board: Board; readonly track: TrackBoard }) {
  const [{ slice, value }] = useAddress()
  const plots = [
    ...track.plots,
    ...board.plots.filter(({ title }) => title.startsWith(familyOf(track.track))),
  ]
  return (
    <div className="stack">
      <header>
        <h1>{track.title}</h1>
        <p className="dim">
          {track.track} · {plural(track.cases, 'case')} in {plural(track.clusters, 'cluster')}
          {track.sampledFrom === null ? '' : `, drawn from ${track.sampledFrom}`} ·{' '}
          <Link to="/cases" search={{ run: board.run, track: track.track }}>
            all cases
          </Link>{' '}
          ·{' '}
          <Link to="/compare" search={{ runs: board.run, track: track.track }}>
            compare systems
          </Link>
        </p>
        <p>
          {'none' in track.headline ? (
            <span className="dim">No headline: {track.headline.none}.</span>
          ) : (
            <span className="dim">
              Headline: the share of the way from <b>{track.floor ?? 'the floor (not run)'}</b>, the best
              system that reads nothing, to <b>{track.ceiling ?? 'the oracle (not run)'}</b>, on{' '}
              {track.headline.instrument} {track.headline.metric}.
            </span>
          )}
        </p>
      </header>
      {slice === undefined ? null : (
        <p className="notice info">
          {value === undefined
            ? `Choose a value of ${slice.replaceAll('_', ' ')} at the right; until then the table is of all cases.`
            : `The table is of the cases with ${slice.replaceAll('_', ' ')} ${value}; what follows it is of all cases.`}
        </p>
      )}
      <BoardTable run={board.run} track={track} />
      {track.findings.length === 0 ? null : (
        <section className="stack" style={{ gap: 4 }}>
          <h2>What it says</h2>
          <ul className="findings">
            {track.findings.map((finding) => (
              <li key={finding}>
                <HostileText text={finding} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="plots">
        {plots.map((plot) => (
          <PlotView key={plot.id} plot={plot} />
        ))}
      </div>
    </div>
  )
}

/** What tracks that differ in their last word alone have in common. */
function familyOf(track: string): string {
  const parts = track.split('/')
  return parts.length > 2 ? parts.slice(0, -1).join('/') : track
}
