import type { ComparedFigureView } from '../../../../src/server/api-types.ts'
import { Figure } from '../../parts/figure.tsx'
import { axisOf, Interval } from '../../parts/interval.tsx'
import { SystemName } from '../../parts/system-name.tsx'

/** Figures on the cases that all have, best first. */
export function Contenders({ figure }: { readonly figure: ComparedFigureView }) {
  const axis = axisOf(
    figure.contenders.map((one) => one.figure),
    figure.range,
  )
  return (
    <div className="table-wrap">
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col" style={{ width: '34%' }}>
              {axis.low.toFixed(2)} – {axis.high.toFixed(2)}
            </th>
            <th scope="col" className="num">
              {figure.label}
            </th>
            <th scope="col" title="letters in common: not shown to differ">
              Groups
            </th>
            <th scope="col" title="ranks that the decisions leave open">
              Ranks
            </th>
          </tr>
        </thead>
        <tbody>
          {figure.contenders.map((one) => (
            <tr key={one.label}>
              <th scope="row" className="name">
                <SystemName system={one.label} kind={one.kind} />
              </th>
              <td>
                <Interval
                  name={one.label}
                  figure={one.figure}
                  axis={axis}
                  kind={one.kind}
                  decimals={figure.decimals}
                />
              </td>
              <td className="num">
                <Figure figure={one.figure} decimals={figure.decimals} />
              </td>
              <td>{one.letters ?? ''}</td>
              <td>
                {one.rank === null
                  ? ''
                  : one.rank.low === one.rank.high
                    ? one.rank.low
                    : `${one.rank.low}–${one.rank.high}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
