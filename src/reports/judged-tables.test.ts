import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { madeReport, rate, rowOf, type MadeRun } from './fixtures/made-run.ts'
import { flatRows, reportJson } from './flat-rows.ts'
import { judgesTable } from './judged-tables.ts'
import { renderMarkdown } from './markdown.ts'
import type { JudgeCard } from './judge-card.ts'
import { renderTerminal } from './terminal.ts'

const judge = 'compatible/judge-fair'
const card: JudgeCard = {
  instrument: 'made@1',
  judge,
  falseAccept: { errors: 2, n: 8 },
  falseReject: { errors: 0, n: 4 },
  unmeasured: 0,
  state: 'failed',
  moved: { run: 'earlier', inThisRun: false, changed: 3, of: 12 },
}

/** A judge that is down for one answer, and whose verdict on another one can't be read. */
const outage: MadeRun = {
  systems: [
    { id: 'compatible/perfect' },
    { id: 'compatible/forgetful' },
    { id: 'oracle', kind: 'privileged' },
    { id: 'baseline:copy', kind: 'input-blind' },
  ],
  values: {
    'compatible/perfect': [1, 1, 1, 1, 'judge down', 1, 0, 1, 1, 1],
    'compatible/forgetful': [0, 1, 'judge unreadable', 0, 'judge down', 'judge down', 0, 1, 0, 1],
    oracle: Array.from({ length: 10 }, () => 1),
    'baseline:copy': Array.from({ length: 10 }, () => 0),
  },
  metric: { ...rate, name: 'pass_rate', binary: true },
  judges: [{ role: 'judge', models: [judge] }],
  scorerOptions: { judge, prompt: '0123456789ab', temperature: 0, maxOutputTokens: 8000 },
  headline: { none: 'this data has no answer key' },
  publishedFigure: null,
  options: { judges: [card] },
}
const plain = { color: false, allMetrics: false, overview: false }

describe('judged figures', () => {
  it.each([60, 80, 100, 140])(
    'stand in the default view, with judge, n and error rates (%s cells)',
    async (width) => {
      const text = renderTerminal(await madeReport(outage), { ...plain, width })
      for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width)
      const words = text.replaceAll(/\s+/g, ' ')
      for (const part of [
        'made@1, judged by compatible/judge-fair',
        'compatible/perfect 0.889 [',
        'compatible/forgetful 0.429 [',
        'wrongly accepted 2 of 8, wrongly rejected 0 of 4. PROBE FAILURE: do not trust its figures.',
        'It MOVED: other verdicts on 3 of 12 probes than in run earlier',
        'INVALID and listed after the others, because too many of their cases have no score on made@1 pass_rate',
        'If all cases left out had been worst, or best, figures on made@1 pass_rate would be: compatible/perfect 0.800 to 0.900, compatible/forgetful 0.300 to 0.600',
        'Warning: some answers could not be judged on made/track under made@1, and its figures are of the others: compatible/perfect 1 judge not reached (n 9 of 10); compatible/forgetful 2 judge not reached and 1 judge-unreadable (n 7 of 10)',
      ])
        expect(words).toContain(part)
      expect(text).toMatchSnapshot()
    },
  )

  it('give up the temperature rather than the end of a judge', () => {
    const row = {
      instrument: 'judge-persona@1',
      judge: 'compatible/judge-2026-01-02',
      rule: '',
      temperature: '0',
      prompt: '0123456789ab',
      falseAccept: '0 of 8',
      falseReject: '0 of 4',
      state: 'passed',
    }
    const [head = '', , line = ''] = judgesTable([row], 80)
    expect(line).toContain(`${row.instrument}  ${row.judge}  `)
    expect(head).not.toContain('temp.')
    expect(judgesTable([row], 100)[0]).toContain('temp.')
  })

  it('stand in Markdown too', async () => {
    expect(renderMarkdown(await madeReport(outage))).toMatchSnapshot()
  })

  it('come with judges, error rates and losses in flat rows', async () => {
    const rows = flatRows(await madeReport(outage))
    expect(rows.find(({ system }) => system === 'compatible/forgetful')).toMatchObject({
      judges: judge,
      false_accept: 0.25,
      false_reject: 0,
      n: 7,
      unscored: 1,
      failed_infrastructure: 2,
      not_judged: 2,
      invalid: true,
      worst_case: 0.3,
      best_case: 0.6,
    })
  })

  it('keep every option in JSON, under the key of the rows', async () => {
    const report = await madeReport(outage)
    const document = JSON.parse(JSON.stringify(reportJson(report)))
    const { instrument } = rowOf(report.tracks[0] ?? { rows: [] }, 'oracle')
    expect(document).toMatchObject({
      instruments: [
        {
          instrument,
          label: 'made@1',
          judges: [{ role: 'judge', models: [judge] }],
          options: outage.scorerOptions,
        },
      ],
      warnings: [expect.stringContaining('judge not reached')],
    })
    expect(instrument).toMatch(/^made@1\?judge=compatible\/judge-fair&setup=[0-9a-f]{8}$/)
  })

  it('are compared on the cases that all systems have', async () => {
    const [track] = (await madeReport(outage)).tracks
    // INVALID ones take no cases away.
    expect(rowOf(track ?? { rows: [] }, 'compatible/perfect').common).toBeUndefined()
    const few = {
      ...outage,
      values: { ...outage.values, 'compatible/forgetful': [0, 1, 'judge down', 0, 1, 1, 0, 1, 0, 1] },
    } as const
    const [shared] = (await madeReport(few)).tracks
    expect(rowOf(shared ?? { rows: [] }, 'compatible/perfect').common?.n).toBe(8)
    expect(rowOf(shared ?? { rows: [] }, 'compatible/forgetful').common?.n).toBe(8)
  })
})
