import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { RunSummary } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { useAnswer } from '../../api/client.ts'
import { useKeys } from '../../keys.ts'
import { countText, moneyText, plural, timeText } from '../../parts/format.ts'
import { Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'
import { filterRuns, standingOf, tracksText } from './filter.ts'
import { NewRun } from './new-run.tsx'
import { NoRuns } from './no-runs.tsx'
import { RunControls } from './run-controls.tsx'
import { RunLive } from './run-live.tsx'
import { Standing } from './standing.tsx'

const states = ['running', 'interrupted', 'done', 'stopped', 'failed', 'planning'] as const

/** The list of runs; a row opens to how the run is getting on. */
export function Runs() {
  const answer = useAnswer('/runs', {}, { keep: true })
  return (
    <div className="page">
      <Loaded answer={answer} height={400}>
        {({ runs }) => (runs.length === 0 ? <NoRuns /> : <RunTable runs={runs} />)}
      </Loaded>
    </div>
  )
}

function RunTable({ runs }: { readonly runs: readonly RunSummary[] }) {
  const [address, change] = useAddress()
  const { text = '', state = '', benchmark = '', open = '' } = address
  const { data: workbench } = useAnswer('/workbench')
  const [isNew, setNew] = useState(false)
  const [at, setAt] = useState(0)
  const search = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const shown = filterRuns(runs, { text, state, benchmark })
  const benchmarks = [...new Set(runs.map(({ dataset }) => dataset.benchmark))]
  const chosen = shown[Math.min(at, shown.length - 1)]
  const isReadOnly = workbench?.readOnly !== false
  useKeys({
    '/': () => search.current?.focus(),
    j: () => setAt(Math.min(at + 1, shown.length - 1)),
    k: () => setAt(Math.max(at - 1, 0)),
    o: () =>
      change({ open: chosen === undefined || open === chosen.id ? undefined : chosen.id }, { replace: true }),
    Enter: () => {
      if (chosen !== undefined) void navigate({ to: '/runs/$run', params: { run: chosen.id } })
    },
  })
  return (
    <>
      <div className="row">
        <h1 className="grow">Runs</h1>
        {isReadOnly ? null : (
          <button type="button" className="primary" onClick={() => setNew(true)}>
            New run
          </button>
        )}
      </div>
      <div className="row" role="search">
        <input
          ref={search}
          type="search"
          aria-label="Find runs by id, data, track, system or judge"
          placeholder="Find by id, data, track, system or judge   /"
          style={{ width: 380 }}
          value={text}
          onChange={(event) => change({ text: event.target.value }, { replace: true })}
        />
        <label>
          <span className="visually-hidden">State</span>
          <select value={state} onChange={(event) => change({ state: event.target.value })}>
            <option value="">Every state</option>
            {states.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {benchmarks.length < 2 ? null : (
          <label>
            <span className="visually-hidden">Benchmark</span>
            <select value={benchmark} onChange={(event) => change({ benchmark: event.target.value })}>
              <option value="">Every benchmark</option>
              {benchmarks.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
        <span className="dim">{plural(shown.length, 'run')}</span>
      </div>
      <div className="table-wrap">
        <table className="grid">
          <caption className="visually-hidden">Runs, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">State</th>
              <th scope="col">Data</th>
              <th scope="col">Tracks</th>
              <th scope="col">Systems</th>
              <th scope="col" className="num">
                Done
              </th>
              <th scope="col" className="num">
                Failures
              </th>
              <th scope="col" className="num">
                Cost
              </th>
              <th scope="col">Started</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((run, place) => (
              <RunRow
                key={run.id}
                run={run}
                isChosen={place === at}
                isOpen={open === run.id}
                onToggle={() => change({ open: open === run.id ? undefined : run.id }, { replace: true })}
                isReadOnly={isReadOnly}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length > 0 ? null : (
        <p className="dim">
          No run fits. {state === '' ? '' : `None of them is ${state}: choose every state. `}
          {text === '' ? '' : 'Fewer words find more.'}
        </p>
      )}
      {isNew ? <NewRun onClose={() => setNew(false)} /> : null}
    </>
  )
}

function RunRow({
  run,
  isChosen,
  isOpen,
  onToggle,
  isReadOnly,
}: {
  readonly run: RunSummary
  readonly isChosen: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly isReadOnly: boolean
}) {
  const standing = standingOf(run)
  return (
    <>
      <tr aria-selected={isChosen}>
        <td className="nowrap">
          <button
            type="button"
            className="plain"
            aria-expanded={isOpen}
            aria-label={`Progress of ${run.id}`}
            onClick={onToggle}
          >
            {isOpen ? '▾' : '▸'}
          </button>
          <Link to="/runs/$run" params={{ run: run.id }}>
            {run.id}
          </Link>
        </td>
        <td>
          <Standing standing={standing} />
        </td>
        <td>
          <HostileText text={run.dataset.word} />
          <div className="dim small">
            {[run.view === 'as-published' ? null : run.view, run.protocol, run.selection]
              .filter((part) => part !== null)
              .join(' · ')}
          </div>
        </td>
        <td style={{ maxWidth: 280 }}>{tracksText(run.tracks)}</td>
        <td style={{ maxWidth: 260 }}>
          <Names names={run.systems} />
          {run.judges.length === 0 ? null : (
            <div className="dim small">
              judged by <HostileText text={run.judges.join(', ')} dir="ltr" />
            </div>
          )}
        </td>
        <td className="num">
          {run.done === null ? '–' : countText(run.done)}
          {run.total === null ? null : <span className="dim"> / {countText(run.total)}</span>}
          {run.total === null || run.done === null || standing === 'done' ? null : (
            <div className="bar" style={{ marginTop: 3 }}>
              <span style={{ width: `${(100 * run.done) / Math.max(1, run.total)}%` }} />
            </div>
          )}
        </td>
        <td className="num">
          {run.failures === 0 ? <span className="dim">0</span> : countText(run.failures)}
        </td>
        <td className="num">{moneyText(run.cost)}</td>
        <td className="nowrap">{timeText(run.createdAt)}</td>
        <td>
          <div className="row" style={{ flexWrap: 'nowrap' }}>
            <Link className="button" to="/board" search={{ run: run.id }}>
              Leaderboard
            </Link>
            {isReadOnly || standing === 'done' ? null : <RunControls run={run} />}
          </div>
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={10}>
            <RunLive run={run.id} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** The first names, and how many more. */
function Names({ names }: { readonly names: readonly string[] }) {
  const shown = names.slice(0, 3)
  return (
    <span title={names.join('\n')}>
      <HostileText text={shown.join(', ')} dir="ltr" />
      {names.length > shown.length ? (
        <span className="dim"> and {names.length - shown.length} more</span>
      ) : null}
    </span>
  )
}
