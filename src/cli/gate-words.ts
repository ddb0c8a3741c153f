import { UsageError } from '../core/errors.ts'
import type { SystemRecord } from '../core/run.ts'
import { findTrack } from '../registry/benchmarks.ts'
import { condition, figureWord, type Condition, type FigureWord } from '../reports/gate/condition.ts'
import { meantFigure } from '../reports/gate/min-gate.ts'
import { shownFigure, type ShownFigure } from '../reports/shown-figure.ts'
import type { TrackContext } from '../reports/track-context.ts'
import type { GateRun } from './gate-run.ts'
import { suggestion } from './suggest.ts'

/** A condition of `--min`. @throws UsageError saying what is wrong with it */
export function readCondition(text: string): Condition {
  const found = condition(text)
  if ('wrong' in found)
    throw new UsageError(
      `--min ${JSON.stringify(text)} can't be read: ${found.wrong}`,
      "write it as '<track>.<metric>>=<number>', such as 'alpsbench/update.action_f1>=0.6', in quotes",
    )
  return found
}

/** A track of a run by its id. @throws UsageError naming the nearest */
export function trackContext({ run, contexts }: GateRun, track: string): TrackContext {
  const found = contexts.get(track)
  if (found !== undefined) return found
  const known = [...contexts.keys()]
  throw new UsageError(
    `run ${run.id} has no track ${JSON.stringify(track)}`,
    `${suggestion(track, known, `rapport report ${run.id}`)} It has ${known.join(', ')}`,
  )
}

/** The figure that a word means. @throws UsageError when none or several could be meant */
export function figureOrRefuse(context: TrackContext, word: FigureWord): ShownFigure {
  const shown = meantFigure(context.facts, word)
  if (!('none' in shown)) return shown
  throw new UsageError(
    `${context.record.track} has no single figure ${[word.instrument, word.metric].filter(Boolean).join('.')}`,
    shown.none,
  )
}

/**
 * Ranked systems of a track, or those that were named.
 * @throws UsageError for one that was not run, and for none
 */
export function systemsOf(
  { run }: GateRun,
  { record }: TrackContext,
  named: readonly string[],
): readonly SystemRecord[] {
  const ids = named.flatMap((text) => text.split(',')).filter((id) => id !== '')
  const known = record.systems.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new UsageError(
      `${JSON.stringify(unknown)} was not run on ${record.track}`,
      suggestion(unknown, known, `rapport report ${run.id}`),
    )
  const found = record.systems.filter(({ id, kind }) =>
    ids.length === 0 ? kind === 'ranked' : ids.includes(id),
  )
  if (found.length === 0)
    throw new UsageError(
      `run ${run.id} has no ranked system on ${record.track}`,
      `name one with --system: ${known.join(', ')}`,
    )
  return found
}

/**
 * The same, where a decision is about somebody's own systems: ranked ones that the track ships are asked only when they
 * are named, or when there is no other.
 * @throws UsageError as `systemsOf`
 */
export function ownSystemsOf(
  now: GateRun,
  context: TrackContext,
  named: readonly string[],
): readonly SystemRecord[] {
  const found = systemsOf(now, context, named)
  if (named.length > 0) return found
  const shipped = new Set(findTrack(context.record.track)?.baselines.map(({ id }) => id))
  const own = found.filter(({ id }) => !shipped.has(id))
  return own.length === 0 ? found : own
}

/**
 * Figures of `--metric`; without it each track's headline figure, or the published one where there is none.
 * @throws UsageError for a word that names no figure, and for a track without a figure of its own
 */
export function askedFigures(
  now: GateRun,
  words: readonly string[],
): readonly { readonly track: TrackContext; readonly shown: ShownFigure }[] {
  if (words.length === 0)
    return [...now.contexts.values()].map((track) => ({ track, shown: defaultFigure(track) }))
  return words.map((text) => {
    const word = figureWord(text)
    if (word === null || word.metric === 'headline')
      throw new UsageError(
        `--metric ${JSON.stringify(text)} is not <track>.<metric>`,
        'write it such as alpsbench/update.action_f1; the headline figure is the default',
      )
    const track = trackContext(now, word.track)
    return { track, shown: figureOrRefuse(track, word) }
  })
}

function defaultFigure({ facts, record }: TrackContext): ShownFigure {
  const choices = [facts.headline, ...(facts.publishedFigure === null ? [] : [facts.publishedFigure])]
  for (const choice of choices) {
    const shown = shownFigure(facts.scorers, choice)
    if (!('none' in shown)) return shown
  }
  throw new UsageError(`${record.track} has no headline figure here`, 'name a figure with --metric')
}
