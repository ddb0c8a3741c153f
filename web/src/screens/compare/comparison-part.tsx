import type { ComparisonView, ComparedFigureView } from '../../../../src/server/api-types.ts'
import { useAddress } from '../../address.ts'
import { plural } from '../../parts/format.ts'
import { PlotView } from '../../parts/plot-view.tsx'
import { HostileText } from '../../parts/text.tsx'
import { Contenders } from './contenders.tsx'
import { PairDetail } from './pair-detail.tsx'
import { Pairs } from './pairs.tsx'

type Group = ComparisonView['groups'][number]

/** One figure of a track at a time. Runs under other settings stand in a group of their own. */
export function ComparisonPart({ comparison }: { readonly comparison: ComparisonView }) {
  const [address, change] = useAddress()
  const { groups, warnings } = comparison
  const group = groups.find(({ settings }) => settings === address['settings']) ?? groups[0]
  const figure = group?.figures.find((one) => figureKey(one) === address['figure']) ?? group?.figures[0]
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="notice">
          <HostileText text={warning} />
        </p>
      ))}
      <div className="row">
        {groups.length < 2 ? null : (
          <label>
            <span className="dim">Settings </span>
            <select
              value={group?.settings ?? ''}
              onChange={(event) => change({ settings: event.target.value, pair: undefined })}
            >
              {groups.map(({ settings }) => (
                <option key={settings}>{settings}</option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span className="visually-hidden">Figure</span>
          <select
            value={figure === undefined ? '' : figureKey(figure)}
            onChange={(event) => change({ figure: event.target.value, pair: undefined })}
          >
            {(group?.figures ?? []).map((one) => (
              <option key={figureKey(one)} value={figureKey(one)}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
        {group === undefined || figure === undefined ? null : (
          <span className="dim">
            {plural(figure.n, 'case')} in {plural(figure.clusters, 'cluster')}, {group.settings}
          </span>
        )}
      </div>
      {group === undefined || figure === undefined ? (
        <p className="dim">Nothing measures these systems on the same cases.</p>
      ) : (
        <FigureCompared
          key={`${group.track} ${group.settings} ${figureKey(figure)}`}
          comparison={comparison}
          group={group}
          figure={figure}
        />
      )}
    </>
  )
}

function figureKey({ instrument, metric }: ComparedFigureView): string {
  return `${instrument} ${metric}`
}

function FigureCompared({
  comparison,
  group,
  figure,
}: {
  readonly comparison: ComparisonView
  readonly group: Group
  readonly figure: ComparedFigureView
}) {
  const [{ pair: asked }, change] = useAddress()
  const pair = figure.pairs.find(({ a, b }) => `${a}|${b}` === asked) ?? figure.pairs[0]
  return (
    <div className="compare">
      <div className="stack">
        <p>
          {figure.description}; {figure.direction} is better.
        </p>
        <Contenders figure={figure} />
        {figure.leftOut.length === 0 ? null : (
          <ul className="small dim">
            {figure.leftOut.map(({ label, why }) => (
              <li key={label}>
                <HostileText text={label} dir="ltr" /> is left out: <HostileText text={why} />
              </li>
            ))}
          </ul>
        )}
        {figure.findings.length === 0 ? null : (
          <ul className="findings">
            {figure.findings.map((finding) => (
              <li key={finding}>
                <HostileText text={finding} />
              </li>
            ))}
          </ul>
        )}
        <Pairs
          figure={figure}
          alpha={comparison.alpha}
          chosen={pair === undefined ? null : `${pair.a}|${pair.b}`}
          onChoose={(key) => change({ pair: key }, { replace: true })}
        />
        {figure.plots.map((plot) => (
          <PlotView key={plot.id} plot={plot} />
        ))}
      </div>
      {pair === undefined ? null : <PairDetail track={group.track} figure={figure} pair={pair} />}
    </div>
  )
}
