import { instrumentKey } from '../../core/scorer.ts'
import type { Figure } from '../measured-figure.ts'
import type { ResultRow } from '../report.ts'
import type { TrackContext } from '../track-context.ts'
import { instrumentNamed, LEDGER, USAGE_TEST } from './flow.ts'
import type { MemoryRates } from './memory-report.ts'

/** The figures of the ledger and the usage test, from the rows of a report. */
export function memoryRates(
  context: Pick<TrackContext, 'facts'>,
  system: string,
  rows: readonly ResultRow[],
): MemoryRates {
  const keyOf = (name: string): string | null => {
    const scorer = instrumentNamed(context, name, system)
    return scorer === undefined ? null : instrumentKey(scorer)
  }
  const instruments = { ledger: keyOf(LEDGER), usage: keyOf(USAGE_TEST) }
  const figure = (instrument: string | null, metric: string): Figure | null =>
    rows.find(
      (row) =>
        row.slice === undefined &&
        row.system === system &&
        row.instrument === instrument &&
        row.metric === metric,
    )?.figure ?? null
  return {
    stored: figure(instruments.ledger, 'stored'),
    retrieved: figure(instruments.ledger, 'retrieved'),
    shown: figure(instruments.ledger, 'shown'),
    evidenceShare: figure(instruments.ledger, 'evidence_share'),
    used: figure(instruments.usage, 'used'),
    changedWithout: figure(instruments.usage, 'changed_without'),
    changedAgain: figure(instruments.usage, 'changed_again'),
    instruments,
  }
}
