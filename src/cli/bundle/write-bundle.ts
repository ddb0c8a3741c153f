import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type FileRecord,
  type Manifest,
  type PromptRow,
} from '../../bundle/format.ts'
import { writeBundleDocument, writeBundleFile } from '../../bundle/write-file.ts'
import { UsageError } from '../../core/errors.ts'
import { jsonSchema, type Json } from '../../core/json.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { fileError } from '../../io/file-error.ts'
import type { CliContext } from '../context.ts'
import { packageVersion } from '../provenance.ts'
import { machineCleaner } from './clean.ts'
import { both, copyRun, grouped } from './copy-run.ts'
import { figuresOf, instrumentsOf } from './figures.ts'
import { knownRun } from './graphs.ts'
import { promptRows } from './prompts.ts'
import { redactedRun, saltOf } from './redact-run.ts'
import { withScratch, type Scratch } from './scratch.ts'

/** What a bundle never holds, in words. */
const NEVER = [
  'keys of model providers, the command line, the name of the machine and folders on it',
  'price lists and prompt folders of the user: costs and fingerprints stand as they were',
  'figures of the literature that the user imported',
]
const REDACTED = [
  'dialogues, answers, references, prompts, verdicts and messages of failures: salted hashes stand for them',
  'ids of cases and clusters: salted hashes stand for them',
  'labels of people and judges asked again',
  'fitted states of baselines',
]

/**
 * Writes a run as a bundle: what is needed to compute its figures again, in files that are the same whenever the same
 * run is written. The folder appears whole or not at all.
 * @throws UsageError for a folder that holds something else
 */
export async function writeBundle(
  store: Store,
  run: RunRecord,
  { out, redact }: { readonly out: string; readonly redact: boolean },
  context: CliContext,
): Promise<void> {
  await refuseForeign(out)
  const clean = machineCleaner(run, context)
  const copy = redact ? both(clean, redactedRun(clean.record, await saltOf(context))) : clean
  const temporary = `${out}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await guarded(out, () => mkdir(temporary, { recursive: true }))
    await withScratch(context, async (scratch) => {
      await copyRun(store, scratch.store, run, copy, context.signal)
      // The newest spelling of the record is what a reader of the bundle will have.
      await writeFiles(scratch, copy.record, { folder: temporary, redact })
    })
    context.signal.throwIfAborted()
    await guarded(out, () => giveName(temporary, out))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function guarded(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw fileError(error, path)
  }
}

/** @throws UsageError unless the folder is missing, empty or a bundle */
async function refuseForeign(out: string): Promise<void> {
  if (!existsSync(out)) return
  let names: string[] = []
  await guarded(out, async () => (names = await readdir(out)))
  if (names.length > 0 && !names.includes('manifest.json'))
    throw new UsageError(
      `${out} holds other files, and a bundle is a folder of its own`,
      'name another folder with --out',
    )
}

async function giveName(temporary: string, out: string): Promise<void> {
  if (!existsSync(out)) {
    await mkdir(dirname(out), { recursive: true })
    return rename(temporary, out)
  }
  const old = `${temporary}.old`
  await rename(out, old)
  await rename(temporary, out)
  await rm(old, { recursive: true, force: true })
}

async function writeFiles(
  { store, context }: Scratch,
  run: RunRecord,
  { folder, redact }: { readonly folder: string; readonly redact: boolean },
): Promise<void> {
  const files: FileRecord[] = [
    await writeBundleFile(folder, 'cases.jsonl', caseRows(store, run)),
    await writeBundleFile(folder, 'results.jsonl', resultRows(store, run)),
    await writeBundleFile(folder, 'references.jsonl', referenceRows(store, run)),
    await writeBundleFile(folder, 'outcomes.jsonl', outcomeRows(store, run)),
    await writeBundleFile(folder, 'prompts.jsonl', redact ? [] : plain(promptsOf({ store, context }, run))),
    await writeBundleFile(folder, 'events.jsonl', await eventRows(store, run)),
    await writeBundleFile(folder, 'calls.jsonl', callRows(store, run)),
    await writeBundleDocument(
      folder,
      'figures.json',
      await figuresOf(store, run, context, { redacted: redact }),
    ),
  ]
  const manifest: Manifest = {
    format: BUNDLE_FORMAT,
    formatVersion: BUNDLE_VERSION,
    rapport: await packageVersion(),
    redacted: redact,
    run,
    instruments: await instrumentsOf(store, run, context),
    leftOut: redact ? [...NEVER, ...REDACTED] : NEVER,
    files,
  }
  await writeBundleDocument(folder, 'manifest.json', jsonSchema.parse(JSON.parse(JSON.stringify(manifest))))
}

async function* promptsOf({ store, context }: Scratch, run: RunRecord): AsyncGenerator<PromptRow> {
  yield* promptRows(store, run, await knownRun(run, context))
}

async function* plain(rows: AsyncIterable<PromptRow>): AsyncGenerator<Json> {
  for await (const row of rows) yield { ...row }
}

async function* caseRows(store: Store, run: RunRecord): AsyncGenerator<Json> {
  for (const { track } of run.spec.tracks) {
    let ordinal = 0
    for await (const subject of store.cases(run.id, track)) {
      const { id, hash, cluster, weight, tags, skip, input, background, gold, row, recordings } = subject
      yield {
        track,
        ordinal: ordinal++,
        id,
        hash,
        cluster,
        weight,
        tags: Object.fromEntries(Object.entries(tags).map(([tag, values]) => [tag, [...values]])),
        skip: skip ?? null,
        input,
        ...(background === undefined ? {} : { background }),
        gold,
        row,
        recordings: Object.fromEntries(Object.entries(recordings).map(([name, { raw }]) => [name, { raw }])),
      }
    }
  }
}

/** Each result once, where it is first referred to. */
async function* resultRows(store: Store, run: RunRecord): AsyncGenerator<Json> {
  const told = new Set<string>()
  for await (const group of grouped(store.references(run.id, {}))) {
    const fresh = new Set(
      group.flatMap(({ fingerprint, failure }) =>
        failure === null && !told.has(fingerprint) ? [fingerprint] : [],
      ),
    )
    const results = await store.lookup([...fresh])
    for (const print of fresh) {
      told.add(print)
      const result = results.get(print)
      if (result !== undefined) yield { ...result }
    }
  }
}

async function* referenceRows(store: Store, run: RunRecord): AsyncGenerator<Json> {
  for await (const { run: _, failure, ...reference } of store.references(run.id, {}))
    yield { ...reference, failure: failure === null ? null : { ...failure } }
}

async function* outcomeRows(store: Store, run: RunRecord): AsyncGenerator<Json> {
  for await (const { run: _, outcome, bounds, ...row } of store.outcomes(run.id, {}))
    yield {
      ...row,
      outcome: { ...outcome },
      bounds: { worst: { ...bounds.worst }, best: { ...bounds.best } },
    }
}

async function eventRows(store: Store, run: RunRecord): Promise<Json[]> {
  return (await store.events(run.id, 0)).map((row) => jsonSchema.parse(JSON.parse(JSON.stringify(row))))
}

async function* callRows(store: Store, run: RunRecord): AsyncGenerator<Json> {
  for await (const { about, ...entry } of store.calls(run.id))
    yield { ...entry, usage: { ...entry.usage }, ...(about === undefined ? {} : { about: { ...about } }) }
}
