import { beforeAll, describe, expect, it } from 'vitest'
import { figureText } from './format.ts'
import { flatCells, flatColumns, flatRows, reportJson } from './flat-rows.ts'
import { madeReport } from './fixtures/made-run.ts'
import { literature, realistic } from './fixtures/realistic.ts'
import { noFacts } from './html/page-facts.ts'
import { renderHtml } from './html/page.ts'
import { renderLatex } from './latex.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './report.ts'

let report: Report
beforeAll(async () => {
  report = await madeReport({ ...realistic, published: literature })
})

/** Figures with their intervals as people read them, in the order of the text. */
function figuresIn(text: string): string[] {
  const plain = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\\{}]/g, '')
  return plain.match(/-?\d+\.\d{3} \[-?\d+\.\d{3}, -?\d+\.\d{3}\]/g) ?? []
}

describe('the forms of one report', () => {
  it('have the same figures: JSON, CSV, Markdown, LaTeX, HTML', () => {
    const rows = report.tracks.flatMap((track) => track.rows)
    const wanted = new Set(
      rows.flatMap(({ figure, headline }) => [
        ...(figure === null ? [] : [figureText(figure, 3)]),
        ...(headline === undefined ? [] : [figureText(headline, 3)]),
      ]),
    )
    expect(wanted.size).toBeGreaterThan(8)
    const forms = {
      markdown: figuresIn(renderMarkdown(report)),
      latex: figuresIn(renderLatex(report)),
      html: figuresIn(renderHtml(report, noFacts)),
    }
    for (const [form, found] of Object.entries(forms))
      for (const figure of wanted) expect(found, `${figure} in ${form}`).toContain(figure)
    const json = JSON.stringify(reportJson(report))
    const csv = flatRows(report)
      .map((row) => flatCells(row).join(','))
      .join('\n')
    for (const { figure } of rows) {
      if (figure === null) continue
      expect(json).toContain(`"value":${figure.value},"low":${figure.low},"high":${figure.high}`)
      expect(csv).toContain(`,${figure.value},${figure.low},${figure.high},`)
    }
    expect(flatColumns.length).toBeGreaterThan(0)
  })

  it('have the same published figures', () => {
    for (const { system, value } of literature) {
      for (const text of [renderMarkdown(report), renderLatex(report), renderHtml(report, noFacts)]) {
        expect(text.replaceAll(/[\\{}]/g, '')).toContain(String(value))
      }
      expect(renderHtml(report, noFacts)).toContain(`${system} (published)`)
    }
  })
})
