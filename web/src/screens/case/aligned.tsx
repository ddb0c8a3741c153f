import type { AlignmentView, BlockView } from '../../../../src/server/api-types.ts'
import { useTip } from '../../parts/tip.tsx'
import { alignedItems, itemsOf, weightOf, type AlignedPair } from './alignment.ts'
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
  const { pairs, missing, extra } = alignedItems(
    itemsOf(gold, alignment.gold),
    itemsOf(prediction, alignment.predicted),
    alignment,
  )
  return (
    <section aria-label={`Gold and prediction, paired by ${alignment.instrument}`}>
      <div className="aligned">
        <span className="head">Gold</span>
        <span className="head" style={{ textAlign: 'center' }}>
          alike
        </span>
        <span className="head">Prediction</span>
        {pairs.map((row) => (
          <Row key={row.pair.gold} row={row} onItem={onItem} />
        ))}
        {missing.length + extra.length === 0 ? null : (
          <>
            <div className="item-list">
              <span className="small dim">
                {missing.length === 0 ? 'nothing missing' : `${missing.length} missing`}
              </span>
              {missing.map((item) => (
                <ItemCard key={item.key} item={item} state="missing" onItem={onItem} />
              ))}
            </div>
            <span />
            <div className="item-list">
              <span className="small dim">
                {extra.length === 0 ? 'nothing extra' : `${extra.length} extra`}
              </span>
              {extra.map((item) => (
                <ItemCard key={item.key} item={item} state="extra" />
              ))}
            </div>
          </>
        )}
      </div>
      {pairs.length + missing.length + extra.length === 0 ? (
        <p className="dim">Neither has an item.</p>
      ) : null}
      {pairs.length === 0 ? null : (
        <details className="small">
          <summary className="dim">Similarities as a table</summary>
          <Parts alignment={alignment} rows={pairs} />
        </details>
      )}
    </section>
  )
}

function Row({ row, onItem }: { readonly row: AlignedPair; readonly onItem: (key: string) => void }) {
  const { gold, predicted, pair } = row
  return (
    <>
      <ItemCard item={gold} onItem={onItem} />
      <Join pair={pair} />
      <ItemCard item={predicted} />
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
  readonly rows: readonly AlignedPair[]
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
        {rows.map(({ gold, predicted, pair }) => (
          <tr key={pair.gold}>
            <td>{gold.id ?? gold.key}</td>
            <td>{predicted.id ?? predicted.key}</td>
            <td className="num">{pair.score.toFixed(3)}</td>
            {names.map((name) => (
              <td key={name} className="num">
                {pair.parts.find((part) => part.name === name)?.value?.toFixed(3) ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
