import { cardsOf, type JudgedSetup } from './judged-setups.ts'
import { lossText, type Leaderboard } from './leaderboard.ts'
import { compareRows } from './ranking.ts'
import type { JudgeCard } from './judge-card.ts'
import type { ResultRow, TrackReport } from './report.ts'

/** A system's figures under one judged instrument. */
export interface JudgedLine {
  readonly system: string
  readonly kind: ResultRow['kind']
  /** One per metric of the setup, in its order. */
  readonly rows: readonly ResultRow[]
  /** Cases in the figures: one number when all metrics have the same, else one for each. */
  readonly n: string
  readonly marks: readonly string[]
  /** What became of the other cases. */
  readonly losses: string
}

/** What judges of one instrument said of a track. */
export interface JudgedBoard {
  readonly setup: JudgedSetup
  /** Who judges: `openai/a`, or `openai/a + openai/b (mean)`. */
  readonly by: string
  readonly cards: readonly JudgeCard[]
  /** Ranked, privileged, input-blind systems, each best first on the main metric; empty when the leaderboard has all that there is. */
  readonly lines: readonly JudgedLine[]
}

/** The judged figures of a track, one board an instrument. */
export function judgedBoards(track: TrackReport, cards: readonly JudgeCard[]): JudgedBoard[] {
  return track.judged.map((setup) => ({
    setup,
    by: judgesText(setup),
    cards: cardsOf(setup, cards),
    lines: isInLeaderboard(track, setup) ? [] : linesOf(track, setup),
  }))
}

/** False when a leaderboard would be empty: nothing but judges measures the track, or nothing at all. */
export function hasLeaderboard(
  { rows, signal }: Pick<TrackReport, 'rows' | 'signal'>,
  board: Pick<Leaderboard, 'rankedBy' | 'literature'>,
  judged: readonly JudgedBoard[],
): boolean {
  if (board.rankedBy !== null || board.literature.length > 0) return true
  // A track that is read by d′ has its figures in tables of their own.
  if (signal.length > 0) return false
  return rows.length > 0 && judged.every(({ lines }) => lines.length === 0)
}

/** Judges by name, with the rule of a panel. */
export function judgesText({ judges, options }: Pick<JudgedSetup, 'judges' | 'options'>): string {
  const rule = typeof options['rule'] === 'string' ? ` (${options['rule']})` : ''
  const roles = judges.map(({ role, models }) =>
    role === 'judge' ? models.join(' + ') : `${role} ${models.join(' + ')}`,
  )
  return `${roles.join(', ')}${rule}`
}

/** True when the only judged figure is the headline's own. */
function isInLeaderboard({ headline }: TrackReport, { instrument, metrics }: JudgedSetup): boolean {
  return (
    !('none' in headline) &&
    headline.instrument === instrument &&
    metrics.every((name) => name === headline.metric)
  )
}

/** Kinds of system in the order of a leaderboard. */
export const GROUPS: readonly ResultRow['kind'][] = ['ranked', 'privileged', 'input-blind']

function linesOf(track: TrackReport, { instrument, metrics }: JudgedSetup): JudgedLine[] {
  const systems = new Map<string, ResultRow[]>()
  for (const row of track.rows) {
    if (row.slice !== undefined || row.instrument !== instrument) continue
    systems.set(row.system, [...(systems.get(row.system) ?? []), row])
  }
  const [main = ''] = metrics
  const order = compareRows(track.metrics.get(`${instrument} ${main}`)?.direction ?? 'higher')
  return [...systems.values()]
    .flatMap((rows) => {
      const sorted = metrics.flatMap((name) => rows.filter(({ metric }) => metric === name))
      const [first] = sorted
      return first === undefined ? [] : [{ first, sorted }]
    })
    .toSorted(
      (a, b) => GROUPS.indexOf(a.first.kind) - GROUPS.indexOf(b.first.kind) || order(a.first, b.first),
    )
    .map(({ first, sorted }) => ({
      system: first.system,
      kind: first.kind,
      rows: sorted,
      n: oneOrAll(sorted.map(({ figure }) => String(figure?.n ?? 0))),
      marks: [
        ...(sorted.some(({ invalid }) => invalid) ? ['INVALID'] : []),
        ...(sorted.some(({ exact }) => exact !== undefined) ? ['exact'] : []),
        ...(first.ownPrompt === true ? ['own prompt'] : []),
      ],
      losses: lossesOf(sorted),
    }))
}

/** Equal texts once, else all of them. */
export function oneOrAll(texts: readonly string[]): string {
  return new Set(texts).size === 1 ? (texts[0] ?? '') : texts.join(', ')
}

/** Losses of all metrics at once where they are the same, else metric by metric. */
function lossesOf(rows: readonly ResultRow[]): string {
  const texts = rows.map(lossText)
  if (new Set(texts).size === 1) return texts[0] ?? ''
  return rows.flatMap((row) => (lossText(row) === '' ? [] : [`${row.metric} ${lossText(row)}`])).join(', ')
}
