import type { TrackReport } from '../report.ts'
import { judgesText } from '../judged-board.ts'
import { memoryName, memoryNames } from './memory-names.ts'
import type { MemoryCheckCard, MemoryReport } from './memory-report.ts'

const DOES_NOT_APPLY = 'does not apply'

/** Checks that are named; more are counted. */
const NAMED = 4

/** The fairness sheet in lines: what all have, then one line for each thing in which they differ. */
export function fairnessLines(track: Pick<TrackReport, 'judged'>, memory: MemoryReport): string[] {
  const { agreed, differing, unfair } = memory.fairness
  if (agreed.length === 0 && differing.length === 0) return []
  const { shortOf } = memoryNames(memory)
  const judges = [...new Set(track.judged.map(judgesText))]
  const same = [
    ...agreed.map(({ field, value }) => `${words(field)} ${value}`),
    judges.length === 0 ? 'no judge' : `judge ${judges.join('; ')}`,
  ]
  return [
    `the same for all it applies to: ${same.join(', ')}`,
    ...differing.map(({ field, values }) => {
      const groups = grouped(values.map(({ system, value }) => [value ?? DOES_NOT_APPLY, shortOf(system)]))
      const state = unfair.find((one) => one.field === field)
      const mark = state === undefined ? '' : state.waived ? ' (waived)' : ' (NOT WAIVED)'
      return `${words(field)}${mark}: ${groups.map(([value, systems]) => `${value} – ${systems.join(', ')}`).join('; ')}`
    }),
  ]
}

/** How memories did in the conformance suite, those alike in one line; what failed is told in the findings. */
export function checkLines({ checks }: Pick<MemoryReport, 'checks'>): string[] {
  return grouped(checks.map((card) => [cardText(card), memoryName(card.memory)])).map(
    ([text, memories]) => `${memories.join(', ')}: ${text}`,
  )
}

function cardText({ ran, passed, notApplicable, failed, noted, notMeasured }: MemoryCheckCard): string {
  if (!ran) return 'not checked'
  const ids = (notes: MemoryCheckCard['failed']): string => notes.map(({ check }) => check).join(', ')
  const of = passed + failed.length + noted.length
  return [
    `${passed} of ${of} passed`,
    failed.length === 0 ? '' : `FAILED ${ids(failed)}`,
    noted.length === 0 ? '' : `noted ${ids(noted)}`,
    notMeasured.length === 0
      ? ''
      : notMeasured.length > NAMED
        ? `${notMeasured.length} could not be measured`
        : `not measured ${ids(notMeasured)}`,
    notApplicable === 0 ? '' : `${notApplicable} not applicable`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** `extraction_model` as people write it. */
export function words(field: string): string {
  return field.replaceAll('_', ' ')
}

/** Second parts by their first, in order. */
function grouped(pairs: readonly (readonly [string, string])[]): [string, string[]][] {
  const groups = new Map<string, string[]>()
  for (const [name, member] of pairs) groups.set(name, [...(groups.get(name) ?? []), member])
  return [...groups]
}
