import type { AlignmentView, BlockView } from '../../../../src/server/api-types.ts'
import { useTip } from '../../parts/tip.tsx'
import { alignedRows, itemsOf, weightOf, type AlignedRow } from './alignment.ts'
import { ItemCard } from './item-card.tsx'

/** Gold left, prediction right; lines join what the instrument took for the same. */
export function Aligned({
  gold,
  prediction,
  alignment,
  onItem,
}: {
  readonly gold: readonly BlockView[]
  readonly prediction: readonly BlockView[]
  readonly alignment: AlignmentView
  readonly onItem: (key: string) => void
}) {
  const rows = alignedRows(itemsOf(gold, alignment.gold), itemsOf(prediction, alignment.predicted), alignment)
  return (
    <section aria-label={`Gold and prediction, paired by ${alignment.instrument}`}>
      <div className="aligned">
        <span className="head">
          Gold {alignment.missing.length === 0 ? '' : `· ${alignment.missing.length} missing`}
        </span>
        <span className="head" style={{ textAlign: 'center' }}>
          alike
        </span>
        <span className="head">
          Prediction {alignment.extra.length === 0 ? '' : `· ${alignment.extra.length} extra`}
        </span>
        {rows.map((row) => (
          <Row key={`${row.gold?.key ?? ''} ${row.predicted?.key ?? ''}`} row={row} onItem={onItem} />
        ))}
      </div>
      {rows.length === 0 ? <p className="dim">Neither has an item.</p> : null}
      <details className="small">
        <summary className="dim">Similarities as a table</summary>
        <Parts alignment={alignment} rows={rows} />
      </details>
    </section>
  )
}

function Row({ row, onItem }: { readonly row: AlignedRow; readonly onItem: (key: string) => void }) {
  const { gold, predicted, pair } = row
  return (
    <>
      {gold === null ? (
        <span />
      ) : (
        <ItemCard item={gold} state={pair === null ? 'missing' : ''} onItem={onItem} />
      )}
      {pair === null ? <span /> : <Join pair={pair} />}
      {predicted === null ? <span /> : <ItemCard item={predicted} state={pair === null ? 'extra' : ''} />}
    </>
  )
}

function partsText({ parts, score }: AlignmentView['pairs'][number]): string {
  return [
    `similarity ${score.toFixed(3)}`,
    ...parts.map(({ name, value }) => `${name} ${value === null ? 'not compared' : value.toFixed(3)}`),
  ].join('\n')
}

function Join({ pair }: { readonly pair: AlignmentView['pairs'][number] }) {
  const tip = useTip(partsText(pair))
  return (
    // eslint-disable-next-line no-noninteractive-tabindex -- its tip is for the keyboard too
    <span
      className="join"
      tabIndex={0}
      role="img"
      aria-label={partsText(pair).replaceAll('\n', ', ')}
      {...tip}
    >
      <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 10 10">
        <line
          x1="0"
          x2="10"
          y1="5"
          y2="5"
          stroke="var(--accent)"
          strokeWidth={weightOf(pair.score)}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span>{pair.score.toFixed(2)}</span>
    </span>
  )
}

function Parts({
  alignment,
  rows,
}: {
  readonly alignment: AlignmentView
  readonly rows: readonly AlignedRow[]
}) {
  const names = [...new Set(alignment.pairs.flatMap(({ parts }) => parts.map(({ name }) => name)))]
  return (
    <table className="grid">
      <thead>
        <tr>
          <th scope="col">Gold</th>
          <th scope="col">Prediction</th>
          <th scope="col" className="num">
            similarity
          </th>
          {names.map((name) => (
            <th key={name} scope="col" className="num">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.flatMap(({ gold, predicted, pair }) =>
          pair === null || gold === null || predicted === null
            ? []
            : [
                <tr key={pair.gold}>
                  <td>{gold.id ?? gold.key}</td>
                  <td>{predicted.id ?? predicted.key}</td>
                  <td className="num">{pair.score.toFixed(3)}</td>
                  {names.map((name) => (
                    <td key={name} className="num">
                      {pair.parts.find((part) => part.name === name)?.value?.toFixed(3) ?? '–'}
                    </td>
                  ))}
                </tr>,
              ],
        )}
      </tbody>
    </table>
  )
}
