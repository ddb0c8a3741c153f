import type { Progress, TrackProgress } from '../../../../src/server/api-types.ts'
import { Link } from '@tanstack/react-router'
import { useProgress } from '../../api/progress.ts'
import { countText, durationText, moneyText, plural } from '../../parts/format.ts'
import { Loaded } from '../../parts/states.tsx'
import { SystemName } from '../../parts/system-name.tsx'
import { HostileText } from '../../parts/text.tsx'

/** Stages, rates, failures and money of a run as it goes on. */
export function RunLive({ run }: { readonly run: string }) {
  return (
    <Loaded answer={useProgress(run)} height={160}>
      {(progress) => <LiveView progress={progress} />}
    </Loaded>
  )
}

function LiveView({ progress }: { readonly progress: Progress }) {
  const { tracks, worker, orphaned, warnings, lastFailures, calls } = progress
  const done = tracks.reduce((sum, track) => sum + track.done, 0)
  const total = tracks.every((track) => track.total !== null)
    ? tracks.reduce((sum, track) => sum + (track.total ?? 0), 0)
    : null
  return (
    <div className="stack" style={{ padding: '4px 0 8px' }}>
      <p className="visually-hidden" role="status">
        {total === null ? `${done} done` : `${done} of ${total} done`}
      </p>
      <div className="row dim small">
        {worker === null ? (
          <span>
            {orphaned
              ? 'Its process ended in the middle; resume goes on where it was.'
              : 'Nobody works on it.'}
          </span>
        ) : (
          <span>
            process {worker.pid} on {worker.host}
            {worker.here ? '' : ' (another machine)'}, rapport {worker.command}
          </span>
        )}
        <span>cost {moneyText(progress.cost)}</span>
        {progress.maxCost === null ? null : <span>of at most {moneyText(progress.maxCost)}</span>}
        {progress.requestsPerMinute === null ? null : (
          <span>allowed {countText(progress.requestsPerMinute)} requests a minute</span>
        )}
        {progress.tokensPerMinute === null ? null : (
          <span>allowed {countText(progress.tokensPerMinute)} tokens a minute</span>
        )}
      </div>
      <div className="table-wrap">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">Track and system</th>
              <th scope="col" style={{ width: 180 }}>
                Progress
              </th>
              <th scope="col" className="num">
                Done
              </th>
              <th scope="col" className="num">
                Rate
              </th>
              <th scope="col" className="num">
                Left
              </th>
              <th scope="col">Stages</th>
              <th scope="col">Failures</th>
            </tr>
          </thead>
          <tbody>
            {tracks.map((track) => (
              <TrackRows key={track.track} run={progress.run} track={track} />
            ))}
          </tbody>
        </table>
      </div>
      {calls.length === 0 ? null : (
        <div className="table-wrap">
          <table className="grid">
            <caption className="visually-hidden">Calls to models</caption>
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col">For</th>
                <th scope="col" className="num">
                  Calls
                </th>
                <th scope="col" className="num">
                  Failed
                </th>
                <th scope="col" className="num">
                  Tokens in
                </th>
                <th scope="col" className="num">
                  Tokens out
                </th>
                <th scope="col" className="num">
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {calls.map((call) => (
                <tr key={`${call.model} ${call.purpose}`}>
                  <td>
                    <HostileText text={call.model} dir="ltr" />
                  </td>
                  <td>{call.purpose}</td>
                  <td className="num">{countText(call.calls)}</td>
                  <td className="num">{countText(call.failed)}</td>
                  <td className="num">{countText(call.inputTokens)}</td>
                  <td className="num">{countText(call.outputTokens)}</td>
                  <td className="num">{moneyText(call.cost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="notice">
          <HostileText text={warning} />
        </p>
      ))}
      {lastFailures.length === 0 ? null : (
        <details>
          <summary>The last {plural(lastFailures.length, 'failure')}</summary>
          <ul className="small">
            {lastFailures.map((failure) => (
              <li key={`${failure.at} ${failure.system} ${failure.case} ${failure.stage}`}>
                <Link
                  to="/case"
                  search={{
                    run: progress.run,
                    track: failure.track,
                    case: failure.case,
                    system: failure.system,
                  }}
                >
                  <HostileText text={failure.case} dir="ltr" />
                </Link>{' '}
                <HostileText text={failure.system} dir="ltr" />: {failure.stage}, {failure.reason} by the{' '}
                {failure.by}. <HostileText text={failure.message} className="dim" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function TrackRows({ run, track }: { readonly run: string; readonly track: TrackProgress }) {
  return (
    <>
      <tr>
        <th scope="row">
          <Link to="/cases" search={{ run, track: track.track }}>
            {track.track}
          </Link>
        </th>
        <td>
          <Bar done={track.done} total={track.total} name={track.track} />
        </td>
        <td className="num">
          {countText(track.done)}
          {track.total === null ? '' : ` / ${countText(track.total)}`}
          {track.reused === 0 ? null : <div className="dim small">{countText(track.reused)} reused</div>}
        </td>
        <td className="num">{track.rate === null ? '–' : `${rateText(track.rate)} / min`}</td>
        <td className="num">{track.state === 'done' ? 'done' : durationText(track.eta)}</td>
        <td className="small">
          {track.stages.map(({ stage, done, failed }) => (
            <div key={stage}>
              {stage} {countText(done)}
              {failed === 0 ? null : (
                <span style={{ color: 'var(--failed)' }}> · {countText(failed)} failed</span>
              )}
            </div>
          ))}
        </td>
        <td className="small">
          {Object.entries(track.failures).map(([reason, count]) => (
            <div key={reason}>
              {reason} {countText(count)}
            </div>
          ))}
        </td>
      </tr>
      {track.systems.map(({ system, done, total, failures }) => (
        <tr key={system}>
          <td style={{ paddingLeft: 28 }}>
            <SystemName system={system} />
          </td>
          <td>
            <Bar done={done} total={total} name={system} />
          </td>
          <td className="num">
            {countText(done)} / {countText(total)}
          </td>
          <td />
          <td />
          <td />
          <td className="small">{failures === 0 ? null : plural(failures, 'failure')}</td>
        </tr>
      ))}
    </>
  )
}

/** Units a minute; slow ones with a decimal. */
function rateText(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : countText(Math.round(rate))
}

function Bar({
  done,
  total,
  name,
}: {
  readonly done: number
  readonly total: number | null
  readonly name: string
}) {
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuenow={done}
      {...(total === null ? {} : { 'aria-valuemax': total })}
    >
      <span style={{ width: total === null || total === 0 ? 0 : `${(100 * done) / total}%` }} />
    </div>
  )
}
