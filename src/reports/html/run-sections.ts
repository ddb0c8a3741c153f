import { judgeNote, judgeRows, otherCards } from '../judge-notes.ts'
import { callsNote } from '../model-calls.ts'
import { runLine } from '../notes.ts'
import type { Report } from '../report.ts'
import { element, fragment, type Markup } from '../svg/markup.ts'
import { legendText } from '../svg/plot.ts'
import { factList, folded, list, pageTable, section } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'

/** What was measured, on what, and by whose leave. */
export function measuredSection(report: Report): Markup {
  const { run, dataset } = report
  return section(
    'measured',
    'What was measured',
    run.state === 'done'
      ? null
      : element('p', { class: 'warn' }, `This run is ${run.state}: figures are of what finished.`),
    report.warnings.map((warning) =>
      element('p', { class: 'warn' }, `Warning: ${warning.replace(/\.+$/, '')}.`),
    ),
    factList([
      ['tracks', report.tracks.map(({ track }) => track).join(', ')],
      [
        'data',
        `${dataset.title}, from ${dataset.source}${dataset.revision === null ? '' : ` at ${dataset.revision}`}`,
      ],
      ['part of the data', run.selection ?? 'all of it'],
      ['split', run.split ?? ''],
      ['view', run.view],
      ['protocol', run.protocol],
      ['pools', run.pools === 'original' ? '' : `${run.pools} (seed ${run.seed})`],
      ['candidate ids', run.rekey ? 'opaque' : ''],
      ['rows weighted', run.rowBase === 'unique' ? '' : run.rowBase],
      ['repeats', String(run.repeats)],
      [
        'failures',
        run.policy === 'default'
          ? 'faults of a system count as worst, lost cases are left out'
          : run.policy === 'worst'
            ? 'all count as worst'
            : 'all are left out',
      ],
      ['licence', dataset.licence],
      ['attribution', dataset.attribution],
      ['benchmark', report.citation],
    ]),
    list(dataset.notes),
  )
}

/** How good the judges are, as far as anybody looked. */
export function judgesSection(report: Report, { calibration }: PageFacts): Markup {
  const rows = judgeRows(report)
  const others = otherCards(report)
  if (rows.length === 0 && others.length === 0) return fragment()
  return section(
    'judges',
    'Judges',
    pageTable(
      'every judge, with its errors on probes whose verdict is known',
      [
        { title: 'instrument', kind: 'name' },
        { title: 'judge', kind: 'name' },
        { title: 'rule', kind: 'words' },
        { title: 'temperature', kind: 'num' },
        { title: 'prompt', kind: 'words' },
        { title: 'false accept', kind: 'num' },
        { title: 'false reject', kind: 'num' },
        { title: 'probes', kind: 'words' },
      ],
      rows.map((row) => ({
        cells: [
          row.instrument,
          row.judge,
          row.rule,
          row.temperature,
          row.prompt,
          row.falseAccept,
          row.falseReject,
          row.state,
        ],
      })),
    ),
    list(others.map(judgeNote)),
    calibration.length === 0
      ? element(
          'p',
          { class: 'dim' },
          'Not calibrated on answers of this run that people labelled: rapport calibrate.',
        )
      : list(calibration),
  )
}

/** What is wrong with the data, where somebody looked. */
export function auditSection({ dataset }: Pick<Report, 'dataset'>, { audit }: PageFacts): Markup {
  if (audit === null)
    return section(
      'audit',
      'Audit of the data',
      element('p', { class: 'dim' }, `Not audited: rapport audit ${dataset.id}`),
    )
  return section(
    'audit',
    'Audit of the data',
    element('p', { class: 'dim' }, audit.about),
    audit.findings.length === 0 ? element('p', {}, 'No finding.') : null,
    pageTable(
      'findings, the worst first',
      [
        { title: 'severity', kind: 'words' },
        { title: 'rule', kind: 'words' },
        { title: 'count', kind: 'num' },
        { title: 'what it says', kind: 'words' },
      ],
      audit.findings.map(({ severity, rule, count, message }) => ({
        cells: [severity, rule, String(count), message],
      })),
    ),
  )
}

/** Where the figures come from, so that somebody else can make them again. */
export function provenanceSection(report: Report, { provenance, systems }: PageFacts): Markup {
  const instruments = [
    ...new Set(report.tracks.flatMap(({ rows }) => rows.map(({ instrument }) => instrument))),
  ]
  return section(
    'provenance',
    'Provenance',
    element('p', {}, runLine(report)),
    factList([
      ['run', report.run.id],
      ...provenance,
      ['seed', String(report.run.seed)],
      ['instruments', instruments.join(', ')],
    ]),
    list(report.calls.map(callsNote)),
    systems.length === 0
      ? null
      : folded(
          `systems (${systems.length})`,
          pageTable(
            'what was asked for, and the hash of what it was',
            [
              { title: 'track', kind: 'words' },
              { title: 'system', kind: 'name' },
              { title: 'kind', kind: 'words' },
              { title: 'asked for as', kind: 'name' },
              { title: 'identity', kind: 'words' },
            ],
            systems.map(({ track, system, kind, spec, identity }) => ({
              cells: [track, system, kind, spec, element('code', {}, identity)],
            })),
          ),
        ),
  )
}

export function howToReadSection(): Markup {
  return section(
    'reading',
    'How to read this page',
    list([
      'A figure is the mean over cases with its 95 % interval in brackets; n counts cases. Intervals treat cases, in their clusters, as random: other systems, other prompts and other judges are not in them.',
      'A figure belongs to its instrument with version, such as strict-match@1. The same answers have other figures under another instrument: never compare across.',
      'The headline is (system − floor) / (oracle − floor): 0 is no better than the best system that reads nothing, 1 as good as the references.',
      'Published figures are point estimates of the literature, of other rows and prompts. They have no interval here, and nobody ranks against them.',
      legendText,
      'Scored, unscored, failed and skipped cases are told apart. A fault of the system counts as its worst value; a case lost to the infrastructure is nobody’s fault, and is left out.',
      '“none” means that it could not be measured. It is never 0.',
      'Colours and shapes of systems follow from their names, so that they are the same in every report.',
    ]),
  )
}
