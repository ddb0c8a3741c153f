import type { Case } from '../core/case.ts'
import type { CaseOptions, Dataset } from '../core/dataset.ts'
import { UsageError } from '../core/errors.ts'
import type { DataSelection, JudgePanelRecord, RunSpec, SystemRecord, TrackRecord } from '../core/run.ts'
import { instrumentKey, type Scorer } from '../core/scorer.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import type { Benchmark, Track } from '../core/track.ts'
import type { TrackPlan } from '../engine/execute.ts'
import { benchmarks, tracks as allTracks } from '../registry/benchmarks.ts'
import { openContext, type CliContext } from './context.ts'
import { refuseUnfair } from './fairness.ts'
import { memoryInstruments } from './memory-instruments.ts'
import { memorySettings } from './memory-settings.ts'
import type { MemoryContext } from './memory-systems.ts'
import { modelSettings } from './model-settings.ts'
import { modelKit, modelsOfRun, withServers, type ModelKit } from './models.ts'
import { judgedInstruments, panelsFor, refuseIdleDecomposer, refuseUnknownRubrics } from './panels.ts'
import { overlayFor, withOverlay } from './overlays.ts'
import type { RunChoices } from './run-options.ts'
import { drawSample, type DrawnSample } from './sample-cases.ts'
import { selectCases } from './select-cases.ts'
import {
  prepareSystems,
  refuseIdleOffer,
  refuseUnknownSystem,
  type PreparedSystem,
} from './select-systems.ts'
import { matchingTracks, selectTracks } from './select-tracks.ts'
import { suggestion } from './suggest.ts'

/** A run that is ready to be planned and executed. */
export interface PreparedRun {
  readonly spec: RunSpec
  readonly plans: readonly TrackPlan[]
  readonly kit: ModelKit
  cases(track: string): AsyncIterable<Case>
  close(): Promise<void>
}

interface PreparedTrack {
  readonly track: Track
  readonly systems: readonly PreparedSystem[]
  readonly scorers: readonly Scorer[]
  readonly panels: readonly JudgePanelRecord[]
  readonly judged: readonly JudgedInstrument[]
}

/** The embedded data has a part for every benchmark; any other word means one data set. */
const SAMPLE = 'sample'

/** The data that a word names: of the sample one data set for each benchmark. @throws as {@link openDataset} */
export async function openDatasets(
  word: string,
  context: Pick<CliContext, 'env' | 'cwd'>,
  among: readonly Benchmark[] = benchmarks,
): Promise<readonly Dataset[]> {
  if (word !== SAMPLE) return [await openDataset(word, context, among)]
  return Promise.all(among.map((benchmark) => openDataset(word, context, [benchmark])))
}

/**
 * Opens a data set by the first benchmark that knows it.
 * @param among benchmarks that are looked through; all when absent
 * @throws UsageError when none of them knows the word
 */
export async function openDataset(
  word: string,
  context: Pick<CliContext, 'env' | 'cwd'>,
  among: readonly Benchmark[] = benchmarks,
): Promise<Dataset> {
  for (const benchmark of among) {
    const dataset = await benchmark.open(word, openContext(context))
    if (dataset !== null) return dataset
  }
  const known = [SAMPLE, ...benchmarks.flatMap((benchmark) => benchmark.pulls.map((pull) => pull.name))]
  throw new UsageError(
    `there is no data ${JSON.stringify(word)}: no known name, and no folder or file of a known layout`,
    suggestion(word, known, 'rapport data list'),
  )
}

/**
 * Turns words and options into live systems and a specification that can be run again.
 * @throws UsageError for anything unknown, InputError for a prediction file that breaks the contract
 */
export async function prepareRun(
  words: readonly string[],
  systemWords: readonly string[],
  choices: RunChoices,
  runId: string,
  context: Pick<CliContext, 'env' | 'cwd' | 'clock'>,
): Promise<PreparedRun> {
  const dataset = await openDataset(choices.data, context, benchmarksOf(words))
  const overlay = dataset.views.includes(choices.view)
    ? null
    : await overlayFor(choices.view, choices.data, context)
  const options: CaseOptions = {
    split: choices.split ?? null,
    view: overlay === null ? choices.view : 'as-published',
    pools: choices.pools,
    rekey: choices.rekey,
    rowBase: choices.rowBase,
    seed: choices.seed,
  }
  const selection: DataSelection = {
    dataset: choices.data,
    ...options,
    view: choices.view,
    ...(overlay === null ? {} : { overlay: { hash: overlay.hash, cases: overlay.cases.length } }),
    limit: choices.limit ?? null,
    ids: choices.ids ?? null,
    where: choices.where,
    sample: sampleOf(choices),
  }
  const ids = selectTracks(
    words,
    allTracks.map((track) => track.id),
    await dataset.tracks(options),
    choices.data,
  )
  const chosen = allTracks.filter((track) => ids.includes(track.id))
  const samples = new Map<string, DrawnSample>()
  const cases = (track: string): AsyncIterable<Case> =>
    selectCases(
      overlay === null
        ? dataset.cases(track, options)
        : withOverlay(dataset.cases(track, options), overlay, track),
      selection,
      track,
      samples.get(track)?.ids,
    )

  const settings = await modelSettings(choices, context)
  const memory: MemoryContext = {
    settings: memorySettings(choices, context),
    run: runId,
    programs: limitsOf(choices),
    outside: context,
  }
  const kit = await modelKit(settings, context, 'current')
  refuseUnknownRubrics(settings.judge, chosen, kit.pack)
  refuseIdleOffer(settings.offered, systemWords)
  const prepared: PreparedTrack[] = []
  const close = async (): Promise<void> => {
    for (const { systems } of prepared) for (const { system } of systems) await system.close?.()
  }
  const unusedEverywhere = new Set(systemWords)
  try {
    for (const track of chosen) {
      if (selection.sample !== null) {
        samples.set(track.id, await drawSample(cases(track.id), selection.sample, choices.seed, track.id))
      }
      const caseIds = once(async () => {
        const found = new Set<string>()
        for await (const subject of cases(track.id)) found.add(subject.id)
        return found
      })
      const { systems, unused } = await prepareSystems(
        systemWords,
        choices.baselines,
        track,
        dataset,
        options,
        caseIds,
        {
          cwd: context.cwd,
          env: context.env,
          seed: choices.seed,
          programs: limitsOf(choices),
          protocol: choices.protocol,
          models: kit,
          memory,
        },
      )
      for (const word of systemWords) if (!unused.includes(word)) unusedEverywhere.delete(word)
      const records = systems.map(({ record }) => record)
      refuseUnfair(track.id, records, memory.settings.waived)
      const panels = panelsFor(track, settings.judge, choices.protocol, kit.pack)
      prepared.push({
        track,
        systems,
        scorers: withMemoryScorers(track, records, choices, scorersOf(track, choices, chosen)),
        panels,
        judged: [
          ...judgedInstruments(track, panels, kit),
          ...memoryInstruments(track, records, memory.settings, kit),
        ],
      })
    }
    for (const word of unusedEverywhere) await refuseUnknownSystem(word, chosen, { models: kit, memory })
    refuseIdleDecomposer(
      settings.judge,
      prepared.flatMap(({ panels }) => panels),
    )
    const empty = prepared.find(({ systems }) => systems.length === 0)
    if (empty !== undefined)
      throw new UsageError(
        `no system to run on ${empty.track.id}`,
        'name one with --system, or leave out --no-baselines',
      )
  } catch (error) {
    await close()
    throw error
  }
  const asked: RunSpec = {
    formatVersion: 1,
    data: selection,
    descriptor: { ...dataset.descriptor, notes: [...dataset.descriptor.notes] },
    protocol: choices.protocol,
    matcher: choices.matcher,
    failures: choices.failures ?? 'default',
    repeats: choices.repeat,
    concurrency: choices.concurrency,
    models: settings,
    memory: memory.settings,
    programs: limitsOf(choices),
    fresh: choices.fresh ? runId : null,
    tracks: prepared.map(({ track, systems, scorers, panels }): TrackRecord => ({
      track: track.id,
      version: track.version,
      ...sampledFrom(samples.get(track.id)),
      systems: systems.map(({ record }) => record),
      instruments: scorers.map(({ name, version, options: own }) => ({ name, version, options: own })),
      judged: [...panels],
    })),
  }
  const spec = { ...asked, models: withServers(settings, modelsOfRun({ spec: asked }, kit), kit.sources) }
  const plans = prepared.map(({ track, systems, scorers, judged }) => ({
    track,
    systems: systems.map(({ system }) => system),
    scorers,
    judged,
  }))
  return { spec, plans, kit, cases, close }
}

/**
 * The asked scorers that a track has, none twice; the track's default ones when it has none of them.
 * @param among tracks of the run: a name that none of them knows is refused
 */
export function scorersOf(
  track: Track,
  choices: { scorer: readonly string[]; matcher: 'greedy' | 'hungarian' },
  among: readonly Track[],
): Scorer[] {
  for (const name of choices.scorer) {
    const known = [...new Set(among.flatMap((other) => other.scorerNames))]
    if (!known.includes(name)) {
      throw new UsageError(
        `there is no scorer ${JSON.stringify(name)} on these tracks`,
        suggestion(name, known, 'rapport list tracks'),
      )
    }
  }
  const asked = choices.scorer.filter((name) => track.scorerNames.includes(name))
  const names = asked.length === 0 ? track.defaultScorers : asked
  const scorers = names.map((name) => track.scorer(name, { matcher: choices.matcher }))
  return [...new Map(scorers.map((scorer) => [instrumentKey(scorer), scorer])).values()]
}

/** Memory systems that keep plain text have no labels: what tells of their values alone stands beside the others. */
function withMemoryScorers(
  track: Track,
  systems: readonly SystemRecord[],
  choices: Pick<RunChoices, 'scorer' | 'matcher'>,
  scorers: readonly Scorer[],
): readonly Scorer[] {
  const plan = track.memory
  const names = plan?.use === 'list' ? (plan.scorers ?? []) : []
  const isAsked = choices.scorer.length === 0 && systems.some(({ memory }) => memory !== undefined)
  const missing = names.filter((name) => scorers.every((scorer) => scorer.name !== name))
  return isAsked
    ? [...scorers, ...missing.map((name) => track.scorer(name, { matcher: choices.matcher }))]
    : scorers
}

/**
 * Benchmarks that the words name tracks of; all when no word is a track, which is said later.
 * @throws UsageError for tracks of several: a run has one data set
 */
function benchmarksOf(words: readonly string[]): readonly Benchmark[] {
  const ids = words.flatMap((word) =>
    matchingTracks(
      word,
      allTracks.map(({ id }) => id),
    ),
  )
  const named = benchmarks.filter(({ tracks }) => tracks.some(({ id }) => ids.includes(id)))
  if (named.length > 1) {
    throw new UsageError(
      `a run has the data of one benchmark, and these tracks belong to ${named.map(({ id }) => id).join(' and ')}`,
      `run them one after the other: ${named.map(({ id }) => `rapport run ${id}`).join(', ')}`,
    )
  }
  return named.length === 0 ? benchmarks : named
}

/** @throws UsageError for `--stratify` without `--sample` */
function sampleOf({ sample, stratify }: RunChoices): DataSelection['sample'] {
  if (sample !== undefined) return { n: sample, stratify: stratify ?? null }
  if (stratify === undefined) return null
  throw new UsageError('--stratify needs --sample', 'say how many cases: --sample <n>')
}

function sampledFrom(drawn: DrawnSample | undefined): Pick<TrackRecord, 'sampledFrom'> {
  return drawn === undefined ? {} : { sampledFrom: drawn.from }
}

/** Limits of programs as the run's specification keeps them. */
function limitsOf(choices: RunChoices): RunSpec['programs'] {
  return { timeout: choices.programTimeout * 1000, maxOutput: choices.programOutput }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
