import { judgeNote, otherCards } from './judge-notes.ts'
import { callsNote } from './model-calls.ts'
import type { Report } from './report.ts'

/** What the run was, in one line. */
export function runLine(report: Report): string {
  const { run } = report
  const parts = [
    `run ${run.id}`,
    run.state === 'done' ? null : `state ${run.state}: figures are of what finished`,
    `protocol ${run.protocol}`,
    `view ${run.view}`,
    run.split === null ? null : `split ${run.split}`,
    run.pools === 'original' ? null : `pools ${run.pools} (seed ${run.seed})`,
    run.rekey ? 'opaque candidate ids' : null,
    run.rowBase === 'unique' ? null : `rows weighted as ${run.rowBase}`,
    run.repeats === 1 ? null : `${run.repeats} repeats`,
    run.policy === 'default'
      ? 'faults of a system count as worst, lost cases are left out'
      : `failures: ${run.policy}`,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

/** What stands below every report: selection, warnings, data, licence, attribution, citation. */
export function reportNotes(report: Report): string[] {
  const { dataset, run } = report
  return [
    ...(run.selection === null ? [] : [`Only a part of the data was run: ${run.selection}.`]),
    ...otherCards(report).map(judgeNote),
    ...report.calls.map(callsNote),
    ...report.warnings.map((warning) => `Warning: ${warning.replace(/\.+$/, '')}.`),
    `Data: ${dataset.title}, from ${dataset.source}${dataset.revision === null ? '' : ` at ${dataset.revision}`}; licence ${dataset.licence}.`,
    dataset.attribution,
    ...dataset.notes,
    `Benchmark: ${report.citation}`,
    'Intervals are 95 % and treat cases (in their clusters) as random. "lost" are faults of the infrastructure, "failed" faults of the system.',
    ...(report.tracks.some(({ rows }) => rows.some(({ covers }) => covers !== undefined))
      ? [
          '"covers" marks intervals that fall short of 95 %: with so few clusters they held the truth in that share of simulated data sets, at least. Take them as wider than printed.',
        ]
      : []),
  ].filter((note) => note !== '')
}
