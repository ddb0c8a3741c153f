import type { ClaimVerdict } from '../../core/claim.ts'
import { figureText, intervalText, signed } from '../format.ts'
import type { ClaimPart, ClaimResult, ClaimsReport, PartFigure } from './claim-report.ts'

/** Verdicts as people read them. */
export const verdictWords: Readonly<Record<ClaimVerdict, string>> = {
  supported: 'supported',
  contradicted: 'contradicted',
  undecided: 'undecided',
  'not-measurable': 'not measurable here',
}

export const INVENTED =
  'The data are invented: this shows how the command works, and says nothing about the paper. What is printed is checked all the same.'

/** Above this many parts a table tells more than sentences. */
const SENTENCES_UP_TO = 2

/** How the parts of a claim are best told; `missing`: nothing was measured and nothing is printed either. */
export function formOf({
  parts,
}: Pick<ClaimResult, 'parts'>): 'arithmetic' | 'missing' | 'sentences' | 'table' {
  const isMissing = parts.every(({ missing }) => missing !== null)
  const isPrinted = parts.some(({ figures }) => figures.some(({ published }) => published !== null))
  if (isMissing && !isPrinted) return 'missing'
  if (parts.every(({ p, missing }) => p === null && missing === null)) return 'arithmetic'
  return parts.length <= SENTENCES_UP_TO ? 'sentences' : 'table'
}

/** Why nothing was measured, each reason once. */
export function missingText({ parts }: Pick<ClaimResult, 'parts'>): string | null {
  const reasons = new Set(parts.flatMap(({ missing }) => missing ?? []))
  const names = [...reasons].flatMap((reason) =>
    reason.startsWith(NOT_MEASURED) ? reason.slice(NOT_MEASURED.length).split(', ') : [],
  )
  const others = [...reasons].filter((reason) => !reason.startsWith(NOT_MEASURED))
  const all = [...(names.length === 0 ? [] : [`not measured: ${[...new Set(names)].join(', ')}`]), ...others]
  return all.length === 0 ? null : `${all.join('; ')}.`
}

/** `9 supported, 7 contradicted, 4 undecided, 4 not measurable here`. */
export function countsText(claims: readonly ClaimResult[]): string {
  const counts = Object.entries(verdictWords).flatMap(([verdict, words]) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return counts.join(', ')
}

/** How a reason begins that names what was not measured. */
const NOT_MEASURED = 'not measured: '

/** What the figures come from, in one line each. */
export function sourceLines({ data, runs }: ClaimsReport): string[] {
  const ofRun = runs.map(({ id, tracks, pools, seed }) => {
    const drawn = pools === 'drawn' ? `, drawn pools, seed ${seed}` : ''
    return `${id} (${shortTracks(tracks)}${drawn})`
  })
  return [`Data: ${data.join('; ')}.`, `Runs: ${ofRun.length === 0 ? 'none' : ofRun.join('; ')}.`]
}

/** `alpsbench/retrieval/d100 … d1000` for several of one family. */
function shortTracks(tracks: readonly string[]): string {
  const families = new Map<string, string[]>()
  for (const track of tracks) {
    const family = track.split('/').slice(0, 2).join('/')
    families.set(family, [...(families.get(family) ?? []), track])
  }
  return [...families].map(([family, own]) => (own.length === 1 ? (own[0] ?? '') : family)).join(', ')
}

/** A part in one sentence: figures, interval, n, test. */
export function partText(part: ClaimPart): string {
  const { about, decimals, figures, effect, p, adjusted, verdict, missing, notes } = part
  if (missing !== null) return `${about}: ${missing}${printedText(figures)}`
  if (p === null || adjusted === null) return `${about}: ${notes.join('; ')}`
  const measured = figures.map((figure) => oneFigure(figure, decimals))
  const change =
    effect === null
      ? []
      : [`${effect.name} ${signed(effect.value, decimals)} ${intervalText(effect, decimals)}`]
  const counted = effect ?? figures[0]?.figure ?? null
  const n = counted === null ? [] : [`${counted.n} ${part.unit}, ${counted.clusters} clusters of cases`]
  const own = verdict === 'contradicted' ? 'against' : 'for'
  const random = effect === null ? [] : [`random: ${effect.random}`]
  const tests = `one-sided p ${pText(p[own])} ${own === 'for' ? 'for it' : 'against it'}, ${pText(adjusted[own])} by Holm (${p.method})`
  return `${about}: ${[...measured, ...change, ...n, ...random, tests, ...notes].join('; ')}`
}

function oneFigure({ name, figure, published }: PartFigure, decimals: number): string {
  const inPrint = published === null ? '' : ` (in print ${round(published)})`
  return `${name} ${figure === null ? 'not measured' : figureText(figure, decimals)}${inPrint}`
}

function printedText(figures: readonly PartFigure[]): string {
  const known = figures.filter(({ published }) => published !== null)
  return known.length === 0
    ? ''
    : ` (in print: ${known.map(({ name, published }) => `${name} ${round(published)}`).join(', ')})`
}

/** At most four digits: correlations of printed points have more than anybody printed. */
export function round(value: number | null): string {
  return value === null ? '' : String(Number(value.toFixed(4)))
}

export function pText(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`
}

/** What would decide a claim that is not decided. */
export function needsText({ needs, parts }: ClaimResult): string | null {
  if (needs === null) return null
  const most = parts.flatMap(({ clustersNeeded, effect }) =>
    clustersNeeded === null || effect === null ? [] : [{ needed: clustersNeeded, now: effect.clusters }],
  )
  if (most.length === 0) return needs
  const largest = most.reduce((one, other) => (other.needed > one.needed ? other : one))
  const many = largest.needed > 1_000_000 ? 'more than a million' : String(largest.needed)
  return `${needs} With differences as they are now, some ${many} clusters of cases (now ${largest.now}) would decide each undecided part with a chance of 80 %, before Holm.`
}

/** With a capital at its start. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What "surely" means. */
export function surelyText({ alpha }: Pick<ClaimsReport, 'alpha'>): string {
  return `"Surely" means a one-sided p ≤ ${alpha / 2} in that direction, adjusted by Holm over the parts of a group, so that a group has a wrong verdict on some part with a chance of ${alpha} at most.`
}
