import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flatRows, rowJson } from './flat-rows.ts'
import { madeReport, madeRow, rate, type MadeRun, type Repeats } from './fixtures/made-run.ts'
import { renderMarkdown } from './markdown.ts'
import { repeatFigures } from './repeats.ts'
import { renderTerminal } from './terminal.ts'

const binary = { ...rate, binary: true }
const figures = (groups: readonly (readonly number[])[], metric = rate, repeats = 3) =>
  repeatFigures(
    groups.map((values, index) => ({ case: `c${index}`, cluster: `c${index}`, weight: 1, values })),
    metric,
    repeats,
  )

describe('variance between repeats of a case and between cases', () => {
  it.each([
    [
      'both',
      [
        [0, 0],
        [1, 1],
        [1, 0],
      ],
      1 / 6,
      1 / 6,
      0.5,
    ],
    [
      'repeats alone, never less than none between cases',
      [
        [1, 0],
        [0, 1],
      ],
      0.5,
      0,
      1,
    ],
    [
      'cases alone',
      [
        [0, 0],
        [1, 1],
      ],
      0,
      0.5,
      0,
    ],
    [
      'nothing at all',
      [
        [1, 1],
        [1, 1],
      ],
      0,
      0,
      null,
    ],
    // Worked by hand: 6/2; (18.75 - 3) / (4 - 10/4).
    ['unequal numbers of repeats', [[0, 0, 3], [6]], 3, 10.5, 3 / 13.5],
    ['a case without a measured repeat is not there', [[0, 0], [], [1, 1], [1, 0]], 1 / 6, 1 / 6, 0.5],
    ['one case', [[0, 1]], 0.5, 0, 1],
  ])('%s', (_, groups, within, between, withinShare) => {
    const found = figures(groups)
    expect(found?.within).toBeCloseTo(within, 12)
    expect(found?.between).toBeCloseTo(between, 12)
    if (withinShare === null) expect(found?.withinShare).toBeNull()
    else expect(found?.withinShare).toBeCloseTo(withinShare, 12)
  })

  it('can not be told where no case was measured twice', () => {
    expect(figures([[1], [0], []])).toBeNull()
  })

  it('does not change with the level, and grows with the square of the scale', () => {
    const value = fc.integer({ min: -20, max: 20 })
    const groups = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(groups, value, fc.integer({ min: 1, max: 9 }), (given, level, scale) => {
        const found = figures(given)
        const moved = figures(given.map((values) => values.map((item) => level + scale * item)))
        expect(moved?.within).toBeCloseTo((found?.within ?? NaN) * scale ** 2, 6)
        expect(moved?.between).toBeCloseTo((found?.between ?? NaN) * scale ** 2, 6)
      }),
    )
  })
})

const cell = (...repeats: Repeats['repeats']): Repeats => ({ repeats })
const made: MadeRun = {
  systems: [{ id: 'a' }, { id: 'oracle', kind: 'privileged' }],
  repeats: 3,
  metric: binary,
  values: {
    a: [cell(1, 1, 1), cell(1, 1, 0), cell(1, 0, 0), cell(0, 0, 0)],
    oracle: [cell(1, 1, 1), cell(1, 1, 1), cell(1, 1, 1), cell(1, 1, 1)],
  },
}

describe('pass^k and majority', () => {
  it('count cases with all, or more than half, of the repeats right, and have an interval', async () => {
    const row = await madeRow(made, 'a')
    expect(row.figure).toMatchObject({ value: expect.closeTo(0.5, 12), n: 4 })
    expect(row.repeats).toMatchObject({
      n: 3,
      passAll: { value: 0.25, n: 4 },
      majority: { value: 0.5, n: 4 },
    })
    expect(row.repeats?.passAll?.high).toBeGreaterThan(0.25)
  })

  it('half of the repeats is no majority', () => {
    expect(
      figures(
        [
          [1, 0],
          [1, 1],
        ],
        binary,
        2,
      )?.majority?.value,
    ).toBe(0.5)
  })

  it('a fault of the system is a wrong repeat; a case with a lost one is left out', async () => {
    const faulty = cell(1, 1, 'fault of system')
    const a = [faulty, cell(1, 1, 'fault of infrastructure'), cell(1, 1, 1), cell(1, 'unscored', 1)]
    const { repeats } = await madeRow({ ...made, values: { a } }, 'a')
    expect(repeats).toMatchObject({ passAll: { value: 0.5, n: 2 }, majority: { value: 1, n: 2 } })
  })

  it('follow the direction of the metric', () => {
    const lower = { ...binary, direction: 'lower' } as const
    expect(
      figures(
        [
          [0, 0, 0],
          [1, 1, 1],
        ],
        lower,
      )?.passAll?.value,
    ).toBe(0.5)
    expect(figures([[0, 0, 0]], lower)?.passAll?.value).toBe(0)
  })

  it('are not there for other metrics, without a complete case, and without repeats', async () => {
    const share = await madeRow({ ...made, metric: rate }, 'a')
    expect(share.repeats).toMatchObject({ passAll: null, majority: null })
    expect(
      figures(
        [
          [1, 1],
          [0, 1],
        ],
        binary,
      ),
    ).toMatchObject({ passAll: null, majority: null })
    expect(await madeRow({ ...made, repeats: 1, values: { a: [1, 0] } }, 'a')).not.toHaveProperty('repeats')
  })
})

describe('repeats are shown', () => {
  it('in the rows of the document', async () => {
    const row = await madeRow(made, 'a')
    expect(rowJson(row)).toMatchObject({
      repeats: {
        n: 3,
        within: expect.closeTo(1 / 6, 12),
        withinShare: expect.closeTo(9 / 16, 12),
        passAll: { value: 0.25 },
      },
    })
  })

  it('in one line per ranked system, and in Markdown', async () => {
    const report = await madeReport(made)
    const line =
      /a, 3 repeats: 56 % of the variance is between repeats of a case.*pass\^3 0\.250 \[.*majority 0\.500 \[/
    const text = renderTerminal(report, { width: 300, color: false, allMetrics: false, overview: false })
    expect(text).toMatch(line)
    expect(text).not.toContain('oracle, 3 repeats')
    expect(renderMarkdown(report)).toContain('a, 3 repeats: 56 % of the variance')
    const once = await madeReport({ ...made, repeats: 1, values: { a: [1, 0] } })
    expect(
      renderTerminal(once, { width: 300, color: false, allMetrics: false, overview: false }),
    ).not.toContain('repeats')
  })
})

describe('a sample says so', () => {
  const data = { sample: { n: 2, stratify: 'language' }, seed: 3 }
  const sampled = { ...made, values: { a: [1, 0] }, repeats: 1, data, sampledFrom: 214 }

  it('above each table, in the notes and in each flat row', async () => {
    const report = await madeReport(sampled)
    const note = 'a sample of 2 of 214 cases (seed 3, stratified by language)'
    expect(report.run.selection).toBe(note)
    for (const text of [
      renderTerminal(report, { width: 200, color: false, allMetrics: false, overview: false }),
      renderMarkdown(report).replaceAll('\\', ''),
    ]) {
      expect(text).toContain(`Only a part of the data was run: ${note}.`)
      expect(text).toMatch(/Made up.*a sample of 2 of 214 cases in 2 clusters/)
    }
    expect(flatRows(report)[0]?.selection).toBe(note)
  })

  it('without strata, with other conditions, and never more than there were', async () => {
    const where = [{ tag: 'lang', value: 'en' }]
    const plain = { ...data, sample: { n: 500, stratify: null }, where }
    const report = await madeReport({ ...sampled, data: plain })
    expect(report.run.selection).toBe('a sample of 214 of 214 cases (seed 3), lang=en')
    expect(flatRows(await madeReport({ ...made, repeats: 1, values: { a: [1] } }))[0]?.selection).toBeNull()
  })
})
