import type { ComparedFigureView, ComparedPairView } from '../../../../src/server/api-types.ts'
import { intervalText, signed } from '../../parts/format.ts'
import { HostileText } from '../../parts/text.tsx'
import { useTip } from '../../parts/tip.tsx'
import { outcomeShares } from './scatter.ts'

/** Differences of all pairs, drawn on one axis around nothing. */
export function Pairs({
  figure,
  alpha,
  chosen,
  onChoose,
}: {
  readonly figure: ComparedFigureView
  readonly alpha: number
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
}) {
  const reach = Math.max(
    1e-9,
    ...figure.pairs.flatMap(({ difference: { low, high } }) => [Math.abs(low), Math.abs(high)]),
  )
  return (
    <section className="stack" style={{ gap: 6 }}>
      <h2>Paired differences</h2>
      <div className="table-wrap" style={{ maxHeight: 420 }}>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">a − b</th>
              <th scope="col" style={{ width: '26%' }}>
                −{reach.toFixed(2)} · 0 · +{reach.toFixed(2)}
              </th>
              <th scope="col" className="num">
                Difference
              </th>
              <th scope="col">Won, tied, lost</th>
              <th
                scope="col"
                className="num"
                title="two-sided, over clusters; adjusted over all pairs (Holm)"
              >
                p adjusted
              </th>
            </tr>
          </thead>
          <tbody>
            {figure.pairs.map((pair) => (
              <PairRow
                key={`${pair.a}|${pair.b}`}
                pair={pair}
                figure={figure}
                reach={reach}
                alpha={alpha}
                isChosen={chosen === `${pair.a}|${pair.b}`}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      </div>
      {figure.slices.length === 0 ? null : (
        <details>
          <summary>By slice (exploratory)</summary>
          <table className="grid small">
            <tbody>
              {figure.slices.map((one) => (
                <tr key={`${one.slice.tag} ${one.slice.value} ${one.a}|${one.b}`}>
                  <td>
                    {one.slice.tag} {one.slice.value}
                  </td>
                  <td>
                    {one.a} − {one.b}
                  </td>
                  <td className="num">
                    {signed(one.difference.value, figure.decimals)}{' '}
                    {intervalText(one.difference, figure.decimals)}
                  </td>
                  <td className="num">{pText(one.adjusted)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  )
}

/** `0.013`; never 0. */
export function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}

function PairRow({
  pair,
  figure,
  reach,
  alpha,
  isChosen,
  onChoose,
}: {
  readonly pair: ComparedPairView
  readonly figure: ComparedFigureView
  readonly reach: number
  readonly alpha: number
  readonly isChosen: boolean
  readonly onChoose: (key: string) => void
}) {
  const { difference, a, b } = pair
  const facts = `${a} − ${b}\n${signed(difference.value, figure.decimals)} ${intervalText(difference, figure.decimals)}\n${Math.round(100 * difference.level)} % interval, ${difference.method}\nn = ${difference.n} pairs in ${difference.clusters} clusters\np ${pText(pair.p)}, adjusted ${pText(pair.adjusted)}${pair.bounds === null ? '' : `\nwith what was lost: ${signed(pair.bounds.low, figure.decimals)} to ${signed(pair.bounds.high, figure.decimals)}`}`
  const tip = useTip(facts)
  const at = (value: number): string => `${50 + (48 * value) / reach}%`
  const tone = pair.differs ? 'var(--accent)' : 'var(--dim)'
  return (
    <tr aria-selected={isChosen} onClick={() => onChoose(`${a}|${b}`)} style={{ cursor: 'pointer' }}>
      <td>
        <button
          type="button"
          className="plain"
          aria-pressed={isChosen}
          style={{ whiteSpace: 'normal', textAlign: 'start' }}
        >
          <span>
            <HostileText text={a} dir="ltr" /> − <HostileText text={b} dir="ltr" />
          </span>
        </button>
      </td>
      <td>
        <svg className="interval" role="img" aria-label={facts.replaceAll('\n', '; ')} {...tip}>
          <line x1="50%" x2="50%" y1="0" y2="20" stroke="var(--dim)" strokeDasharray="2 2" />
          <line
            x1={at(difference.low)}
            x2={at(difference.high)}
            y1="10"
            y2="10"
            stroke={tone}
            strokeWidth="2.5"
          />
          <circle
            cx={at(difference.value)}
            cy="10"
            r="4.5"
            fill={pair.differs ? tone : 'var(--page)'}
            stroke={tone}
            strokeWidth="2"
          />
        </svg>
      </td>
      <td className="num">
        {signed(difference.value, figure.decimals)}{' '}
        <span className="dim small">{intervalText(difference, figure.decimals)}</span>
      </td>
      <td>
        <WinTieLoss pair={pair} />
      </td>
      <td
        className="num"
        title={pair.differs ? `shown to differ at ${alpha}` : `not shown to differ at ${alpha}`}
      >
        {pText(pair.adjusted)} {pair.differs ? <b>≠</b> : null}
      </td>
    </tr>
  )
}

export function WinTieLoss({
  pair,
}: {
  readonly pair: Pick<ComparedPairView, 'a' | 'b' | 'wins' | 'ties' | 'losses'>
}) {
  const { wins, ties, losses } = pair
  const [won, tied, lost] = outcomeShares(wins, ties, losses)
  const words = `${wins} won by a, ${ties} tied, ${losses} won by b`
  return (
    <span className="row" style={{ gap: 6, flexWrap: 'nowrap' }} title={words}>
      <span className="strip" style={{ width: 90 }} role="img" aria-label={words}>
        <span style={{ flex: won, background: 'var(--s2)' }} />
        <span style={{ flex: tied, background: 'var(--line)' }} />
        <span style={{ flex: lost, background: 'var(--s1)' }} />
      </span>
      <span className="small dim nowrap">
        {wins} · {ties} · {losses}
      </span>
    </span>
  )
}
