import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { reportJson } from '../flat-rows.ts'
import { renderMarkdown } from '../markdown.ts'
import { renderTerminal } from '../terminal.ts'
import { madeMemories } from './fixtures/expected.ts'
import { madeMemoryReport } from './fixtures/made-memory.ts'

const plain = { color: false, allMetrics: false, overview: false }
const report = await madeMemoryReport(madeMemories)

describe('memory systems as text', () => {
  it.each([60, 100, 160])('in %s cells', (width) => {
    const text = renderTerminal(report, { ...plain, width })
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width)
    expect(text).toMatchSnapshot()
  })

  it('with every figure, in 160 cells', () => {
    const text = renderTerminal(report, { ...plain, width: 160, allMetrics: true })
    expect(text).toContain('share of the evidence that is stored, retrieved, shown')
  })

  it('in Markdown', () => {
    expect(renderMarkdown(report)).toMatchSnapshot()
  })

  it('draws bars of plain ASCII where asked', () => {
    const text = renderTerminal(report, { ...plain, width: 100, ascii: true })
    expect(text).toMatch(/^bm25 +#+ 6/m)
    expect(text).not.toContain('█')
  })

  it('as JSON that survives a round trip', () => {
    const json = reportJson(report)
    const text = JSON.stringify(json)
    expect(JSON.parse(text)).toEqual(json)
    expect(text).toContain('"memory":[{"track":"made/track","systems":[{"system":"memory:none+made/model"')
  })

  it('cleans hostile names and details, and stays inside the width', async () => {
    const evil = `\u001B[2J\u202Eevil|<b>\n${'無'.repeat(80)}`
    const hostile = await madeMemoryReport({
      ...madeMemories,
      systems: {
        ...madeMemories.systems,
        [`memory:${evil}+made/model`]: {
          right: [1, 1, 1, 1, 1, 1, 1, 1],
          ledger: { shown: [1, 1, 1, 1, 1, 1, 1, 0] },
          sheet: { embedder: evil },
        },
      },
      checks: [
        { memory: evil, version: evil, results: [{ check: 'delete', state: 'failed', detail: evil }] },
      ],
    })
    for (const width of [60, 100]) {
      const text = renderTerminal(hostile, { ...plain, width })
      for (const mark of ['\u001B', '\u202E']) expect(text).not.toContain(mark)
      expect(text.split('\n').filter((line) => stringWidth(line) > width)).toEqual([])
    }
    const markdown = renderMarkdown(hostile)
    for (const mark of ['\u001B', '\u202E']) expect(markdown).not.toContain(mark)
    // Only inside an indented block, where nothing is markup, may it stand as it is.
    for (const line of markdown.split('\n')) if (!line.startsWith('    ')) expect(line).not.toContain('<b>')
  })
})
