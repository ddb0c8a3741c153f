import { canonicalJson } from '../../core/json.ts'
import type { RunRecord, SystemRecord, TrackRecord } from '../../core/run.ts'
import type { Scorer } from '../../core/scorer.ts'
import type { JudgedInstrument } from '../../core/stage.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { System } from '../../core/system.ts'
import type { Track } from '../../core/track.ts'
import { sortGraph, type SortedGraph } from '../../engine/graph.ts'
import { memoryForms } from '../../registry/memories.ts'
import { recordingNames } from '../../registry/recordings.ts'
import { createRecordedSystem } from '../../systems/recorded.ts'
import { GOLD_EVIDENCE } from '../../systems/memory/memory-system.ts'
import type { CliContext } from '../context.ts'
import { memoryInstruments } from '../memory-instruments.ts'
import { memoryWord } from '../memory-word.ts'
import { isChatWord, modelKit, type ModelKit } from '../models.ts'
import { judgedInstruments } from '../panels.ts'
import { scorerOf, trackOf } from '../rebuild-run.ts'
import { createSystem } from '../select-systems.ts'

/** One system of a stored run with its stages as this version has them. */
export interface KnownSystem {
  readonly id: string
  readonly graph: SortedGraph
  /** Why its own stages (not the parser) can't be checked; null: they can. */
  readonly unknown: string | null
  /** True where its answers come from a chat model that this version would ask in the same way. */
  readonly asksModel: boolean
}

/** One track of a stored run as this version would carry it out, without asking anything. */
export interface KnownTrack {
  readonly record: TrackRecord
  readonly track: Track
  readonly systems: readonly KnownSystem[]
  /** Instruments that this version has in the same form. */
  readonly instruments: ReadonlySet<string>
}

/** Something of a bundle that was not recomputed, and why. */
export interface Gap {
  readonly what: string
  readonly why: string
}

export interface KnownRun {
  readonly kit: ModelKit
  readonly tracks: readonly KnownTrack[]
  readonly gaps: readonly Gap[]
}

/**
 * What of a run this version can carry out again. Nothing of a user's own is started or loaded for it: a bundle may
 * come from anybody, so programs, modules and files that it names are left alone.
 */
export async function knownRun(
  run: RunRecord,
  context: Pick<CliContext, 'env' | 'cwd' | 'clock'>,
): Promise<KnownRun> {
  const kit = await modelKit(run.spec.models, context, 'recorded')
  const gaps: Gap[] = []
  const tracks: KnownTrack[] = []
  for (const record of run.spec.tracks) {
    const track = guarded(() => trackOf(record), `track ${record.track}`, gaps)
    if (track === null) continue
    const scorers = record.instruments.flatMap((instrument): Scorer[] => {
      const what = `${instrument.name}@${instrument.version} on ${record.track}`
      const scorer = guarded(() => scorerOf(track, instrument, run), what, gaps)
      return scorer === null ? [] : [scorer]
    })
    const judged =
      guarded(
        () => [
          ...judgedInstruments(track, record.judged, kit),
          ...memoryInstruments(track, record.systems, run.spec.memory, kit),
        ],
        `judges of ${record.track}`,
        gaps,
      ) ?? []
    const systems: KnownSystem[] = []
    for (const kept of record.systems) {
      const known = await knownSystem(kept, track, { run, kit, context })
      if (known.unknown !== null)
        gaps.push({ what: `answers of ${kept.id} on ${record.track}`, why: known.unknown })
      systems.push({ ...known, id: kept.id, graph: graphOf(known.system, track, scorers, judged, gaps) })
    }
    const instruments = new Set([...scorers, ...judged].map(instrumentKey))
    tracks.push({ record, track, systems, instruments })
  }
  return { kit, tracks, gaps }
}

function guarded<T>(make: () => T, what: string, gaps: Gap[]): T | null {
  try {
    return make()
  } catch (error) {
    gaps.push({ what, why: error instanceof Error ? error.message : String(error) })
    return null
  }
}

/** The graph without instruments whose stages this version can't put after the system's. */
function graphOf(
  system: System,
  track: Track,
  scorers: readonly Scorer[],
  judged: readonly JudgedInstrument[],
  gaps: Gap[],
): SortedGraph {
  const base = track.stages(system, scorers)
  const own = judged.filter(({ only }) => only?.includes(system.id) !== false)
  const fitting = own.filter((one) => {
    const sorted = guarded(
      () => sortGraph([...base, ...one.stages]),
      `${instrumentKey(one)} of ${system.id}`,
      gaps,
    )
    return sorted !== null
  })
  return sortGraph([...base, ...fitting.flatMap(({ stages }) => stages)])
}

const RECORDED = 'recorded:'

type Made = { readonly system: System; readonly unknown: string | null; readonly asksModel: boolean }

async function knownSystem(
  kept: SystemRecord,
  track: Track,
  {
    run,
    kit,
    context,
  }: { run: RunRecord; kit: ModelKit; context: Pick<CliContext, 'env' | 'cwd' | 'clock'> },
): Promise<Made> {
  const stand = (unknown: string, access: 'row' | 'id' | 'input'): Made => ({
    system: standIn(kept, access),
    unknown,
    asksModel: false,
  })
  const kind = kept.identity['system']
  if (kind === 'prediction-file') return { ...stand('', 'id'), unknown: null }
  if (kept.spec.startsWith('program:')) return stand('a program is not started to check a bundle', 'row')
  // By its name alone: as a word on the command line it could be a file of whoever checks.
  if (kept.spec.startsWith(RECORDED)) {
    const name = kept.spec.slice(RECORDED.length)
    const system = createRecordedSystem(name, recordingNames(name))
    return isSame(system, kept)
      ? { system, unknown: null, asksModel: false }
      : stand('this version has no such recordings', 'input')
  }
  const memory = memoryWord(kept.spec, kit.sources)
  if (memory !== null && !isBuiltIn(memory.name))
    return stand('a memory that is not built in is not loaded to check a bundle', 'input')
  try {
    const system = await createSystem(kept.spec, track, kept.states, async () => new Set<string>(), {
      cwd: context.cwd,
      env: context.env,
      seed: run.spec.data.seed,
      programs: run.spec.programs,
      protocol: run.spec.protocol,
      models: kit,
      memory: { settings: run.spec.memory, run: run.id, programs: run.spec.programs, outside: context },
    })
    if (system === null) return stand('this version has no such system', 'input')
    if (!isSame(system, kept))
      return stand(
        'it is another system in this version, or was given a prompt or settings that the bundle lacks',
        'input',
      )
    return { system, unknown: null, asksModel: memory !== null || isChatWord(kept.spec, kit) }
  } catch (error) {
    return stand(error instanceof Error ? error.message : String(error), 'input')
  }
}

function isSame(system: System, kept: SystemRecord): boolean {
  return canonicalJson(system.identity) === canonicalJson(kept.identity)
}

/** A memory that is part of this package and asks nobody but the run's models. */
function isBuiltIn(name: string): boolean {
  if (name === GOLD_EVIDENCE) return true
  return memoryForms.some(({ form, kind }) =>
    kind !== 'built-in'
      ? false
      : form.endsWith('<n>')
        ? name.startsWith(form.slice(0, -3)) && /^\d+$/.test(name.slice(form.length - 3))
        : form === name,
  )
}

/** Takes the place of a system that is not made again; it is never asked. */
function standIn({ id, identity }: SystemRecord, access: 'row' | 'id' | 'input'): System {
  const respond = (): never => {
    throw new Error('a stand-in was asked')
  }
  return { id, identity, kind: 'ranked', external: true, access, respond }
}
