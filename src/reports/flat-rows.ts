import type { Json } from '../core/json.ts'
import type { FigureCorrelation } from '../stats/figure-correlation.ts'
import { judgesText } from './judged-board.ts'
import { cardsOf } from './judged-setups.ts'
import { plainJson } from './plain-json.ts'
import { importedText } from './published-text.ts'
import type { JudgeCard } from './judge-card.ts'
import type { Figure, RepeatFigures, Report, ResultRow, TrackReport } from './report.ts'

function figureJson(figure: Figure): Json {
  return { ...figure }
}

function repeatsJson({ passAll, majority, ...numbers }: RepeatFigures): Json {
  return {
    ...numbers,
    passAll: passAll === null ? null : figureJson(passAll),
    majority: majority === null ? null : figureJson(majority),
  }
}

/** A row of the results document, as the design page has it; absent figures are null, never 0. */
export function rowJson(row: ResultRow): Json {
  const { figure } = row
  return {
    track: row.track,
    system: row.system,
    kind: row.kind,
    instrument: row.instrument,
    metric: row.metric,
    policy: row.policy,
    value: figure?.value ?? null,
    low: figure?.low ?? null,
    high: figure?.high ?? null,
    method: figure?.method ?? null,
    n: figure?.n ?? 0,
    clusters: figure?.clusters ?? 0,
    randomOver: figure === null ? null : 'cases',
    unscored: row.unscored,
    unscoredBy: { ...row.unscoredBy },
    failed: row.failed,
    failedBy: { ...row.failedBy },
    notJudged: row.notJudged,
    skipped: row.skipped,
    invalid: row.invalid,
    ...(row.exact === undefined ? {} : { exact: row.exact }),
    ...(row.note === undefined ? {} : { note: row.note }),
    ...(row.covers === undefined ? {} : { covers: row.covers }),
    ...(row.ownPrompt === undefined ? {} : { ownPrompt: row.ownPrompt }),
    ...(row.bounds === undefined ? {} : { bounds: { ...row.bounds } }),
    ...(row.common === undefined ? {} : { common: row.common === null ? null : figureJson(row.common) }),
    ...(row.headline === undefined ? {} : { headline: figureJson(row.headline) }),
    ...(row.placement === undefined ? {} : { placement: { ...row.placement } }),
    ...(row.headlineMissing === undefined ? {} : { headlineMissing: row.headlineMissing }),
    ...(row.published === undefined
      ? {}
      : {
          published: {
            value: row.published.value,
            source: row.published.source,
            ...(row.published.imported === undefined ? {} : { imported: { ...row.published.imported } }),
            ...(row.published.note === undefined ? {} : { note: row.published.note }),
          },
        }),
    ...(row.repeats === undefined ? {} : { repeats: repeatsJson(row.repeats) }),
    ...(row.slice === undefined ? {} : { slice: { ...row.slice } }),
  }
}

/** The document of `--json`: `{run, results[]}` with findings and the data's licence. */
export function reportJson(report: Report): Json {
  return {
    run: { ...report.run },
    dataset: { ...report.dataset, notes: [...report.dataset.notes] },
    citation: report.citation,
    judges: report.judges.map((card) => ({
      ...card,
      falseAccept: { ...card.falseAccept },
      falseReject: { ...card.falseReject },
      moved: card.moved === null ? null : { ...card.moved },
    })),
    instruments: judgedJson(report),
    calibrations: report.tracks.flatMap(({ track, judged }) =>
      judged.flatMap(({ instrument, calibration }) =>
        calibration === undefined ? [] : [plainJson({ track, instrument, ...calibration })],
      ),
    ),
    calls: report.calls.map((calls) => ({ ...calls })),
    warnings: [...report.warnings],
    findings: report.tracks.flatMap((track) => track.findings.map((text) => ({ track: track.track, text }))),
    results: report.tracks.flatMap((track) => track.rows.map(rowJson)),
    memory: report.tracks.flatMap(({ track, memory }) =>
      memory === null ? [] : [plainJson({ track, ...memory })],
    ),
    signal: report.tracks.flatMap(({ track, signal }) => signal.map((row) => plainJson({ track, ...row }))),
    contrasts: report.tracks.flatMap(({ track, contrasts }) =>
      contrasts.map((row) => plainJson({ track, ...row })),
    ),
    effects: report.tracks.flatMap(({ track, effects }) =>
      effects.map((effect) => ({ track, ...effect, difference: figureJson(effect.difference) })),
    ),
    correlations: report.correlations.map(({ x, y, systems, found }) => ({
      x: { ...x },
      y: { ...y },
      systems: [...systems],
      found: found === null ? null : correlationJson(found),
    })),
  }
}

function correlationJson({ pearson, spearman, points, ...facts }: FigureCorrelation): Json {
  return {
    ...facts,
    pearson: pearson === null ? null : { ...pearson },
    spearman: spearman === null ? null : { ...spearman },
    points: points.map((point) => [...point]),
  }
}

/** Judged instruments with everything that their keys stand for, each once. */
function judgedJson({ tracks }: Report): Json {
  const setups = new Map(tracks.flatMap(({ judged }) => judged.map((setup) => [setup.instrument, setup])))
  return [...setups.values()].map(({ instrument, label, rubric, judges, options, metrics }) => ({
    instrument,
    label,
    rubric,
    judges: judges.map(({ role, models }) => ({ role, models: [...models] })),
    options,
    metrics: [...metrics],
  }))
}

function judgesOf({ judged }: TrackReport, row: ResultRow): string | null {
  const setup = judged.find(({ instrument }) => instrument === row.instrument)
  return setup === undefined ? null : judgesText(setup)
}

/** The highest error rate of a row's judges on their probes; null where no judge gave the figure or none was counted. */
function probeRate(
  { judged }: TrackReport,
  cards: readonly JudgeCard[],
  row: ResultRow,
  side: 'falseAccept' | 'falseReject',
): number | null {
  const setup = judged.find(({ instrument }) => instrument === row.instrument)
  if (setup === undefined) return null
  const rates = cardsOf(setup, cards).flatMap((card) => {
    const { errors, n } = card[side]
    return n === 0 ? [] : [errors / n]
  })
  return rates.length === 0 ? null : Math.max(...rates)
}

/** What a slice differs from its base by, with p adjusted by Holm; nulls on other rows. */
function differenceCells({ effects }: TrackReport, row: ResultRow) {
  const effect = effects.find(
    ({ system, instrument, metric, tag, value }) =>
      system === row.system &&
      instrument === row.instrument &&
      metric === row.metric &&
      tag === row.slice?.tag &&
      value === row.slice.value,
  )
  return {
    slice_base: effect?.base ?? null,
    difference: effect?.difference.value ?? null,
    difference_low: effect?.difference.low ?? null,
    difference_high: effect?.difference.high ?? null,
    difference_pairs: effect?.difference.n ?? null,
    difference_p: effect?.adjusted ?? null,
  }
}

/** Columns of the flat forms (CSV, Parquet), in this order. */
export const flatColumns = [
  { name: 'track', type: 'text' },
  { name: 'system', type: 'text' },
  { name: 'kind', type: 'text' },
  { name: 'instrument', type: 'text' },
  { name: 'metric', type: 'text' },
  { name: 'policy', type: 'text' },
  { name: 'value', type: 'number' },
  { name: 'low', type: 'number' },
  { name: 'high', type: 'number' },
  { name: 'method', type: 'text' },
  { name: 'n', type: 'integer' },
  { name: 'clusters', type: 'integer' },
  { name: 'unscored', type: 'integer' },
  { name: 'failed_system', type: 'integer' },
  { name: 'failed_infrastructure', type: 'integer' },
  { name: 'not_judged', type: 'integer' },
  { name: 'skipped', type: 'integer' },
  { name: 'invalid', type: 'boolean' },
  { name: 'exact', type: 'text' },
  { name: 'worst_case', type: 'number' },
  { name: 'best_case', type: 'number' },
  { name: 'common', type: 'number' },
  { name: 'common_low', type: 'number' },
  { name: 'common_high', type: 'number' },
  { name: 'common_n', type: 'integer' },
  { name: 'headline', type: 'number' },
  { name: 'headline_low', type: 'number' },
  { name: 'headline_high', type: 'number' },
  { name: 'placement', type: 'number' },
  { name: 'placement_low', type: 'number' },
  { name: 'placement_high', type: 'number' },
  { name: 'placement_floor', type: 'text' },
  { name: 'placement_ceiling', type: 'text' },
  { name: 'published', type: 'number' },
  { name: 'published_source', type: 'text' },
  { name: 'judges', type: 'text' },
  { name: 'false_accept', type: 'number' },
  { name: 'false_reject', type: 'number' },
  { name: 'slice_tag', type: 'text' },
  { name: 'slice_value', type: 'text' },
  { name: 'slice_base', type: 'text' },
  { name: 'difference', type: 'number' },
  { name: 'difference_low', type: 'number' },
  { name: 'difference_high', type: 'number' },
  { name: 'difference_pairs', type: 'integer' },
  { name: 'difference_p', type: 'number' },
  { name: 'selection', type: 'text' },
  { name: 'dataset', type: 'text' },
  { name: 'licence', type: 'text' },
  { name: 'attribution', type: 'text' },
] as const

export type FlatRow = Readonly<Record<(typeof flatColumns)[number]['name'], string | number | boolean | null>>

/** A flat row's cells in the order of the columns. */
export function flatCells(row: FlatRow): (string | number | boolean | null)[] {
  return flatColumns.map(({ name }) => row[name])
}

/** One flat row per figure; each says what data it is of, its licence and whom to name. */
export function flatRows(report: Report): FlatRow[] {
  return report.tracks.flatMap((track) =>
    track.rows.map((row) => ({
      track: row.track,
      system: row.system,
      kind: row.kind,
      instrument: row.instrument,
      metric: row.metric,
      policy: row.policy,
      value: row.figure?.value ?? null,
      low: row.figure?.low ?? null,
      high: row.figure?.high ?? null,
      method: row.figure?.method ?? null,
      n: row.figure?.n ?? 0,
      clusters: row.figure?.clusters ?? 0,
      unscored: row.unscored,
      failed_system: row.failedBy.system,
      failed_infrastructure: row.failedBy.infrastructure,
      not_judged: row.notJudged,
      skipped: row.skipped,
      invalid: row.invalid,
      exact: row.exact ?? null,
      worst_case: row.bounds?.worst ?? null,
      best_case: row.bounds?.best ?? null,
      common: row.common?.value ?? null,
      common_low: row.common?.low ?? null,
      common_high: row.common?.high ?? null,
      common_n: row.common?.n ?? null,
      headline: row.headline?.value ?? null,
      headline_low: row.headline?.low ?? null,
      headline_high: row.headline?.high ?? null,
      placement: row.placement?.value ?? null,
      placement_low: row.placement?.low ?? null,
      placement_high: row.placement?.high ?? null,
      placement_floor: row.placement?.floor ?? null,
      placement_ceiling: row.placement?.ceiling ?? null,
      published: row.published?.value ?? null,
      published_source: row.published === undefined ? null : importedText(row.published),
      judges: judgesOf(track, row),
      false_accept: probeRate(track, report.judges, row, 'falseAccept'),
      false_reject: probeRate(track, report.judges, row, 'falseReject'),
      slice_tag: row.slice?.tag ?? null,
      slice_value: row.slice?.value ?? null,
      ...differenceCells(track, row),
      selection: report.run.selection,
      dataset: report.dataset.title,
      licence: report.dataset.licence,
      attribution: report.dataset.attribution,
    })),
  )
}
