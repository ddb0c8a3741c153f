import type { Difference } from '../../bundle/difference.ts'
import {
  callRowSchema,
  caseRowSchema,
  eventRowSchema,
  outcomeRowSchema,
  referenceRowSchema,
  resultRowSchema,
} from '../../bundle/format.ts'
import { readRows, type OpenBundle } from '../../bundle/read-bundle.ts'
import { InputError } from '../../core/errors.ts'
import { hashJson } from '../../core/hash.ts'
import type { Store } from '../../core/store.ts'
import { grouped } from './copy-run.ts'

/** Takes differences as they are found. */
export type Tell = (difference: Difference) => void

/**
 * Puts a bundle into an empty store, and checks on the way what every row says of itself: hashes of cases and outputs,
 * places, counts of lines, and that rows are there once.
 * @throws InputError (exit code 2) for rows of another form
 */
export async function loadBundle(
  bundle: OpenBundle,
  store: Store,
  tell: Tell,
  step: (what: string) => void,
): Promise<void> {
  const { run, redacted } = bundle.manifest
  await store.createRun(run)
  step('cases')
  await loadCases(bundle, store, redacted, tell)
  step('results')
  const prints = await loadResults(bundle, store, redacted, tell)
  step('references')
  await loadReferences(bundle, store, prints, tell)
  step('outcomes')
  await loadOutcomes(bundle, store, tell)
  let seq = 0
  for await (const group of grouped(
    counted(bundle, 'events.jsonl', readRows(bundle, 'events.jsonl', eventRowSchema), tell),
  )) {
    for (const { line, row } of group) {
      seq += 1
      if (row.seq !== seq) {
        tell({
          file: 'events.jsonl',
          line,
          id: row.event.type,
          field: 'seq',
          stored: row.seq,
          recomputed: seq,
        })
        seq = row.seq
      }
    }
    await store.appendEvents(
      run.id,
      group.map(({ row: { at, event } }) => ({ at, event })),
    )
  }
  for await (const group of grouped(
    counted(bundle, 'calls.jsonl', readRows(bundle, 'calls.jsonl', callRowSchema), tell),
  ))
    await store.recordCalls(
      run.id,
      group.map(({ row }) => row),
    )
}

type Row<T> = { readonly line: number; readonly row: T }

/** Rows as they come; at the end their count is put beside the manifest's. */
export async function* counted<T>(
  { manifest }: OpenBundle,
  file: string,
  rows: AsyncIterable<Row<T>>,
  tell: Tell,
): AsyncGenerator<Row<T>> {
  let count = 0
  for await (const row of rows) {
    count += 1
    yield row
  }
  const stored = manifest.files.find(({ path }) => path === file)?.rows
  if (stored !== count) tell({ file, line: null, id: file, field: 'rows', stored, recomputed: count })
}

async function loadCases(bundle: OpenBundle, store: Store, redacted: boolean, tell: Tell): Promise<void> {
  const { run } = bundle.manifest
  const next = new Map(run.spec.tracks.map(({ track }) => [track, 0]))
  const ids = new Set<string>()
  const file = 'cases.jsonl'
  for await (const group of grouped(counted(bundle, file, readRows(bundle, file, caseRowSchema), tell))) {
    const byTrack = new Map<string, Parameters<Store['putCases']>[2][number][]>()
    for (const { line, row } of group) {
      const { track, ordinal, skip, ...subject } = row
      const expected = next.get(track)
      if (expected === undefined)
        throw new InputError('unknown-track', `the run has no track ${JSON.stringify(track)}`, { file, line })
      const id = JSON.stringify([track, row.id])
      if (ids.has(id))
        throw new InputError('duplicate-id', 'the case is there twice', { file, line, id: row.id })
      ids.add(id)
      const at = { file, line, id: `${track} ${row.id}` }
      if (ordinal !== expected) tell({ ...at, field: 'ordinal', stored: ordinal, recomputed: expected })
      next.set(track, ordinal + 1)
      const hash = redacted ? row.hash : hashJson({ input: row.input, gold: row.gold })
      if (hash !== row.hash) tell({ ...at, field: 'hash', stored: row.hash, recomputed: hash })
      const list = byTrack.get(track) ?? []
      list.push({ ordinal, subject: { ...subject, ...(skip === null ? {} : { skip }) } })
      byTrack.set(track, list)
    }
    for (const [track, cases] of byTrack) await store.putCases(run.id, track, cases)
  }
}

async function loadResults(
  bundle: OpenBundle,
  store: Store,
  redacted: boolean,
  tell: Tell,
): Promise<ReadonlySet<string>> {
  const file = 'results.jsonl'
  const prints = new Set<string>()
  for await (const group of grouped(counted(bundle, file, readRows(bundle, file, resultRowSchema), tell))) {
    for (const { line, row } of group) {
      const at = { file, line, id: `${row.stage} ${row.fingerprint}` }
      if (prints.has(row.fingerprint))
        throw new InputError('duplicate-id', 'the result is there twice', { file, line, id: row.fingerprint })
      prints.add(row.fingerprint)
      const hash = redacted ? row.outputHash : hashJson(row.output)
      if (hash !== row.outputHash)
        tell({ ...at, field: 'outputHash', stored: row.outputHash, recomputed: hash })
    }
    await store.commit({ results: group.map(({ row }) => row) })
  }
  return prints
}

async function loadReferences(
  bundle: OpenBundle,
  store: Store,
  prints: ReadonlySet<string>,
  tell: Tell,
): Promise<void> {
  const file = 'references.jsonl'
  const { run } = bundle.manifest
  const used = new Set<string>()
  for await (const group of grouped(
    counted(bundle, file, readRows(bundle, file, referenceRowSchema), tell),
  )) {
    for (const { line, row } of group) {
      if (row.failure !== null) continue
      used.add(row.fingerprint)
      if (prints.has(row.fingerprint)) continue
      const id = `${row.track} ${row.system} ${row.case} ${row.stage}`
      tell({ file, line, id, field: 'fingerprint', stored: row.fingerprint, recomputed: undefined })
    }
    await store.commit({ references: group.map(({ row }) => ({ ...row, run: run.id })) })
  }
  for (const print of prints) {
    if (!used.has(print))
      tell({
        file: 'results.jsonl',
        line: null,
        id: print,
        field: 'fingerprint',
        stored: print,
        recomputed: undefined,
      })
  }
}

async function loadOutcomes(bundle: OpenBundle, store: Store, tell: Tell): Promise<void> {
  const file = 'outcomes.jsonl'
  const { run } = bundle.manifest
  for await (const group of grouped(counted(bundle, file, readRows(bundle, file, outcomeRowSchema), tell)))
    await store.commit({ outcomes: group.map(({ row }) => ({ ...row, run: run.id })) })
}
