import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markupFlaws } from '../html/fixtures/markup-flaws.ts'
import { axisOver, scaleOf, ticksOf, tickTexts } from './axis.ts'
import { differencePlot } from './difference-plot.ts'
import { forestPlot, MOST_FOREST_ROWS, type ForestRow } from './forest.ts'
import { linePlot } from './line-plot.ts'
import { outcomesText, outcomeStrip } from './outcome-strip.ts'
import { PLOT_WIDTH, standaloneSvg, type Plot } from './plot.ts'
import { overlaps, scatterPlot } from './scatter.ts'
import { fitText, textWidth } from './text.ts'

interface Label {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly text: string
}

/** Where the texts of a plot stand, by the widths that plots reckon with. */
function labelsOf({ body }: Plot): Label[] {
  return [...body.markup.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = '', raw = '']) => {
    const of = (name: string): string => new RegExp(` ?\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    const text = raw
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    const width = textWidth(text)
    const anchor = of('text-anchor')
    const x = Number(of('x')) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
    return { x, y: Number(of('y')) - 10, width, height: 11, text }
  })
}

function collisions(plot: Plot): string[] {
  const labels = labelsOf(plot)
  return labels.flatMap((one, place) =>
    labels.slice(place + 1).flatMap((other) => (overlaps(one, other) ? [`${one.text} / ${other.text}`] : [])),
  )
}

function outside(plot: Plot): string[] {
  return labelsOf(plot).flatMap(({ x, y, width, height, text }) =>
    x < -0.5 || x + width > plot.width + 0.5 || y < 0 || y + height > plot.height + 1 ? [text] : [],
  )
}

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constant('通义千问'.repeat(20)))
const row: fc.Arbitrary<ForestRow> = fc.record({
  name,
  kind: fc.constantFrom('ranked', 'privileged', 'input-blind', 'published'),
  value: unit,
  interval: fc.option(fc.tuple(unit, unit).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)),
  n: fc.option(fc.integer({ min: 0, max: 100_000 })),
  invalid: fc.boolean(),
})

describe('axes', () => {
  it.each([
    [
      [0, 1],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [
      [0, 100],
      [0, 20, 40, 60, 80, 100],
    ],
    [
      [-0.3, 0.5],
      [-0.2, 0, 0.2, 0.4],
    ],
    [
      [1, 5],
      [1, 2, 3, 4, 5],
    ],
    [
      [0, 0.0023],
      [0, 0.0005, 0.001, 0.0015, 0.002],
    ],
    [[2, 2], [2]],
  ] as const)('%j has ticks %j', ([low, high], ticks) => {
    expect(ticksOf([low, high])).toEqual(ticks)
  })

  it('writes ticks with as many decimals as all need', () => {
    expect(tickTexts([0, 0.25, 0.5])).toEqual(['0.00', '0.25', '0.50'])
  })

  it('hold all values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (values) => {
          const [low, high] = axisOver(values)
          const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high))
          expect(low).toBeLessThanOrEqual(Math.min(...values) + slack)
          expect(high).toBeGreaterThanOrEqual(Math.max(...values) - slack)
        },
      ),
    )
  })

  it('stop at their ends', () => {
    const x = scaleOf([0, 1], 10, 110)
    expect([-1, 0, 0.5, 1, 7].map(x)).toEqual([10, 10, 60, 110, 110])
  })
})

describe('texts', () => {
  it('fit, whatever they are made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 20, max: 400 }), (text, width) => {
        expect(textWidth(fitText(text, width))).toBeLessThanOrEqual(width + 14)
      }),
    )
  })
})

describe('a forest plot', () => {
  it('lets no two texts overlap and none stick out', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), unit, unit, (rows, floor, ceiling) => {
        const plot = forestPlot({
          title: 'alpsbench/extraction: headline',
          axisText: 'share',
          axis: [0, 1],
          decimals: 3,
          rows,
          marks: [
            { at: floor, name: 'floor: baseline:other-user-with-a-long-name-that-goes-on' },
            { at: ceiling, name: 'oracle: oracle' },
          ],
        })
        expect(collisions(plot)).toEqual([])
        expect(outside(plot)).toEqual([])
        expect(markupFlaws(standaloneSvg([plot]))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('says how many rows it leaves out', () => {
    const rows = Array.from({ length: MOST_FOREST_ROWS + 5 }, (_, place): ForestRow => ({
      name: `system ${place}`,
      kind: 'ranked',
      value: 0.5,
      interval: [0.4, 0.6],
      n: 10,
      invalid: false,
    }))
    const plot = forestPlot({ title: 't', axisText: 'f1', axis: [0, 1], decimals: 3, rows, marks: [] })
    expect(plot.body.markup).toContain('f1; 5 more are in the table')
  })
})

describe('a scatter plot', () => {
  it('keeps numbers apart where points lie close, and names all below', () => {
    const points = Array.from({ length: 8 }, (_, place) => ({
      name: `system ${place}`,
      kind: 'ranked' as const,
      x: { value: 0.5 + place * 0.004, interval: [0.4, 0.6] as const },
      y: { value: 0.5, interval: [0.4, 0.6] as const },
    }))
    const plot = scatterPlot({ title: 't', xText: 'direct', yText: 'indirect', diagonal: true, points })
    expect(collisions(plot).filter((text) => /^\d \/ \d$/.test(text))).toEqual([])
    expect(outside(plot)).toEqual([])
    for (const { name: system } of points) expect(plot.body.markup).toContain(system)
  })
})

describe('a line plot', () => {
  it('numbers its lines apart, also where all end at one place', () => {
    const series = Array.from({ length: 12 }, (_, place) => ({
      name: `system ${place}`,
      kind: place % 2 === 0 ? ('ranked' as const) : ('published' as const),
      points: [100, 1000].map((x) => ({ x, value: 0.1, interval: null })),
    }))
    const plot = linePlot({ title: 't', xText: 'distractors', yText: 'accuracy', axis: [0, 1], series })
    expect(collisions(plot)).toEqual([])
    expect(outside(plot)).toEqual([])
    expect(plot.body.markup.match(/stroke-dasharray/g)).toHaveLength(6)
  })
})

describe('a plot of differences', () => {
  it('lets no two texts overlap', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            a: name,
            b: name,
            value: unit,
            low: unit,
            high: unit,
            differs: fc.boolean(),
            wins: fc.nat(9),
            ties: fc.nat(9),
            losses: fc.nat(9),
          }),
          { maxLength: 8 },
        ),
        (rows) => {
          const plot = differencePlot('Differences', 3, rows)
          expect(collisions(plot)).toEqual([])
          expect(outside(plot)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('an outcome strip', () => {
  const none = { scored: 0, unscored: 0, failedSystem: 0, failedInfrastructure: 0, skipped: 0 }
  const widths = (plot: Plot): number[] =>
    [...plot.body.markup.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))

  it('is as long as its shares, and shows one case of many', () => {
    expect(widths(outcomeStrip('s', { ...none, scored: 5, skipped: 5 }))).toEqual([100, 100])
    const [scored = 0, failed = 0] = widths(outcomeStrip('s', { ...none, scored: 99_999, failedSystem: 1 }))
    expect(failed).toBeGreaterThan(1.5)
    expect(scored + failed).toBeCloseTo(200, 1)
  })

  it('says in words what it draws', () => {
    expect(outcomesText({ ...none, scored: 3, failedInfrastructure: 2 })).toBe(
      '● 3 scored, ⚠ 2 failed, the infrastructure',
    )
    expect(outcomesText(none)).toBe('no case')
  })
})

it('is as wide as a phone can show', () => {
  expect(PLOT_WIDTH).toBeLessThanOrEqual(480)
})
