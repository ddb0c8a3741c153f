import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { ComparedFigureView, ComparedPairView } from '../../../../src/server/api-types.ts'
import { runPath, useAnswer } from '../../api/client.ts'
import { countText, plural } from '../../parts/format.ts'
import { HostileText } from '../../parts/text.tsx'
import { useTip } from '../../parts/tip.tsx'
import { WinTieLoss } from './pairs.tsx'
import { radiusOf, scatterPoints, valuesByHash, type ScatterPoint } from './scatter.ts'

/** Flips that are listed before "more". */
const SHOWN = 50

/** Two systems case by case: scatter and list of flips; each leads to the case with both answers. */
export function PairDetail({
  track,
  figure,
  pair,
}: {
  readonly track: string
  readonly figure: ComparedFigureView
  readonly pair: ComparedPairView
}) {
  const a = figure.contenders.find(({ label }) => label === pair.a)
  const b = figure.contenders.find(({ label }) => label === pair.b)
  const [most, setMost] = useState(SHOWN)
  if (a === undefined || b === undefined) return null
  const search = (id: string) => ({
    run: a.run,
    track,
    case: id,
    system: a.system,
    ...(a.run === b.run ? { beside: b.system } : {}),
  })
  return (
    <aside className="stack pair-detail">
      <section className="panel">
        <header>
          <h2 className="grow">
            <HostileText text={pair.a} dir="ltr" /> and <HostileText text={pair.b} dir="ltr" />
          </h2>
          <WinTieLoss pair={pair} />
        </header>
        <div className="body">
          <Scatter track={track} figure={figure} pair={pair} a={a} b={b} />
        </div>
      </section>
      <section className="panel">
        <header>
          <h2 className="grow">Cases that differ</h2>
          <span className="dim small">{plural(pair.flips.length, 'case')}, the largest first</span>
        </header>
        <div className="table-wrap" style={{ maxHeight: 420 }}>
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">Case</th>
                <th scope="col" className="num">
                  a
                </th>
                <th scope="col" className="num">
                  b
                </th>
                <th scope="col" className="num">
                  a − b
                </th>
              </tr>
            </thead>
            <tbody>
              {pair.flips.slice(0, most).map((flip) => (
                <tr key={flip.hash}>
                  <td>
                    <Link to="/case" search={search(flip.case)}>
                      <HostileText text={flip.case} dir="ltr" />
                    </Link>
                  </td>
                  <td className="num">{flip.a.toFixed(figure.decimals)}</td>
                  <td className="num">{flip.b.toFixed(figure.decimals)}</td>
                  <td className="num">{(flip.a - flip.b).toFixed(figure.decimals)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {pair.flips.length <= most ? null : (
            <button type="button" className="plain" onClick={() => setMost(most + 200)}>
              {countText(pair.flips.length - most)} more
            </button>
          )}
        </div>
      </section>
    </aside>
  )
}

type Contender = ComparedFigureView['contenders'][number]

function Scatter({
  track,
  figure,
  pair,
  a,
  b,
}: {
  readonly track: string
  readonly figure: ComparedFigureView
  readonly pair: ComparedPairView
  readonly a: Contender
  readonly b: Contender
}) {
  const params = { track, instrument: figure.instrument, metric: figure.metric }
  const tableA = useAnswer(runPath(a.run, 'cases'), { track }).data
  const tableB = useAnswer(runPath(b.run, 'cases'), { track }).data
  const outcomesA = useAnswer(runPath(a.run, 'outcomes'), params).data
  const outcomesB = useAnswer(runPath(b.run, 'outcomes'), params).data
  const points = useMemo(
    () =>
      tableA === undefined || tableB === undefined || outcomesA === undefined || outcomesB === undefined
        ? null
        : scatterPoints(valuesByHash(tableA, outcomesA, a.system), valuesByHash(tableB, outcomesB, b.system)),
    [tableA, tableB, outcomesA, outcomesB, a.system, b.system],
  )
  if (points === null) return <div className="skeleton" style={{ height: 340 }} />
  const [low, high] = figure.range
  const at = (value: number): number => 36 + (288 * (value - low)) / (high - low || 1)
  return (
    <>
      <svg
        viewBox="0 0 340 340"
        className="scatter"
        role="group"
        aria-label={`${pair.a} against ${pair.b}, case by case`}
      >
        <rect x="36" y="16" width="288" height="288" fill="none" stroke="var(--line)" />
        <line x1="36" y1="304" x2="324" y2="16" stroke="var(--dim)" strokeDasharray="3 3" />
        {points.map((point) => (
          <Dot
            key={`${point.x} ${point.y}`}
            point={point}
            x={at(point.x)}
            y={340 - at(point.y)}
            pair={pair}
            decimals={figure.decimals}
            search={{ run: a.run, track, system: a.system, ...(a.run === b.run ? { beside: b.system } : {}) }}
          />
        ))}
        <text x="180" y="334" textAnchor="middle" className="small" fill="var(--dim)">
          a: {pair.a}
        </text>
        <text
          x="12"
          y="160"
          textAnchor="middle"
          className="small"
          fill="var(--dim)"
          transform="rotate(-90 12 160)"
        >
          b: {pair.b}
        </text>
        <text x="36" y="317" textAnchor="middle" className="small" fill="var(--dim)">
          {low}
        </text>
        <text x="324" y="317" textAnchor="middle" className="small" fill="var(--dim)">
          {high}
        </text>
      </svg>
      <p className="dim small">
        A dot is a case, a larger one several; below the line a is the higher one. A click opens the case.
      </p>
    </>
  )
}

function Dot({
  point,
  x,
  y,
  pair,
  decimals,
  search,
}: {
  readonly point: ScatterPoint
  readonly x: number
  readonly y: number
  readonly pair: ComparedPairView
  readonly decimals: number
  readonly search: Readonly<Record<string, string>>
}) {
  const navigate = useNavigate()
  const [first = ''] = point.cases
  const more = point.cases.length - 1
  const facts = `${pair.a}: ${point.x.toFixed(decimals)}\n${pair.b}: ${point.y.toFixed(decimals)}\n${first}${more === 0 ? '' : ` and ${more} more`}`
  const tip = useTip(facts)
  const open = (): void => void navigate({ to: '/case', search: { ...search, case: first } })
  const tone = point.x === point.y ? 'var(--dim)' : point.x > point.y ? 'var(--s2)' : 'var(--s1)'
  return (
    <circle
      cx={x}
      cy={y}
      r={radiusOf(point.cases.length)}
      fill={tone}
      fillOpacity="0.55"
      stroke={tone}
      role="link"
      tabIndex={0}
      aria-label={facts.replaceAll('\n', ', ')}
      style={{ cursor: 'pointer' }}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open()
      }}
      {...tip}
    />
  )
}
