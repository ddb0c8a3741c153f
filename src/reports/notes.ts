import { callsNote } from './model-calls.ts'
import type { JudgeCard, Report } from './report.ts'

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
    ...report.judges.map(judgeNote),
    ...report.calls.map(callsNote),
    ...report.warnings.map((warning) => `Warning: ${warning}.`),
    `Data: ${dataset.title}, from ${dataset.source}${dataset.revision === null ? '' : ` at ${dataset.revision}`}; licence ${dataset.licence}.`,
    dataset.attribution,
    ...dataset.notes,
    `Benchmark: ${report.citation}`,
    'Intervals are 95 % and treat cases (in their clusters) as random. "lost" are faults of the infrastructure, "failed" faults of the system.',
  ].filter((note) => note !== '')
}

/** A judged figure is worth as much as its judge: the error rates stand beside it. */
function judgeNote({
  instrument,
  judge,
  falseAccept,
  falseReject,
  unmeasured,
  state,
  moved,
}: JudgeCard): string {
  const rate = ({ errors, n }: JudgeCard['falseAccept']): string => `${errors} of ${n}`
  const verdict = {
    passed: '',
    failed: ' PROBE FAILURE: do not trust its figures.',
    undecided: ' Too few verdicts to tell.',
  }[state]
  const lost = unmeasured === 0 ? '' : `, ${unmeasured} without a verdict`
  const drift =
    moved === null || moved.changed === 0
      ? ''
      : ` It MOVED: other verdicts on ${moved.changed} of ${moved.of} probes than in run ${moved.run}, so do not compare the two.`
  return `Judge ${judge} under ${instrument}, on probes: wrongly accepted ${rate(falseAccept)}, wrongly rejected ${rate(falseReject)}${lost}.${verdict}${drift}`
}
