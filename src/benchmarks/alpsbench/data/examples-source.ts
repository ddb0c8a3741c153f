import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import { InputError, type Place } from '../../../core/errors.ts'
import type { Json } from '../../../core/json.ts'
import { readJsonFile } from '../../../io/json-file.ts'
import { readJsonl } from '../../../io/jsonl.ts'
import { alpsbenchTrackIds } from '../shapes.ts'
import { exampleSourceRow } from './example-rows.ts'
import { exampleList } from './example-shape.ts'
import { FindingList } from '../../../core/finding-list.ts'
import { countGold, DefectCounts } from './item-counter.ts'
import { publicTracks, type PublicTrack } from './public-tracks.ts'
import { checkShape } from '../../../core/check-shape.ts'
import type { Conversation, OwnedMemory, RowSource } from './row-source.ts'
import type { SourceRow } from './source-row.ts'

/** A file of the older layout and the track it holds. */
export interface ExampleFile {
  readonly track: PublicTrack
  readonly file: string
}

function namesOf(track: PublicTrack): string[] {
  switch (track.task) {
    case 'extraction':
      return ['task1/task1_dataset.jsonl']
    case 'update':
      return ['task2/task2_dataset.jsonl']
    case 'retrieval':
      return [`task3/task3_dataset_${track.folder.replace('task3/', '')}.jsonl`]
    case 'utilization': {
      const ability = track.folder.replace('task4_', '')
      const emotion = ['English', 'Chinese'].map((name) => `task4/ability5_ei/final_data_${name}.json`)
      return [`task4/${ability}.json`, ...(track.ability === 'emotion' ? emotion : [])]
    }
  }
}

/** Finds the files of the older layout under a folder (spec 1.10); empty when it is another layout. */
export async function exampleFiles(root: string): Promise<ExampleFile[]> {
  const found: ExampleFile[] = []
  for (const track of publicTracks) {
    for (const file of namesOf(track)) {
      const isFile = await stat(join(root, file)).then(
        (entry) => entry.isFile(),
        () => false,
      )
      if (isFile) found.push({ track, file })
    }
  }
  return found
}

/** The older example files. Lines that repeat a row count as its weight, not as rows (spec 1.5, 6.4). */
export class ExamplesSource implements RowSource {
  readonly descriptor: DatasetDescriptor
  readonly splits = []
  readonly isSample = false
  readonly knowsLines = true
  readonly #root: string
  readonly #files: readonly ExampleFile[]

  constructor(descriptor: DatasetDescriptor, root: string, files: readonly ExampleFile[]) {
    this.descriptor = descriptor
    this.#root = root
    this.#files = files
  }

  async *#values(
    { track, file: name }: ExampleFile,
    onBadLine?: (error: InputError) => void,
  ): AsyncIterable<{ value: Json; place: Place }> {
    const path = join(this.#root, name)
    if (track.task !== 'utilization') {
      const options = { name, ...(onBadLine === undefined ? {} : { onBadLine }) }
      for await (const { value, line } of readJsonl(path, options))
        yield { value, place: { file: name, line } }
      return
    }
    const list = checkShape(exampleList, await readJsonFile(path, { name }), { file: name })
    for (const [index, value] of list.entries()) yield { value, place: { file: name, field: `[${index}]` } }
  }

  /** Every line as a row, repeated ones too. */
  async *#lines(file: ExampleFile): AsyncIterable<SourceRow> {
    for await (const { value, place } of this.#values(file)) yield exampleSourceRow(file.track, value, place)
  }

  async tracks(): Promise<readonly string[]> {
    const present = new Set(this.#files.map(({ track }) => track.track))
    return alpsbenchTrackIds.filter((track) => present.has(track))
  }

  async *rows(track: string): AsyncIterable<SourceRow> {
    const seen = new Set<string>()
    for (const file of this.#files) {
      if (file.track.track !== track) continue
      for await (const row of this.#lines(file)) {
        if (!seen.has(row.id)) yield row
        seen.add(row.id)
      }
    }
  }

  async count(): Promise<undefined> {
    return undefined
  }

  async *conversations(): AsyncIterable<Conversation> {
    for (const file of this.#files) {
      if (file.track.task === 'retrieval') continue
      const lines = file.track.task === 'extraction' ? 1 : 0
      for await (const { session, dialogue } of this.#lines(file)) yield { session, dialogue, lines }
    }
  }

  async *memories(): AsyncIterable<OwnedMemory> {
    const lowest = this.#files.find(({ track }) => track.task === 'retrieval')
    for (const file of this.#files) {
      if (file.track.task !== 'extraction' && file !== lowest) continue
      for await (const row of this.#lines(file)) {
        const owned = row.task === 'extraction' ? (row.gold?.items ?? []) : []
        for (const { value, label } of owned) yield { session: row.session, value, label }
        if (row.task !== 'retrieval') continue
        for (const { memory_id: id, value, label } of row.candidates) {
          yield { session: id === row.gold?.id ? row.session : null, value, label }
        }
      }
    }
  }

  fitSplit(): null {
    return null
  }

  async check(): Promise<DatasetReport> {
    const findings = new FindingList()
    const counts = new DefectCounts(findings)
    for (const file of this.#files) await this.#checkFile(file, findings, counts)
    return { dataset: this.descriptor, counts: counts.sorted, findings: findings.findings }
  }

  async #checkFile(file: ExampleFile, findings: FindingList, counts: DefectCounts): Promise<void> {
    const seen = new Set<string>()
    try {
      for await (const { value, place } of this.#values(file, (error) => findings.addError(error))) {
        counts.count(`lines ${file.track.track}`, 1)
        try {
          const row = exampleSourceRow(file.track, value, place)
          if (seen.has(row.id)) findings.add('note', 'repeated-row', 'a row is repeated', row.place)
          else if (row.task === 'extraction')
            countGold(counts, row.gold?.items ?? [], row.place, 'memory_items')
          seen.add(row.id)
        } catch (error) {
          if (!(error instanceof InputError)) throw error
          findings.addError(error)
        }
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      findings.addError(error)
    }
  }
}
