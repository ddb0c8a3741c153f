import type { RunSummary } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { useAnswer } from '../../api/client.ts'
import { CopyLink } from '../../parts/copy-link.tsx'
import { timeText } from '../../parts/format.ts'
import { Empty, Loaded } from '../../parts/states.tsx'
import './compare.css'
import { ComparisonPart } from './comparison-part.tsx'

/** Systems of one or several runs beside each other. */
export function Compare() {
  return (
    <div className="page">
      <Loaded answer={useAnswer('/runs', {}, { keep: true })} height={400}>
        {({ runs }) => <CompareRuns runs={runs.filter(({ state }) => state !== 'planning')} />}
      </Loaded>
    </div>
  )
}

/** Values by comma, as `rapport compare` takes them. */
function words(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((word) => word !== '')
}

function CompareRuns({ runs }: { readonly runs: readonly RunSummary[] }) {
  const [address, change] = useAddress()
  const named = words(address['runs']).filter((id) => runs.some((run) => run.id === id))
  const [newest] = runs
  const chosen = named.length > 0 ? named : newest === undefined ? [] : [newest.id]
  const { systems, against, baselines, intersection, slice } = address
  if (newest === undefined) return <Empty title="There is no run here yet" />
  const all = [...new Set(runs.filter(({ id }) => chosen.includes(id)).flatMap((run) => run.systems))]
  const tracks = [...new Set(runs.filter(({ id }) => chosen.includes(id)).flatMap((run) => run.tracks))]
  const track = tracks.find((one) => one === address['track']) ?? tracks[0]
  const picked = words(systems)
  const setRuns = (next: readonly string[]): void =>
    change({
      runs: next.join(','),
      systems: undefined,
      against: undefined,
      track: undefined,
      pair: undefined,
    })
  return (
    <>
      <div className="row">
        <h1 className="grow">Compare</h1>
        <CopyLink />
      </div>
      <div className="row">
        <span className="dim">Runs</span>
        {chosen.map((id) => (
          <span key={id} className="badge accent">
            {id}
            {chosen.length < 2 ? null : (
              <button
                type="button"
                className="plain"
                aria-label={`Leave out ${id}`}
                onClick={() => setRuns(chosen.filter((one) => one !== id))}
              >
                ✕
              </button>
            )}
          </span>
        ))}
        <label>
          <span className="visually-hidden">Add a run</span>
          <select value="" onChange={(event) => setRuns([...chosen, event.target.value])}>
            <option value="">add a run …</option>
            {runs
              .filter(({ id }) => !chosen.includes(id))
              .map(({ id, dataset, createdAt }) => (
                <option key={id} value={id}>
                  {id} · {dataset.word} · {timeText(createdAt)}
                </option>
              ))}
          </select>
        </label>
      </div>
      <div className="row">
        <label>
          <span className="visually-hidden">Track</span>
          <select
            value={track ?? ''}
            onChange={(event) => change({ track: event.target.value, figure: undefined, pair: undefined })}
          >
            {tracks.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className="row" style={{ gap: 4 }}>
          <input
            type="checkbox"
            checked={baselines !== '0'}
            disabled={picked.length > 0}
            onChange={(event) => change({ baselines: event.target.checked ? undefined : '0' })}
          />
          with baselines and oracles
        </label>
        <label className="row" style={{ gap: 4 }}>
          <input
            type="checkbox"
            checked={intersection === '1'}
            onChange={(event) => change({ intersection: event.target.checked ? '1' : undefined })}
          />
          only cases that all runs have
        </label>
        <details className="menu">
          <summary className="button">
            {picked.length === 0 ? 'All systems' : `${picked.length} systems`}
          </summary>
          <ul style={{ maxHeight: 320, overflow: 'auto' }}>
            {all.map((id) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={picked.includes(id)}
                    onChange={() =>
                      change({
                        systems: (picked.includes(id)
                          ? picked.filter((one) => one !== id)
                          : [...picked, id]
                        ).join(','),
                        pair: undefined,
                      })
                    }
                  />{' '}
                  {id}
                </label>
              </li>
            ))}
          </ul>
        </details>
        <label>
          <span className="dim">against </span>
          <select
            value={against ?? ''}
            onChange={(event) => change({ against: event.target.value, pair: undefined })}
          >
            <option value="">each other</option>
            {all.map((id) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
      </div>
      <Comparison
        params={{
          runs: chosen.join(','),
          ...(track === undefined ? {} : { track }),
          ...(picked.length === 0 ? {} : { systems: picked.join(',') }),
          ...(against === undefined ? {} : { against }),
          ...(slice === undefined ? {} : { slice }),
          ...(baselines === '0' ? {} : { baselines: 1 }),
          ...(intersection === '1' ? { intersection: 1 } : {}),
        }}
      />
    </>
  )
}

function Comparison({ params }: { readonly params: Readonly<Record<string, string | number>> }) {
  const answer = useAnswer('/compare', params)
  return (
    <Loaded answer={answer} height={500}>
      {(comparison) => <ComparisonPart comparison={comparison} />}
    </Loaded>
  )
}
