import { join, resolve } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../../core/errors.ts'
import { isJsonObject, jsonSchema, type JsonObject } from '../../core/json.ts'
import type { RunRecord, TrackRecord } from '../../core/run.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { CaseSummary, ResultReference, Store } from '../../core/store.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { writeCsv } from '../../io/csv.ts'
import { writeParquet } from '../../io/parquet.ts'
import { officialRunFiles, type ExportedCase } from '../../registry/run-files.ts'
import { resultFile, writeResultsFolder } from '../../registry/results-folders.ts'
import type { CliContext } from '../context.ts'
import { cupidResults } from '../cupid-results.ts'
import type { ExportForm } from '../export-forms.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { trackOf } from '../rebuild-run.ts'
import { selectTracks } from '../select-tracks.ts'
import { suggestion } from '../suggest.ts'

export interface ExportChoices {
  readonly form: ExportForm
  readonly out: string
  readonly track: string | undefined
  readonly system: string | undefined
  /** Of a bundle: hashes in place of texts. */
  readonly redact: boolean
}

/**
 * `rapport export <run>`: predictions under the contract, the benchmark's own run files, every outcome as a
 * table, or a bundle that can be verified. One folder per track and system; files appear whole or not at all.
 */
export async function exportCommand(
  word: string,
  choices: ExportChoices,
  context: CliContext,
): Promise<void> {
  if (choices.redact && choices.form !== 'bundle')
    throw new UsageError('--redact is for bundles', 'add --form bundle, or leave it out')
  const store = await openExistingStore(context)
  try {
    const run = await findRun(store, word)
    const out = resolve(context.cwd, choices.out)
    const records = recordsOf(run, choices.track)
    if (choices.form === 'outcomes-csv' || choices.form === 'outcomes-parquet') {
      const path = join(out, choices.form === 'outcomes-csv' ? 'outcomes.csv' : 'outcomes.parquet')
      const rows = outcomeCells(store, run, records, choices.system)
      if (choices.form === 'outcomes-csv')
        await writeCsv(
          path,
          outcomeColumns.map(({ name }) => name),
          rows,
        )
      else await writeParquet(path, outcomeColumns, rows)
      context.stdout.write(`${path}\n`)
      return
    }
    if (choices.form === 'bundle') {
      if (choices.track !== undefined || choices.system !== undefined)
        throw new UsageError('a bundle holds the whole run', 'leave out --track and --system')
      const { writeBundle } = await import('../bundle/write-bundle.ts')
      await writeBundle(store, run, { out, redact: choices.redact }, context)
      context.stdout.write(`${out}\n`)
      return
    }
    if (choices.form === 'cupid-results') {
      await exportCupid(store, run, out, choices.system, context)
      return
    }
    for (const record of records) {
      for (const system of systemsOf(record, choices.system, run)) {
        const folder = join(out, safeName(record.track), safeName(system))
        for (const [name, lines] of Object.entries(await filesOf(store, run, record, system, choices.form))) {
          await writeTextFile(join(folder, name), lines.map((line) => `${line}\n`).join(''))
        }
        context.stdout.write(`${folder}\n`)
      }
    }
  } finally {
    await store.close()
  }
}

/** One folder a system, with the results of both tracks. */
async function exportCupid(
  store: Store,
  run: RunRecord,
  out: string,
  word: string | undefined,
  context: CliContext,
): Promise<void> {
  const systems = new Set(run.spec.tracks.flatMap((record) => record.systems.map(({ id }) => id)))
  if (word !== undefined && !systems.has(word)) {
    throw new UsageError(
      `run ${run.id} has no system ${JSON.stringify(word)}`,
      suggestion(word, [...systems], `rapport report ${run.id}`),
    )
  }
  for (const system of word === undefined ? systems : [word]) {
    const results = await cupidResults(store, run, system)
    const files = new Map([...results].map(([id, result]) => [id, resultFile(result)] as const))
    context.stdout.write(`${await writeResultsFolder(out, system, files)}\n`)
  }
}

function recordsOf(run: RunRecord, word: string | undefined): readonly TrackRecord[] {
  if (word === undefined) return run.spec.tracks
  const ids = run.spec.tracks.map(({ track }) => track)
  const chosen = selectTracks([word], ids, ids, `of run ${run.id}`)
  return run.spec.tracks.filter(({ track }) => chosen.includes(track))
}

function systemsOf(record: TrackRecord, word: string | undefined, run: RunRecord): string[] {
  const ids = record.systems.map(({ id }) => id)
  if (word === undefined) return ids
  if (!ids.includes(word))
    throw new UsageError(
      `run ${run.id} has no system ${JSON.stringify(word)} on ${record.track}`,
      suggestion(word, ids, `rapport report ${run.id}`),
    )
  return [word]
}

/** A name from data as a file name: no separators, no dots in front, nothing special. */
function safeName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 100)
}

const parsedSchema = z.object({ prediction: jsonSchema })

async function filesOf(
  store: Store,
  run: RunRecord,
  record: TrackRecord,
  system: string,
  form: 'predictions' | 'official',
): Promise<Readonly<Record<string, readonly string[]>>> {
  const track = trackOf(record)
  const predictions = await predictionsOf(store, run, record.track, system)
  if (form === 'predictions') {
    return {
      'predictions.jsonl': [...predictions].map(([id, prediction]) =>
        JSON.stringify(track.predictionRow(id, prediction)),
      ),
    }
  }
  const metrics = await publicMetrics(store, run, record.track, system)
  const cases: ExportedCase[] = []
  let hasReferences = true
  for await (const subject of store.cases(run.id, record.track)) {
    if (subject.skip !== undefined) continue
    hasReferences &&= subject.gold !== null
    cases.push({
      id: subject.id,
      gold: subject.gold,
      prediction: predictions.get(subject.id) ?? null,
      metrics: metrics.get(subject.id) ?? null,
    })
  }
  const { descriptor, data } = run.spec
  return officialRunFiles(
    {
      track: record.track,
      split: data.split,
      system,
      dataset: descriptor.id,
      revision: descriptor.revision,
      createdAt: new Date(run.createdAt).toISOString(),
      hasReferences,
    },
    cases,
  )
}

/** Parsed predictions of a system by case, of the first repeat and the latest attempt. */
async function predictionsOf(
  store: Store,
  run: RunRecord,
  track: string,
  system: string,
): Promise<Map<string, JsonObject>> {
  const latest = new Map<string, ResultReference>()
  for await (const reference of store.references(run.id, { track, system })) {
    if (reference.stage !== 'parse' || reference.repeat !== 0 || reference.failure !== null) continue
    const before = latest.get(reference.case)
    if (before === undefined || before.attempt < reference.attempt) latest.set(reference.case, reference)
  }
  const predictions = new Map<string, JsonObject>()
  for (const [id, { fingerprint }] of latest) {
    const result = (await store.lookup([fingerprint])).get(fingerprint)
    const { prediction } = parsedSchema.parse(result?.output)
    if (isJsonObject(prediction)) predictions.set(id, prediction)
  }
  return predictions
}

async function publicMetrics(
  store: Store,
  run: RunRecord,
  track: string,
  system: string,
): Promise<Map<string, Record<string, number>>> {
  const metrics = new Map<string, Record<string, number>>()
  for await (const { case: id, repeat, metric, outcome } of store.outcomes(run.id, {
    track,
    system,
    instrument: 'public-exact@1',
  })) {
    if (outcome.status !== 'scored' || repeat !== 0) continue
    const row = metrics.get(id) ?? {}
    row[metric] = outcome.numerator / outcome.denominator
    metrics.set(id, row)
  }
  return metrics
}

const outcomeColumns = [
  { name: 'track', type: 'text' },
  { name: 'system', type: 'text' },
  { name: 'case', type: 'text' },
  { name: 'case_hash', type: 'text' },
  { name: 'cluster', type: 'text' },
  { name: 'exposure', type: 'text' },
  { name: 'repeat', type: 'integer' },
  { name: 'attempt', type: 'integer' },
  { name: 'instrument', type: 'text' },
  { name: 'metric', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'numerator', type: 'number' },
  { name: 'denominator', type: 'number' },
  { name: 'reason', type: 'text' },
  { name: 'by', type: 'text' },
] as const

async function* outcomeCells(
  store: Store,
  run: RunRecord,
  records: readonly TrackRecord[],
  system: string | undefined,
): AsyncGenerator<(string | number | null)[]> {
  for (const { track } of records) {
    const subjects = new Map<string, CaseSummary>()
    for await (const subject of store.caseSummaries(run.id, track)) subjects.set(subject.id, subject)
    for await (const row of store.outcomes(run.id, { track, ...(system === undefined ? {} : { system }) })) {
      const subject = subjects.get(row.case)
      yield [
        track,
        row.system,
        row.case,
        subject?.hash ?? null,
        subject?.cluster ?? null,
        subject?.tags['exposure']?.join(' ') ?? null,
        row.repeat,
        row.attempt,
        row.instrument,
        row.metric,
        ...outcomeParts(row.outcome),
      ]
    }
  }
}

/** status, numerator, denominator, reason, by: what was not measured has no number. */
function outcomeParts(outcome: Outcome): (string | number | null)[] {
  switch (outcome.status) {
    case 'scored':
      return ['scored', outcome.numerator, outcome.denominator, null, null]
    case 'failed':
      return ['failed', null, null, `${outcome.stage}: ${outcome.reason}`, outcome.by]
    case 'unscored':
    case 'skipped':
      return [outcome.status, null, null, outcome.reason, null]
  }
}
