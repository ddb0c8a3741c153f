import { Link } from '@tanstack/react-router'
import type { AuditList } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { useAnswer } from '../../api/client.ts'
import { countText, timeText } from '../../parts/format.ts'
import { Empty, Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'

type OneAudit = AuditList['audits'][number]
type Severity = OneAudit['report']['findings'][number]['severity']

const severities: Readonly<Record<Severity, { readonly sign: string; readonly tone: string }>> = {
  error: { sign: '✕', tone: 'bad' },
  warning: { sign: '!', tone: 'warn' },
  note: { sign: 'i', tone: 'accent' },
}

/** What could make figures on a data set wrong. */
export function Audit() {
  return (
    <div className="page">
      <Loaded answer={useAnswer('/audits')} height={400}>
        {({ audits }) =>
          audits.length === 0 ? (
            <Empty title="No data set was audited here">
              <p>
                An audit looks for what could make figures wrong: leaked answers, duplicates, wrong gold,
                shortcuts.
              </p>
              <pre>rapport audit sample</pre>
            </Empty>
          ) : (
            <AuditView audits={audits} />
          )
        }
      </Loaded>
    </div>
  )
}

function AuditView({ audits }: AuditList) {
  const [{ audit, severity = '' }, change] = useAddress()
  const chosen = audits.find(({ key }) => key === audit) ?? audits[0]
  if (chosen === undefined) return null
  const { report, at, runs } = chosen
  const counts = (one: Severity): number =>
    report.findings.filter((finding) => finding.severity === one).length
  return (
    <>
      <div className="row">
        <h1>Audit of </h1>
        <label>
          <span className="visually-hidden">Data set</span>
          <select value={chosen.key} onChange={(event) => change({ audit: event.target.value })}>
            {audits.map(({ key, report: { dataset }, at: when }) => (
              <option key={key} value={key}>
                {dataset.title} · {timeText(when)}
              </option>
            ))}
          </select>
        </label>
        <span className="dim">
          {timeText(at)} · content {report.hash.slice(0, 12)}
        </span>
      </div>
      <div className="row" role="group" aria-label="Severity">
        {(['error', 'warning', 'note'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={severity === one}
            onClick={() => change({ severity: severity === one ? undefined : one })}
          >
            <span className={`badge ${severities[one].tone}`}>{severities[one].sign}</span> {counts(one)}{' '}
            {one}
            {counts(one) === 1 ? '' : 's'}
          </button>
        ))}
      </div>
      <div className="table-wrap">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">Severity</th>
              <th scope="col">Finding</th>
              <th scope="col" className="num">
                Count
              </th>
              <th scope="col">What it does to figures</th>
              <th scope="col">Cases</th>
            </tr>
          </thead>
          <tbody>
            {report.findings.map((finding, place) =>
              severity !== '' && finding.severity !== severity ? null : (
                <tr key={`${finding.rule} ${finding.track ?? ''}`}>
                  <td>
                    <span className={`badge ${severities[finding.severity].tone}`}>
                      {severities[finding.severity].sign} {finding.severity}
                    </span>
                  </td>
                  <td style={{ maxWidth: 420 }}>
                    <HostileText text={finding.message} />
                    <div className="dim small">
                      {finding.rule}
                      {finding.track === null ? '' : ` · ${finding.track}`}
                    </div>
                  </td>
                  <td className="num">
                    {countText(finding.count)}
                    {finding.of === null ? '' : <span className="dim"> / {countText(finding.of)}</span>}
                  </td>
                  <td style={{ maxWidth: 320 }} className="dim">
                    <HostileText text={finding.effect} />
                  </td>
                  <td>
                    <Examples run={runs[place] ?? null} track={finding.track} ids={finding.ids} />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {report.probes.length === 0 ? null : (
        <section className="stack">
          <h2>Figures that can be won without reading</h2>
          <div className="table-wrap">
            <table className="grid">
              <thead>
                <tr>
                  <th scope="col">Track</th>
                  <th scope="col">Figure</th>
                  <th scope="col">Best system that reads nothing</th>
                  <th scope="col" className="num">
                    Its figure
                  </th>
                  <th scope="col" className="num">
                    Oracle
                  </th>
                  <th scope="col" className="num">
                    Share of the way
                  </th>
                </tr>
              </thead>
              <tbody>
                {report.probes.map((probe) => (
                  <tr key={`${probe.track} ${probe.instrument} ${probe.metric} ${probe.system}`}>
                    <td>{probe.track}</td>
                    <td>
                      {probe.instrument} {probe.metric}{' '}
                      {probe.role === 'other' ? null : <span className="badge">{probe.role}</span>}
                    </td>
                    <td>{probe.system}</td>
                    <td
                      className="num"
                      title={`n = ${probe.n} in ${probe.clusters} clusters, ${probe.method}`}
                    >
                      {probe.value.toFixed(3)}{' '}
                      <span className="dim small">
                        [{probe.low.toFixed(3)}, {probe.high.toFixed(3)}]
                      </span>
                    </td>
                    <td className="num">{probe.oracle.toFixed(3)}</td>
                    <td className="num">{(100 * probe.share).toFixed(0)} %</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  )
}

function Examples({
  run,
  track,
  ids,
}: {
  readonly run: string | null
  readonly track: string | null
  readonly ids: readonly string[]
}) {
  const shown = ids.slice(0, 3)
  return (
    <>
      {shown.map((id) => (
        <div key={id} className="clip" style={{ maxWidth: 200 }}>
          {run === null || track === null ? (
            <HostileText text={id} dir="ltr" />
          ) : (
            <Link to="/case" search={{ run, track, case: id }}>
              <HostileText text={id} dir="ltr" />
            </Link>
          )}
        </div>
      ))}
      {ids.length > shown.length ? (
        <span className="dim small">and {ids.length - shown.length} more</span>
      ) : null}
    </>
  )
}
