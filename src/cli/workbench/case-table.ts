import type { Outcome } from '../../core/outcome.ts'
import type { CaseSummary, OutcomeRow } from '../../core/store.ts'
import type { TrackContext } from '../../reports/track-context.ts'
import type { CaseTable, OutcomeColumns } from '../../server/schemas/cases.ts'
import type { FigureWords } from '../../server/workbench.ts'
import { trackFigures } from './figures.ts'

/** All cases of a track without their texts. */
export function caseTable(run: string, context: TrackContext): CaseTable {
  const { book, record, facts } = context
  const figures = trackFigures(context)
  const [first] = figures
  return {
    run,
    track: record.track,
    title: facts.title,
    systems: record.systems.map(({ id, kind }) => ({ id, kind })),
    figures,
    leading: first === undefined ? null : { instrument: first.instrument, metric: first.metric },
    cases: book.caseIds().flatMap((id) => {
      const subject = book.subject(id)
      return subject === undefined ? [] : [lineOf(subject)]
    }),
  }
}

function lineOf({ id, hash, cluster, weight, tags }: CaseSummary): CaseTable['cases'][number] {
  return {
    id,
    hash,
    cluster,
    weight,
    tags: Object.fromEntries(Object.entries(tags).map(([tag, values]) => [tag, [...values]])),
  }
}

/** How bad a status is, the best first: of several repeats the worst is shown. */
const ORDER = 'skuif'
type Letter = 's' | 'k' | 'u' | 'i' | 'f'

function letterOf(outcome: Outcome): Letter {
  switch (outcome.status) {
    case 'scored':
      return 's'
    case 'unscored':
      return 'u'
    case 'skipped':
      return 'k'
    case 'failed':
      return outcome.by === 'system' ? 'f' : 'i'
  }
}

function reasonOf(outcome: Outcome): string | null {
  if (outcome.status === 'scored') return null
  return outcome.status === 'failed' ? `${outcome.reason} (${outcome.stage})` : outcome.reason
}

/** Columns of one figure, by the cases' places. A case that was not measured yet is `-`. */
export function outcomeColumns(
  run: string,
  track: string,
  { instrument, metric }: FigureWords,
  systems: readonly string[],
  places: ReadonlyMap<string, number>,
  rows: Iterable<Pick<OutcomeRow, 'system' | 'case' | 'outcome'>>,
): OutcomeColumns {
  const columns = new Map(
    systems.map((system) => [
      system,
      {
        status: Array.from({ length: places.size }, () => '-'),
        sums: new Float64Array(places.size),
        counts: new Uint32Array(places.size),
        reasons: new Map<string, string>(),
      },
    ]),
  )
  for (const { system, case: id, outcome } of rows) {
    const column = columns.get(system)
    const place = places.get(id)
    if (column === undefined || place === undefined) continue
    const letter = letterOf(outcome)
    const before = column.status[place] ?? '-'
    if (before === '-' || ORDER.indexOf(letter) > ORDER.indexOf(before)) {
      column.status[place] = letter
      const reason = reasonOf(outcome)
      if (reason !== null) column.reasons.set(String(place), reason)
    }
    if (outcome.status === 'scored' && outcome.denominator > 0) {
      column.sums[place] = (column.sums[place] ?? 0) + outcome.numerator / outcome.denominator
      column.counts[place] = (column.counts[place] ?? 0) + 1
    }
  }
  return {
    run,
    track,
    instrument,
    metric,
    systems: [...columns].map(([system, { status, sums, counts, reasons }]) => ({
      system,
      status: status.join(''),
      values: Array.from(sums, (sum, place) => {
        const count = counts[place] ?? 0
        return count === 0 ? null : sum / count
      }),
      reasons: Object.fromEntries(reasons),
    })),
  }
}
