import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { madeReport, rate } from './fixtures/made-run.ts'
import { realisticReport } from './fixtures/realistic.ts'
import { renderMarkdown } from './markdown.ts'
import { renderTerminal } from './terminal.ts'

const plain = { color: false, allMetrics: true, overview: false }

describe('renderTerminal', () => {
  it.each([60, 80, 100, 140])('fits into %s cells', async (width) => {
    const text = renderTerminal(await realisticReport(), { ...plain, width })
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width)
    expect(text).toMatchSnapshot()
  })

  it('uses no escape codes without colour, and some with', async () => {
    const report = await realisticReport()
    expect(renderTerminal(report, { ...plain, width: 80 })).not.toContain('\u001B')
    expect(renderTerminal(report, { ...plain, width: 80, color: true })).toContain('\u001B[')
  })

  it('cleans hostile names and keeps long ones inside the width', async () => {
    const hostile = `\u001B[2J\u202Eevil\n${'無'.repeat(200)}`
    const report = await madeReport({ systems: [{ id: hostile }], values: { [hostile]: [1, 0, 1, 0] } })
    const text = renderTerminal({ ...report, warnings: [hostile] }, { ...plain, width: 60 })
    expect(text).not.toContain('\u001B')
    expect(text).not.toContain('\u202E')
    expect(text.split('\n').filter((line) => stringWidth(line) > 60)).toEqual([])
  })

  it('shows no table of a track that nothing measures, in Markdown neither', async () => {
    const report = await madeReport({
      systems: [{ id: 'a' }],
      values: { a: [1, 0, 1, 0] },
      headline: { none: 'answers are free text' },
      publishedFigure: null,
    })
    const bare = { ...report, tracks: report.tracks.map((track) => ({ ...track, rows: [] })) }
    for (const allMetrics of [false, true]) {
      const text = renderTerminal(bare, { ...plain, allMetrics, width: 80 })
      expect(text).not.toMatch(/^system|^instrument|^─/m)
      expect(text).toContain('No headline: answers are free text')
    }
    expect(renderMarkdown(bare)).not.toContain('| system |')
    expect(renderMarkdown(report)).toContain('| system |')
  })

  it.each([60, 80, 100])('tells beside every metric how many cases it is of, in %s cells', async (width) => {
    const id = 'provider/a-model-with-a-long-name'
    const report = await madeReport({
      systems: [{ id }],
      values: { [id]: [1, 0, 'fault of infrastructure', 1, 0] },
      metric: { ...rate, name: 'grounding_accuracy_of_all' },
    })
    expect(renderTerminal(report, { ...plain, width })).toMatch(/^made@1 .*0\.500 \[.*\] +4 of 5/m)
  })

  it('plots the metric itself where no headline can be given', async () => {
    const report = await madeReport({ systems: [{ id: 'a' }], values: { a: [1, 0, 1, 0] } })
    expect(renderTerminal(report, { ...plain, width: 140 })).toMatch(/0 to 1/)
  })

  it('shows one line per track when only the overview is asked for', async () => {
    const text = renderTerminal(await realisticReport(), { ...plain, width: 120, overview: true })
    expect(text).toMatch(/^Overview\n/)
    expect(text).not.toContain('privileged')
    expect(text).toContain('licence')
  })
})
