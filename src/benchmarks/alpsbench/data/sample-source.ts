import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import { InputError } from '../../../core/errors.ts'
import { fileError } from '../../../io/file-error.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import { readJsonl } from '../../../io/jsonl.ts'
import { alpsbenchTrackIds } from '../shapes.ts'
import { FindingList } from '../../../core/finding-list.ts'
import { checkShape } from '../../../core/check-shape.ts'
import type { Conversation, OwnedMemory, RowSource } from './row-source.ts'
import { sampleRows, sampleSplit } from './sample-rows.ts'
import {
  sampleDistractorSchema,
  sampleSessionSchema,
  type SampleDistractor,
  type SampleSession,
} from './sample-shape.ts'
import type { SourceRow } from './source-row.ts'

interface Loaded {
  readonly session: SampleSession
  readonly rows: readonly SourceRow[]
}

async function readSessions(folder: string): Promise<Loaded[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  const loaded: Loaded[] = []
  for (const name of names) {
    const place = { file: `sessions/${name}`, line: 1 }
    const value = await readJsonFile(join(folder, name), { name: place.file })
    const session = checkShape(sampleSessionSchema, value, place)
    const id = session.session_id
    if (`${id}.json` !== name) {
      throw new InputError('wrong-file-name', 'a session lies in the file of its id', { ...place, id })
    }
    loaded.push({ session, rows: sampleRows(session, { ...place, id }) })
  }
  return loaded
}

async function readDistractors(folder: string): Promise<SampleDistractor[]> {
  const name = 'distractors.jsonl'
  const found: SampleDistractor[] = []
  for await (const { line, value } of readJsonl(join(folder, name), { name })) {
    found.push(checkShape(sampleDistractorSchema, value, { file: name, line }))
  }
  return found
}

function refuseDuplicates(rows: readonly SourceRow[]): void {
  const seen = new Set<string>()
  for (const { track, id, place } of rows) {
    const key = `${track}\u0000${id}`
    if (seen.has(key))
      throw new InputError('duplicate-id', `the id is not unique in ${track}`, { ...place, id })
    seen.add(key)
  }
}

/** The embedded sample: small, so it is held in memory. Candidate lists are always drawn. */
export class SampleSource implements RowSource {
  readonly descriptor: DatasetDescriptor
  readonly splits = [sampleSplit]
  readonly isSample = true
  readonly knowsLines = true
  readonly #loaded: readonly Loaded[]
  readonly #distractors: readonly SampleDistractor[]

  private constructor(
    descriptor: DatasetDescriptor,
    loaded: readonly Loaded[],
    distractors: SampleDistractor[],
  ) {
    this.descriptor = descriptor
    this.#loaded = loaded
    this.#distractors = distractors
  }

  /** @throws InputError for a session that breaks the format; RapportError when files are missing */
  static async open(folder: string, descriptor: DatasetDescriptor): Promise<SampleSource> {
    try {
      const loaded = await readSessions(join(folder, 'sessions'))
      refuseDuplicates(loaded.flatMap(({ rows }) => rows))
      return new SampleSource(descriptor, loaded, await readDistractors(folder))
    } catch (error) {
      throw fileError(error, folder)
    }
  }

  async tracks(): Promise<readonly string[]> {
    const present = new Set(this.#loaded.flatMap(({ rows }) => rows.map((row) => row.track)))
    return alpsbenchTrackIds.filter((track) => present.has(track))
  }

  async *rows(track: string): AsyncIterable<SourceRow> {
    for (const { rows } of this.#loaded) yield* rows.filter((row) => row.track === track)
  }

  async count(track: string): Promise<number> {
    return this.#loaded.flatMap(({ rows }) => rows.filter((row) => row.track === track)).length
  }

  async *conversations(): AsyncIterable<Conversation> {
    for (const { session } of this.#loaded) {
      const { session_id: id, dialogue, utilization } = session
      yield { session: id, dialogue, lines: utilization.length }
    }
  }

  async *memories(): AsyncIterable<OwnedMemory> {
    for (const { session } of this.#loaded) {
      for (const { value, label } of session.memories) yield { session: session.session_id, value, label }
    }
    for (const { value, label } of this.#distractors) yield { session: null, value, label }
  }

  fitSplit(): null {
    return null
  }

  async check(): Promise<DatasetReport> {
    // Opening has checked every file; only counts are left to tell.
    return {
      dataset: this.descriptor,
      counts: {
        sessions: this.#loaded.length,
        gold_items: this.#loaded.reduce((sum, { session }) => sum + session.memories.length, 0),
        distractors: this.#distractors.length,
        utilization_rows: this.#loaded.reduce((sum, { session }) => sum + session.utilization.length, 0),
      },
      findings: new FindingList().findings,
    }
  }
}
