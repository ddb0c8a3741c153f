import type { ProjectSummary } from '../../../../src/server/api-types.ts'
import { useProjectPart } from '../../api/annotate.ts'
import { countText, timeText } from '../../parts/format.ts'
import { Loaded } from '../../parts/states.tsx'
import { HostileText } from '../../parts/text.tsx'

/** How far people agree, and how far each of them is. */
export function Agreement({ project }: { readonly project: ProjectSummary }) {
  const answer = useProjectPart(project.id, 'agreement')
  return (
    <div className="stack scrolls">
      <section className="panel">
        <header>
          <h2>People</h2>
        </header>
        <div className="body table-wrap">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col" className="num">
                  Assigned
                </th>
                <th scope="col" className="num">
                  Done
                </th>
                <th scope="col" className="num">
                  Skipped
                </th>
                <th scope="col">Last seen</th>
              </tr>
            </thead>
            <tbody>
              {project.people.map((one) => (
                <tr key={one.annotator}>
                  <th scope="row" className="name">
                    <HostileText text={one.annotator} />
                  </th>
                  <td className="num">{countText(one.assigned)}</td>
                  <td className="num">{countText(one.done)}</td>
                  <td className="num">{countText(one.skipped)}</td>
                  <td>{one.last === null ? '–' : timeText(one.last)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Loaded answer={answer} height={240}>
        {({ rows, pairs }) => (
          <section className="panel">
            <header>
              <h2>Agreement</h2>
              <span className="dim small">on items that at least two people have done</span>
            </header>
            <div className="body table-wrap">
              <table className="grid">
                <thead>
                  <tr>
                    <th scope="col">Field</th>
                    <th scope="col">Measure</th>
                    <th scope="col" className="num">
                      Value and interval
                    </th>
                    <th scope="col" className="num">
                      Says the same
                    </th>
                    <th scope="col" className="num">
                      n
                    </th>
                    <th scope="col">Note</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.field}>
                      <th scope="row" className="name">
                        {row.field}
                      </th>
                      <td>{row.measure}</td>
                      <td className="num">
                        {row.value === null || row.low === null || row.high === null ? (
                          <span className="dim">not measured</span>
                        ) : (
                          <>
                            {row.value.toFixed(3)}{' '}
                            <span className="dim small" title={`${Math.round(100 * row.level)} % interval`}>
                              [{row.low.toFixed(3)}, {row.high.toFixed(3)}]
                            </span>
                          </>
                        )}
                      </td>
                      <td className="num">
                        {row.observed === null ? '–' : `${(100 * row.observed).toFixed(0)} %`}
                      </td>
                      <td className="num">
                        {countText(row.n)} <span className="dim small">in {countText(row.clusters)}</span>
                      </td>
                      <td className="small dim" style={{ maxWidth: 320 }}>
                        {row.note}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {rows.length === 0 ? <p className="dim">No two people have done the same item yet.</p> : null}
              {pairs.length === 0 ? null : (
                <table className="grid" style={{ marginTop: 16 }}>
                  <thead>
                    <tr>
                      <th scope="col">Two people</th>
                      <th scope="col">Field</th>
                      <th scope="col" className="num">
                        Same
                      </th>
                      <th scope="col" className="num">
                        Cohen's kappa
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {pairs.map((pair) => (
                      <tr key={`${pair.a} ${pair.b} ${pair.field}`}>
                        <td>
                          <HostileText text={pair.a} /> and <HostileText text={pair.b} />
                        </td>
                        <td>{pair.field}</td>
                        <td className="num">
                          {pair.same} / {pair.n}
                        </td>
                        <td className="num">
                          {pair.kappa === null ? <span className="dim">–</span> : pair.kappa.toFixed(3)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
            </div>
          </section>
        )}
      </Loaded>
    </div>
  )
}
