import {
  auditedCase,
  CandidateRules,
  GoldRules,
  probeTrack,
  RepeatRules,
  shortcutFindings,
  type DoubtfulDistractor,
} from '../audit/dataset/index.ts'
import { auditSeverities, type AuditFinding, type AuditProbe, type AuditReport } from '../core/audit.ts'
import type { Case } from '../core/case.ts'
import type { CaseOptions, Dataset, DatasetReport } from '../core/dataset.ts'
import { placeText, RapportError } from '../core/errors.ts'
import { hashJson } from '../core/hash.ts'
import type { Track } from '../core/track.ts'
import { benchmarkOf, tracks as allTracks } from '../registry/benchmarks.ts'
import type { AuditChoices } from './audit-choices.ts'
import type { CliContext } from './context.ts'
import { predictionsOf, withGold } from './gold-predictions.ts'
import { drawSample } from './sample-cases.ts'
import { matchingTracks } from './select-tracks.ts'

/** Cases of a track that probes answer, drawn by the seed where there are more. */
const MOST_PROBED = 300

/** An audit, and what people should look at. */
export interface Audited {
  readonly report: AuditReport
  readonly doubtful: readonly DoubtfulDistractor[]
}

/**
 * Looks at every case of a data set's tracks, as published.
 * @returns null when none of its tracks was asked for
 */
export async function auditDataset(
  word: string,
  dataset: Dataset,
  choices: Pick<AuditChoices, 'track' | 'probes' | 'seed' | 'quiet'>,
  context: CliContext,
): Promise<Audited | null> {
  const options: CaseOptions = {
    split: null,
    view: 'as-published',
    pools: 'original',
    rekey: false,
    rowBase: 'unique',
    seed: choices.seed,
  }
  const chosen = await tracksOf(dataset, options, choices.track)
  const [first] = chosen
  if (first === undefined) return null
  const pause = pauser(word, choices.quiet, context)
  const rules = { gold: new GoldRules(), candidates: new CandidateRules(), repeats: new RepeatRules() }
  const cases: AuditReport['cases'] = []
  const hashes: string[] = []
  for (const track of chosen) {
    await pause(`learning whose memories are in ${track.id}`)
    for await (const subject of dataset.cases(track.id, options))
      if (track.auditView !== undefined)
        rules.candidates.learn({ ...track.auditView(subject), cluster: subject.cluster })
  }
  for (const track of chosen) {
    const clusters = new Set<string>()
    let count = 0
    for await (const subject of dataset.cases(track.id, options)) {
      if (count % 100 === 0) await pause(`${track.id}: ${count} cases looked at`)
      count += 1
      clusters.add(subject.cluster)
      hashes.push(subject.hash)
      if (track.auditView === undefined) continue
      const audited = auditedCase(track.id, subject, track.auditView(subject))
      rules.gold.add(audited)
      rules.candidates.add(audited)
      rules.repeats.add(audited)
    }
    cases.push({ track: track.id, cases: count, clusters: clusters.size })
  }
  await pause('shapes')
  const checked = await dataset.check()
  const probes: AuditProbe[] = []
  if (choices.probes)
    for (const track of chosen) probes.push(...(await probed(track, dataset, options, pause, context)))
  const findings = [
    ...shortcutFindings(probes),
    ...rules.gold.findings,
    ...rules.candidates.findings,
    ...rules.repeats.findings,
    ...shapeFindings(checked),
  ]
  const descriptor = { ...dataset.descriptor, notes: [...dataset.descriptor.notes] }
  return {
    report: {
      formatVersion: 1,
      dataset: descriptor,
      hash: hashJson(hashes),
      seed: choices.seed,
      cases,
      counts: { ...checked.counts },
      authorship: [...(benchmarkOf(first)?.authorship?.(dataset.descriptor) ?? [])],
      probes,
      findings: findings.toSorted(
        (a, b) => auditSeverities.indexOf(a.severity) - auditSeverities.indexOf(b.severity),
      ),
    },
    doubtful: rules.candidates.doubtful,
  }
}

async function tracksOf(dataset: Dataset, options: CaseOptions, words: readonly string[]): Promise<Track[]> {
  const present = await dataset.tracks(options)
  const wanted = new Set(words.flatMap((word) => matchingTracks(word, present)))
  return allTracks.filter(({ id }) => present.includes(id) && (words.length === 0 || wanted.has(id)))
}

/** Lets others run, shows where the audit is, and stops it on Ctrl-C. */
function pauser(
  word: string,
  quiet: boolean,
  { stderr, signal, clock }: CliContext,
): (about: string) => Promise<void> {
  let shown = Number.NEGATIVE_INFINITY
  return async (about) => {
    const now = clock.monotonic()
    if (!quiet && now - shown >= 500) {
      stderr.write(`${word}: ${about}\n`)
      shown = now
    }
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) throw new RapportError('stopped', { fix: 'start it again' })
  }
}

async function probed(
  track: Track,
  dataset: Dataset,
  options: CaseOptions,
  pause: (about: string) => Promise<void>,
  context: CliContext,
): Promise<AuditProbe[]> {
  const usable = (): AsyncIterable<Case> => withGold(dataset.cases(track.id, options))
  const drawn = await drawSample(usable(), { n: MOST_PROBED, stratify: null }, options.seed, track.id)
  const cases: Case[] = []
  for await (const subject of usable()) if (drawn.ids.has(subject.id)) cases.push(subject)
  if (cases.length === 0 || !track.baselines.some(({ id }) => id === 'oracle')) return []
  const { oracle, blind } = await predictionsOf(track, dataset, options, cases, context)
  const scorers = track.scorerNames.map((name) => track.scorer(name, { matcher: 'greedy' }))
  return probeTrack(track, scorers, cases, oracle, blind, pause)
}

/** What the benchmark's own check says, with the places in the files. */
function shapeFindings({ findings }: DatasetReport): AuditFinding[] {
  return findings.map(({ rule, severity, message, count, places }) => ({
    rule: `shape/${rule}`,
    severity,
    track: null,
    message,
    count,
    of: null,
    ids: places.map(placeText),
    hashes: [],
    effect: 'rows of another shape are read as well as they can be; rapport data check says where',
  }))
}
