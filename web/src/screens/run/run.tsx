import { Link, useParams } from '@tanstack/react-router'
import type { RunDetail } from '../../../../src/server/api-types.ts'
import { runPath, useAnswer } from '../../api/client.ts'
import { CopyLink } from '../../parts/copy-link.tsx'
import { countText, plural } from '../../parts/format.ts'
import { Loaded } from '../../parts/states.tsx'
import { SystemName } from '../../parts/system-name.tsx'
import { HostileText } from '../../parts/text.tsx'
import { standingOf } from '../runs/filter.ts'
import { RunControls } from '../runs/run-controls.tsx'
import { RunLive } from '../runs/run-live.tsx'
import { Standing } from '../runs/standing.tsx'

/** One run: how it is getting on, what is in it, where it came from. */
export function RunPage() {
  const { run } = useParams({ from: '/runs/$run' })
  const answer = useAnswer(runPath(run, 'detail'))
  return (
    <div className="page">
      <Loaded answer={answer} height={480}>
        {(detail) => <RunView detail={detail} />}
      </Loaded>
    </div>
  )
}

function RunView({ detail }: { readonly detail: RunDetail }) {
  const { summary, dataset, tracks, provenance, warnings } = detail
  const { data: workbench } = useAnswer('/workbench')
  const standing = standingOf(summary)
  return (
    <>
      <div className="row">
        <h1>{summary.id}</h1>
        <Standing standing={standing} />
        <span className="grow" />
        {workbench?.readOnly === false ? <RunControls run={summary} withRetry /> : null}
        <Link className="button" to="/board" search={{ run: summary.id }}>
          Leaderboard
        </Link>
        <Link className="button" to="/cases" search={{ run: summary.id }}>
          Cases
        </Link>
        <Link className="button" to="/compare" search={{ runs: summary.id }}>
          Compare
        </Link>
        <CopyLink />
      </div>
      {warnings.map((warning) => (
        <p key={warning} className="notice">
          <HostileText text={warning} />
        </p>
      ))}
      <section className="panel">
        <header>
          <h2>Progress</h2>
        </header>
        <div className="body">
          <RunLive run={summary.id} />
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>Tracks</h2>
        </header>
        <div className="body table-wrap">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">Track</th>
                <th scope="col" className="num">
                  Cases
                </th>
                <th scope="col">Systems</th>
                <th scope="col">Measured by</th>
              </tr>
            </thead>
            <tbody>
              {tracks.map((track) => (
                <tr key={track.id}>
                  <td>
                    <Link to="/board" search={{ run: summary.id, track: track.id }}>
                      {track.id}
                    </Link>
                    <div className="dim small">
                      {track.title} · version {track.version}
                    </div>
                  </td>
                  <td className="num">{countText(track.cases)}</td>
                  <td>
                    {track.systems.map(({ id, kind }) => (
                      <SystemName key={id} system={id} kind={kind} />
                    ))}
                  </td>
                  <td>
                    {track.instruments.map(({ key, label, judged }) => (
                      <div key={key} title={key}>
                        <HostileText text={label} dir="ltr" />{' '}
                        {judged ? <span className="badge">judge</span> : null}
                      </div>
                    ))}
                    {track.instruments.length === 0 ? (
                      <span className="dim">nothing: it needs a judge</span>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className="panel">
        <header>
          <h2>Data and provenance</h2>
        </header>
        <dl className="facts body">
          <dt>data</dt>
          <dd>
            <HostileText text={dataset.title} />
            {summary.dataset.invented ? <span className="badge warn">invented: ranks nobody</span> : null}
          </dd>
          <dt>licence</dt>
          <dd>{dataset.licence}</dd>
          <dt>to name</dt>
          <dd>
            <HostileText text={dataset.attribution} />
          </dd>
          <dt>asked</dt>
          <dd>{plural(detail.repeats, 'time')} each</dd>
          {provenance.map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </section>
    </>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <HostileText text={value} dir="ltr" />
      </dd>
    </>
  )
}
