import { resolve } from 'node:path'
import { RapportError, UsageError } from '../core/errors.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { writeTextFile } from '../io/atomic-file.ts'
import { csvRecord } from '../io/csv.ts'
import { writeParquet } from '../io/parquet.ts'
import { benchmarkOf } from '../registry/benchmarks.ts'
import { buildReport } from '../reports/build-report.ts'
import { flatCells, flatColumns, flatRows, reportJson } from '../reports/flat-rows.ts'
import { renderHtml } from '../reports/html/page.ts'
import { renderLatex } from '../reports/latex.ts'
import { renderMarkdown } from '../reports/markdown.ts'
import { publishedFindings } from '../reports/published-text.ts'
import type { MemoryCheckRun } from '../reports/memory/check-cards.ts'
import type { Report } from '../reports/report.ts'
import { standaloneSvg } from '../reports/svg/plot.ts'
import { leadingPlot } from '../reports/svg/report-plots.ts'
import { renderTerminal } from '../reports/terminal.ts'
import { withCalibrations } from './calibration/calibration-cards.ts'
import { wantsColor, widthOf, type CliContext } from './context.ts'
import { metConditions } from './fail-on.ts'
import { judgeCards } from './judge-cards.ts'
import { priceListsOf } from './priced-ledger.ts'
import { trackOf } from './rebuild-run.ts'
import { pageFactsOf } from './page-facts.ts'
import type { ReportChoices, ReportFormat } from './run-options.ts'
import { noteLooked } from './looked.ts'
import { trackFactsOf } from './track-facts.ts'

/** Reads a run's figures. */
export async function reportOf(
  store: Store,
  run: RunRecord,
  choices: Pick<ReportChoices, 'failures' | 'slice'>,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<Report> {
  const { tracks, known } = await trackFactsOf(store, run, context)
  const [first] = run.spec.tracks
  const report = await buildReport({
    store,
    run,
    tracks,
    citation: first === undefined ? '' : (benchmarkOf(trackOf(first))?.citation ?? ''),
    policy: choices.failures ?? run.spec.failures,
    slices: choices.slice,
    judges: await judgeCards(store, run),
    calls: await store.callTotals(run.id),
    memoryChecks: await memoryChecksOf(store, run),
  })
  for (const tag of choices.slice) {
    const isKnown = report.tracks.some(({ rows }) => rows.some(({ slice }) => slice?.tag === tag))
    if (!isKnown) throw await unknownSlice(store, run, tag)
  }
  const prices = await priceListsOf(store, run.id)
  return {
    ...report,
    calls: report.calls.map((calls) => ({ ...calls, prices })),
    tracks: (await withCalibrations(store, run, report.tracks, context)).map((track) => ({
      ...track,
      findings: [...track.findings, ...publishedFindings(track, known.get(track.track)?.length ?? 0)],
    })),
  }
}

/** How the memory systems of a run did in the conformance suite. */
async function memoryChecksOf(store: Store, run: RunRecord): Promise<MemoryCheckRun[]> {
  return (await store.events(run.id, 0)).flatMap(({ event }) =>
    event.type === 'memory-checks' ? [event] : [],
  )
}

/** Names the tags that the run's cases have. */
async function unknownSlice(store: Store, run: RunRecord, tag: string): Promise<UsageError> {
  const known = new Set<string>()
  for (const { track } of run.spec.tracks) {
    for await (const { tags } of store.caseSummaries(run.id, track))
      for (const name of Object.keys(tags)) known.add(name)
  }
  return new UsageError(
    `no case and no scored item of run ${run.id} has the tag ${JSON.stringify(tag)}`,
    `its cases have ${[...known].toSorted().join(', ')}; items have type and label`,
  )
}

/**
 * Prints a run's report, or writes it to a file.
 * @throws RapportError with exit code 3 when a condition of `--fail-on` is met
 */
export async function showReport(
  store: Store,
  run: RunRecord,
  choices: ReportChoices,
  context: CliContext,
): Promise<void> {
  const format = choices.json ? 'json' : choices.format
  if (choices.withTexts && format !== 'html')
    throw new UsageError('--with-texts is for pages', 'add --format html --out report.html')
  const report = await reportOf(store, run, choices, context)
  if (format === 'parquet') {
    if (choices.out === undefined)
      throw new UsageError('Parquet goes into a file', 'add --out results.parquet')
    await writeParquet(resolve(context.cwd, choices.out), flatColumns, flatRows(report).map(flatCells))
  } else {
    const text =
      format === 'html'
        ? renderHtml(report, await pageFactsOf(store, run, report, pageChoices(run, choices), context))
        : format === 'terminal'
          ? inTerminal(report, choices, context)
          : renderReport(report, format)
    if (choices.out === undefined) context.stdout.write(text)
    else await writeTextFile(resolve(context.cwd, choices.out), text)
  }
  await noteLooked(store, run, 'report', context)
  const met = metConditions(report, choices.failOn)
  if (met.length > 0)
    throw new RapportError(`a condition of --fail-on is met: ${met.join('; ')}`, { exitCode: 3 })
}

function pageChoices(run: RunRecord, { withTexts, failures }: ReportChoices) {
  return { withTexts, policy: failures ?? run.spec.failures }
}

/** A report as text, in any form but a page. */
export function renderReport(
  report: Report,
  format: Exclude<ReportFormat, 'html' | 'parquet' | 'terminal'>,
): string {
  switch (format) {
    case 'markdown':
      return renderMarkdown(report)
    case 'latex':
      return renderLatex(report)
    case 'svg':
      return plots(report)
    case 'csv':
      return [flatColumns.map(({ name }) => name), ...flatRows(report).map(flatCells)].map(csvRecord).join('')
    case 'json':
      return `${JSON.stringify(reportJson(report), null, 2)}\n`
  }
}

function inTerminal(report: Report, choices: ReportChoices, context: CliContext): string {
  return renderTerminal(report, {
    width: choices.out === undefined ? widthOf(context) : 120,
    color: choices.out === undefined && wantsColor(context),
    allMetrics: choices.allMetrics,
    overview: choices.overview,
    ascii: choices.out === undefined && context.env['TERM'] === 'dumb',
  })
}

/** The leading figure of each track as one drawing. @throws UsageError where no track has one */
function plots(report: Report): string {
  const found = report.tracks.flatMap((track) => leadingPlot(track) ?? [])
  if (found.length === 0)
    throw new UsageError(
      'no track of this run has a headline or published figure to draw',
      'use --format html, which has every table',
    )
  return standaloneSvg(found)
}
