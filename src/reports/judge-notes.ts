import type { Json } from '../core/json.ts'
import { cardsOf, type JudgedSetup } from './judged-setups.ts'
import type { JudgeCard } from './judge-card.ts'
import type { Report } from './report.ts'

/** A judged figure is worth as much as its judge: how it did on the probes, in a sentence. */
export function judgeNote(card: JudgeCard): string {
  const { instrument, judge, falseAccept, falseReject, unmeasured, state, moved } = card
  const verdict = {
    passed: '',
    failed: ' PROBE FAILURE: do not trust its figures.',
    undecided: ' Too few verdicts to tell.',
  }[state]
  const lost = unmeasured === 0 ? '' : `, ${unmeasured} without a verdict`
  const drift = moved === null || moved.changed === 0 ? '' : ` It MOVED: ${driftText(moved)}.`
  return `Judge ${judge} under ${instrument}, on probes: wrongly accepted ${rateText(falseAccept)}, wrongly rejected ${rateText(falseReject)}${lost}.${verdict}${drift}`
}

function driftText({ run, inThisRun, changed, of }: NonNullable<JudgeCard['moved']>): string {
  const found = `other verdicts on ${changed} of ${of} probes than`
  return inThisRun
    ? `${found} earlier in this run, so its figures mix two judges; start the run anew with --fresh`
    : `${found} in run ${run}, so do not compare the two`
}

function rateText({ errors, n }: JudgeCard['falseAccept']): string {
  return `${errors} of ${n}`
}

/** One judge of one judged instrument, in words. */
export interface JudgeRow {
  readonly instrument: string
  readonly judge: string
  readonly rule: string
  readonly temperature: string
  readonly prompt: string
  readonly falseAccept: string
  readonly falseReject: string
  /** What the probes say: `passed`, `FAILED`, `undecided`, with `MOVED`; `not run` without any. */
  readonly state: string
}

/** Every judged instrument of a report with each of its judges. */
export function judgeRows(report: Pick<Report, 'tracks' | 'judges'>): JudgeRow[] {
  const setups = new Map(
    report.tracks.flatMap(({ judged }) => judged.map((setup) => [setup.instrument, setup] as const)),
  )
  return [...setups.values()].flatMap((setup) => {
    const cards = cardsOf(setup, report.judges)
    return setup.judges.flatMap(({ role, models }) =>
      models.map((model) => {
        const card = cards.find(({ judge }) => judge === model)
        return {
          ...optionTexts(setup),
          judge: role === 'judge' ? model : `${model} (${role})`,
          falseAccept: card === undefined ? '' : rateText(card.falseAccept),
          falseReject: card === undefined ? '' : rateText(card.falseReject),
          state: card === undefined ? 'not run' : stateText(card),
        }
      }),
    )
  })
}

function optionTexts({
  label,
  options,
}: JudgedSetup): Pick<JudgeRow, 'instrument' | 'rule' | 'temperature' | 'prompt'> {
  const text = (value: Json | undefined): string =>
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return {
    instrument: label,
    rule: text(options['rule']),
    temperature: text(options['temperature']),
    prompt: text(options['prompt']),
  }
}

function stateText({ state, moved }: JudgeCard): string {
  const word = state === 'failed' ? 'FAILED' : state
  return moved !== null && moved.changed > 0 ? `${word}, MOVED` : word
}

/** Judges that no judged instrument of the report names: their probes are told all the same. */
export function otherCards({ tracks, judges }: Pick<Report, 'tracks' | 'judges'>): JudgeCard[] {
  const named = new Set(tracks.flatMap(({ judged }) => judged.flatMap((setup) => cardsOf(setup, judges))))
  return judges.filter((card) => !named.has(card))
}
