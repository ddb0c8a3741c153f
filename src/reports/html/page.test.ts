import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { madeReport } from '../fixtures/made-run.ts'
import { literature, realistic } from '../fixtures/realistic.ts'
import type { Report } from '../report.ts'
import { element, fragment } from '../svg/markup.ts'
import { standaloneSvg } from '../svg/plot.ts'
import { figurePlot, headlinePlot, leadingPlot } from '../svg/report-plots.ts'
import { hostileRun, hostileTexts } from './fixtures/hostile.ts'
import { markupFlaws } from './fixtures/markup-flaws.ts'
import { noFacts, type PageFacts } from './page-facts.ts'
import { renderHtml } from './page.ts'

let report: Report
let hostile: Report
beforeAll(async () => {
  report = await madeReport({ ...realistic, published: literature })
  const made = await madeReport(hostileRun)
  const [evil] = hostileTexts
  hostile = {
    ...made,
    citation: evil,
    warnings: hostileTexts,
    dataset: {
      ...made.dataset,
      title: evil,
      source: evil,
      licence: evil,
      attribution: evil,
      notes: hostileTexts,
    },
    tracks: made.tracks.map((track) => ({ ...track, title: evil, findings: hostileTexts })),
  }
})

const facts: PageFacts = {
  ...noFacts,
  provenance: hostileTexts.map((text) => [text, text]),
  systems: hostileTexts.map((text) => ({
    track: text,
    system: text,
    kind: text,
    spec: text,
    identity: text,
  })),
  calibration: hostileTexts,
  audit: {
    about: hostileTexts[0],
    findings: hostileTexts.map((text) => ({ severity: text, rule: text, message: text, count: 1 })),
  },
  texts: [
    {
      track: hostileTexts[0],
      total: 3,
      cases: [
        {
          id: hostileTexts[1],
          language: '"><script>',
          blocks: hostileTexts.map((text) => ({
            name: text,
            turns: [{ role: text, text: `${text}\n${text}` }],
            cut: text,
          })),
        },
      ],
    },
  ],
}

describe('a page', () => {
  it('has the same bytes each time, and none of them new', async () => {
    const page = renderHtml(report, noFacts)
    expect(renderHtml(report, noFacts)).toBe(page)
    await expect(page.replace(/<style>[^<]*<\/style>/, '').replaceAll('><', '>\n<')).toMatchFileSnapshot(
      '__snapshots__/realistic.html.txt',
    )
  })

  it('forbids a browser to load or run anything', () => {
    const page = renderHtml(report, noFacts)
    expect(page).toContain(
      'content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:;',
    )
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'))
    expect(markupFlaws(page)).toEqual([])
  })

  it('makes every hostile text harmless, wherever it stands', () => {
    const page = renderHtml(hostile, facts)
    expect(markupFlaws(page)).toEqual([])
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
    expect(markupFlaws(standaloneSvg(hostile.tracks.flatMap((track) => leadingPlot(track) ?? [])))).toEqual(
      [],
    )
  })

  it('tells where a text runs and in which language', () => {
    const page = renderHtml(hostile, {
      ...noFacts,
      texts: [
        {
          track: 't',
          total: 1,
          cases: [
            {
              id: 'one',
              language: 'de',
              blocks: [
                {
                  name: 'dialogue',
                  turns: [
                    { role: 'user', text: 'مرحبا بالعالم' },
                    { role: 'user', text: '你好，世界' },
                    { role: 'assistant', text: 'Guten Tag' },
                  ],
                  cut: null,
                },
              ],
            },
          ],
        },
      ],
    })
    expect(page).toContain('<div class="text user" lang="de" dir="rtl">')
    expect(page).toContain('<div class="text user" lang="zh" dir="ltr">')
    expect(page).toContain('<div class="text" lang="de" dir="ltr">')
  })

  it('leaves texts out unless they are asked for', () => {
    expect(renderHtml(report, noFacts)).toContain('--with-texts adds')
  })

  it('names the figures of a run with very many rows up to a cap, and says so', () => {
    const rows = report.tracks[0]?.rows ?? []
    const [first] = rows
    if (first === undefined) throw new Error('no row')
    const many = Array.from({ length: 20_000 }, (_, place) => ({
      ...first,
      slice: { tag: 'persona', value: String(place) },
    }))
    const page = renderHtml(
      { ...report, tracks: report.tracks.map((track) => ({ ...track, rows: [...rows, ...many] })) },
      noFacts,
    )
    expect(page).toContain('--format csv has all')
    expect(page.length).toBeLessThan(4_000_000)
  })
})

describe('markup', () => {
  it('never lets a text become a tag, an attribute or a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const page = fragment(element('p', { class: text, lang: text }, text)).markup
        expect(markupFlaws(page)).toEqual([])
      }),
    )
  })

  it('is caught by the check of these tests where it is not escaped', () => {
    expect(markupFlaws('<p><img src="x"></p>')).not.toEqual([])
    expect(markupFlaws('<p onclick="x"></p>')).not.toEqual([])
    expect(markupFlaws('<p>a > b</p>')).not.toEqual([])
    expect(markupFlaws('<a href="http://x">x</a>')).not.toEqual([])
    expect(markupFlaws('<p>\u202E</p>')).not.toEqual([])
    expect(markupFlaws('<p></div>')).not.toEqual([])
  })
})

describe('plots', () => {
  it('stand in a file of their own', async () => {
    const [track] = report.tracks
    if (track === undefined) throw new Error('no track')
    const shown = track.publishedFigure
    if (shown === null) throw new Error('no figure')
    const plots = [headlinePlot(track), figurePlot(track, shown)].flatMap((plot) => plot ?? [])
    expect(plots).toHaveLength(2)
    await expect(standaloneSvg(plots)).toMatchFileSnapshot('__snapshots__/forest.svg')
  })
})
