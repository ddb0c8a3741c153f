import { UsageError } from '../core/errors.ts'
import type { RunRecord } from '../core/run.ts'
import { compareFigure, type CompareOptions, type Entry } from '../reports/compare/compare-figure.ts'
import type { ComparedFigure, ComparedGroup, Comparison } from '../reports/compare/comparison.ts'
import { figureWord } from '../reports/gate/condition.ts'
import { caseHashes } from '../reports/hashed-series.ts'
import { mainFigures } from '../reports/main-figures.ts'
import { shownFigure, type ShownFigure } from '../reports/shown-figure.ts'
import type { TrackContext } from '../reports/track-context.ts'
import type { CompareChoices } from './compare-choices.ts'
import { refuseUnfair } from './fairness.ts'
import type { GateRun } from './gate-run.ts'
import { figureOrRefuse } from './gate-words.ts'
import { waivable } from './memory-settings.ts'
import { suggestion } from './suggest.ts'

/** A run with the name it has in the comparison. */
export interface LabelledRun extends GateRun {
  readonly label: string
}

/** A track of one of the runs. */
interface Part {
  readonly run: LabelledRun
  readonly context: TrackContext
}

/**
 * Compares the systems of runs, track by track. Runs under different protocols, views or pools stand in groups of their
 * own.
 * @throws UsageError where cases differ without `--intersection`, memory systems are under unequal conditions, a word
 * names nothing, or nothing is left to compare
 */
export function compareRuns(runs: readonly LabelledRun[], choices: CompareChoices): Comparison {
  const words = choices.system.flatMap((text) => text.split(',')).filter((id) => id !== '')
  refuseUnknown(runs, [...words, ...(choices.against === undefined ? [] : [choices.against])])
  const tracks = [...new Set(runs.flatMap(({ contexts }) => [...contexts.keys()]))]
  const asked = choices.metric.map((text) => askedFigure(text, tracks))
  const groups: ComparedGroup[] = []
  const warnings: string[] = []
  for (const track of tracks) {
    if (asked.length > 0 && !asked.some((word) => word.track === track)) continue
    const parts = runs.flatMap((run): Part[] => {
      const context = run.contexts.get(track)
      return context === undefined ? [] : [{ run, context }]
    })
    const bySettings = grouped(parts)
    if (bySettings.size > 1) warnings.push(apartText(track, [...bySettings]))
    for (const [settings, group] of bySettings) {
      const compared = compareGroup(track, settings, group, runs, choices, words)
      if (compared.figures.length > 0) groups.push(compared)
      warnings.push(...judgeWarnings(group, choices))
    }
  }
  if (groups.length === 0) throw nothingToCompare(runs, warnings)
  return {
    runs: runs.map(({ run, label }) => ({
      id: run.id,
      label,
      createdAt: run.createdAt,
      dataset: run.spec.descriptor.title,
      licence: run.spec.descriptor.licence,
      attribution: run.spec.descriptor.attribution,
    })),
    alpha: choices.alpha,
    policy: choices.failures ?? 'default',
    groups,
    warnings: [...new Set([...warnings, ...unfinished(runs)])],
  }
}

function refuseUnknown(runs: readonly LabelledRun[], words: readonly string[]): void {
  const all = runs.flatMap(({ run, label }) =>
    run.spec.tracks.flatMap(({ systems }) => systems.flatMap(({ id }) => [id, `${id}@${label}`])),
  )
  const unknown = words.find((word) => !all.includes(word))
  if (unknown === undefined) return
  const known = [...new Set(all.filter((id) => !id.includes('@')))]
  throw new UsageError(
    `${JSON.stringify(unknown)} is in none of the runs`,
    suggestion(unknown, known, `rapport report ${runs[0]?.run.id ?? 'latest'}`),
  )
}

function askedFigure(text: string, tracks: readonly string[]) {
  const word = figureWord(text)
  if (word === null || word.metric === 'headline')
    throw new UsageError(
      `--metric ${JSON.stringify(text)} is not <track>.<metric>`,
      'write it such as alpsbench/update.action_f1; headline figures are compared without being asked for',
    )
  if (!tracks.includes(word.track))
    throw new UsageError(
      `no run has the track ${JSON.stringify(word.track)}`,
      `they have ${tracks.join(', ')}`,
    )
  return word
}

/** What must be the same for figures to be compared, in words. */
function settingsOf({ spec }: RunRecord): string {
  const { view, pools, rekey, rowBase } = spec.data
  const rest = [
    ...(pools === 'drawn' ? ['drawn pools'] : []),
    ...(rekey ? ['rekeyed'] : []),
    ...(rowBase === 'unique' ? [] : [rowBase]),
  ]
  return [`protocol ${spec.protocol}`, `view ${view}`, ...rest].join(', ')
}

function grouped(parts: readonly Part[]): Map<string, Part[]> {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const settings = settingsOf(part.run.run)
    groups.set(settings, [...(groups.get(settings) ?? []), part])
  }
  return groups
}

function apartText(track: string, groups: readonly (readonly [string, readonly Part[]])[]): string {
  const each = groups.map(
    ([settings, parts]) => `${parts.map(({ run }) => run.label).join(', ')} (${settings})`,
  )
  return `Not compared with each other on ${track}: ${each.join(' and ')}.`
}

function compareGroup(
  track: string,
  settings: string,
  parts: readonly Part[],
  runs: readonly LabelledRun[],
  choices: CompareChoices,
  words: readonly string[],
): ComparedGroup {
  const [first] = parts
  if (first === undefined) throw new Error('a group has a run')
  const common = commonCases(track, parts, choices.intersection)
  const entries = parts.flatMap((part) => entriesOf(part, runs, choices, words))
  refuseUnfair(
    track,
    entries.flatMap(({ contender, context }) => {
      const system = context.record.systems.find(({ id }) => id === contender.system)
      return system === undefined ? [] : [{ ...system, id: contender.label }]
    }),
    choices.waive.flatMap((text) => text.split(',')).map(waivable),
  )
  const options: CompareOptions = {
    alpha: choices.alpha,
    slices: choices.slice,
    includeInvalid: choices.includeInvalid,
    against: labelOf(entries, choices.against),
    flips: choices.format === 'json' ? Number.POSITIVE_INFINITY : choices.flips,
    objection: ({ contender }, shown) =>
      choices.movedJudges
        ? null
        : movedJudge(
            parts.find(({ run }) => run.run.id === contender.run),
            shown,
          ),
  }
  return {
    track,
    title: first.context.facts.title,
    settings,
    runs: parts.map(({ run }) => run.label),
    cases: parts.map(({ run, context }) => ({ run: run.label, cases: context.book.cases })),
    common,
    figures: figuresOf(track, parts, choices).flatMap(
      ({ shown, role }) => compareFigure(entries, shown, role, options) ?? [],
    ),
  }
}

/** How many cases all runs have. @throws UsageError where a run lacks some, unless that was asked for */
function commonCases(track: string, parts: readonly Part[], intersection: boolean): number {
  const all = parts.map(({ context }) => caseHashes(context.book))
  const [first = new Set<string>(), ...others] = all
  const common = [...first].filter((hash) => others.every((other) => other.has(hash))).length
  if (all.every(({ size }) => size === common) || intersection) return common
  const sizes = parts.map(({ run }, i) => `${all[i]?.size ?? 0} in ${run.label}`)
  throw new UsageError(
    `the runs have different cases on ${track}: ${sizes.join(', ')}, ${common} in all`,
    common === 0
      ? 'cases are the same where input and gold are; these have none in common'
      : 'add --intersection to compare those that all have',
  )
}

function entriesOf(
  { run, context }: Part,
  runs: readonly LabelledRun[],
  { baselines, against }: CompareChoices,
  words: readonly string[],
): Entry[] {
  const { track } = context.record
  return context.record.systems.flatMap(({ id, kind }): Entry[] => {
    const own = `${id}@${run.label}`
    const isNamed = words.includes(id) || words.includes(own)
    const isAgainst = against === id || against === own
    if (words.length > 0 ? !isNamed && !isAgainst : kind !== 'ranked' && !baselines && !isAgainst) return []
    const label = contenderLabel(runs, track, run.label, id)
    return [{ contender: { label, run: run.run.id, system: id, kind }, context }]
  })
}

/** How a system of a run is called: by its id, with the run's label where several runs have it on the track. */
export function contenderLabel(
  runs: readonly LabelledRun[],
  track: string,
  label: string,
  system: string,
): string {
  const holders = runs.filter(({ contexts }) =>
    contexts.get(track)?.record.systems.some(({ id }) => id === system),
  )
  return holders.length > 1 ? `${system}@${label}` : system
}

function labelOf(entries: readonly Entry[], word: string | undefined): string | null {
  if (word === undefined) return null
  const found = entries.filter(({ contender }) => contender.label === word || contender.system === word)
  const [only] = found
  if (only !== undefined && found.length === 1) return only.contender.label
  const labels = found.map(({ contender }) => contender.label)
  if (labels.length === 0) return null
  throw new UsageError(
    `--against ${JSON.stringify(word)} is in several runs`,
    `name one: ${labels.join(', ')}`,
  )
}

/** Figures to compare: those asked for, or what the track is about in any of the runs, each once. */
function figuresOf(
  track: string,
  parts: readonly Part[],
  { metric }: CompareChoices,
): { shown: ShownFigure; role: ComparedFigure['role'] }[] {
  const found = new Map<string, { shown: ShownFigure; role: ComparedFigure['role'] }>()
  const add = (shown: ShownFigure, role: ComparedFigure['role']): void => {
    const key = `${shown.instrument} ${shown.metric}`
    if (!found.has(key)) found.set(key, { shown, role })
  }
  const words = metric.flatMap((text) => figureWord(text) ?? []).filter((word) => word.track === track)
  for (const { context } of parts) {
    for (const word of words) add(figureOrRefuse(context, word), 'asked')
    if (metric.length > 0) continue
    const { facts } = context
    const headline = shownFigure(facts.scorers, facts.headline)
    if (!('none' in headline)) add(headline, 'headline')
    for (const shown of mainFigures(context)) add(shown, 'judged')
    const published =
      facts.publishedFigure === null ? null : shownFigure(facts.scorers, facts.publishedFigure)
    if (published !== null && !('none' in published)) add(published, 'published')
  }
  return [...found.values()]
}

/** A judge that says something else than in an earlier run: its figures of two runs are not of one instrument. */
function movedJudge(part: Part | undefined, shown: ShownFigure): string | null {
  const moved = part?.run.judges(shown).find((card) => card.moved !== null && card.moved.changed > 0)
  return moved === undefined
    ? null
    : `its judge ${moved.judge} says something else on its probes than before (--moved-judges compares all the same)`
}

function judgeWarnings(parts: readonly Part[], choices: CompareChoices): string[] {
  return parts.flatMap((part) =>
    figuresOf(part.context.record.track, [part], choices).flatMap(({ shown }) =>
      part.run
        .judges(shown)
        .filter(({ state }) => state === 'failed')
        .map(
          ({ judge, instrument }) =>
            `The judge ${judge} failed its probes under ${instrument}: do not trust its figures.`,
        ),
    ),
  )
}

function unfinished(runs: readonly LabelledRun[]): string[] {
  return runs
    .filter(({ run }) => run.state !== 'done')
    .map(({ run, label }) => `Run ${label} is not finished (${run.state}); these are its figures so far.`)
}

function nothingToCompare(runs: readonly LabelledRun[], warnings: readonly string[]): UsageError {
  const systems = new Set(
    runs.flatMap(({ run }) => run.spec.tracks.flatMap((track) => track.systems.map(({ id }) => id))),
  )
  return new UsageError(
    `there are no two systems to compare${warnings.length === 0 ? '' : `. ${warnings.join(' ')}`}`,
    `name systems with --system, or add --baselines or --against: ${[...systems].join(', ')}`,
  )
}
