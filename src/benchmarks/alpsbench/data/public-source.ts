import type { PublicPart } from './public-part.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import { readJsonl } from '../../../io/jsonl.ts'
import { splitLines } from '../../../io/lines.ts'
import { alpsbenchTrackIds } from '../shapes.ts'
import { checkPublic } from './check-public.ts'
import { publicSourceRow } from './public-rows.ts'
import { identifiedRow } from './public-shape.ts'
import { publicSplits, publicTracks, type PublicTrack } from './public-tracks.ts'
import { ReferenceIndex } from './reference-index.ts'
import { checkShape } from '../../../core/check-shape.ts'
import type { Conversation, OwnedMemory, RowSource } from './row-source.ts'
import type { SourceRow } from './source-row.ts'

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Finds the files of the public layout under a root; empty when it is another layout. */
export async function publicParts(root: string): Promise<PublicPart[]> {
  const parts: PublicPart[] = []
  for (const split of publicSplits) {
    for (const track of publicTracks) {
      const folder = join(split, track.folder)
      const input = join(folder, 'model_input.jsonl')
      const reference = join(folder, 'reference_output.jsonl')
      if (!(await isFile(join(root, input)))) continue
      const hasReference = await isFile(join(root, reference))
      parts.push({ track, split, input, reference: hasReference ? reference : null })
    }
  }
  return parts
}

/** Data in the public layout with splits (spec 1.4). Rows stream; of references only places are held. */
export class PublicSource implements RowSource {
  readonly descriptor: DatasetDescriptor
  readonly splits: readonly string[]
  readonly isSample = false
  readonly knowsLines = false
  readonly #root: string
  readonly #parts: readonly PublicPart[]

  constructor(descriptor: DatasetDescriptor, root: string, parts: readonly PublicPart[]) {
    this.descriptor = descriptor
    this.#root = root
    this.#parts = parts
    this.splits = publicSplits.filter((split) => parts.some((part) => part.split === split))
  }

  /** Without a split: all that has references; `examples`, which repeats rows, only where nothing else is. */
  #partsOf(split: string | null): PublicPart[] {
    if (split !== null) return this.#parts.filter((part) => part.split === split)
    const scored = this.#parts.filter((part) => part.reference !== null)
    const main = scored.filter((part) => part.split !== 'examples')
    return main.length > 0 ? main : scored
  }

  async tracks(split: string | null): Promise<readonly string[]> {
    const present = new Set(this.#partsOf(split).map((part) => part.track.track))
    return alpsbenchTrackIds.filter((track) => present.has(track))
  }

  async count(track: string, split: string | null): Promise<number> {
    let rows = 0
    for (const part of this.#partsOf(split).filter((one) => one.track.track === track)) {
      const file = join(this.#root, part.input)
      for await (const { bytes } of splitLines(createReadStream(file), part.input)) {
        if (bytes.some((byte) => byte > 0x20)) rows += 1
      }
    }
    return rows
  }

  async *rows(track: string, split: string | null): AsyncIterable<SourceRow> {
    for (const part of this.#partsOf(split)) if (part.track.track === track) yield* this.#rowsOf(part, true)
  }

  async *#rowsOf(part: PublicPart, withGold: boolean): AsyncIterable<SourceRow> {
    const open = part.reference !== null && withGold
    const references =
      open && part.reference !== null
        ? await ReferenceIndex.open(join(this.#root, part.reference), part.reference)
        : null
    const visible = part.split === 'examples' ? await this.#visibleIds(part.track) : null
    try {
      for await (const { value, line } of readJsonl(join(this.#root, part.input), { name: part.input })) {
        const place = { file: part.input, line }
        const { benchmark_id: id } = checkShape(identifiedRow, value, place)
        const hidden = visible === null ? part.split === 'test' : !visible.has(id)
        const gold = references === null ? null : await references.gold(id, place)
        yield publicSourceRow(part.track, value, gold, { split: part.split, hidden, place })
      }
    } finally {
      await references?.close()
    }
  }

  /** Ids of a track outside the hidden test: `examples` repeats two rows of any split (spec 7.7, C5). */
  async #visibleIds(track: PublicTrack): Promise<Set<string>> {
    const ids = new Set<string>()
    for (const part of this.#parts) {
      if (part.track !== track || (part.split !== 'dev' && part.split !== 'validation')) continue
      if (part.reference === null) continue
      const index = await ReferenceIndex.open(join(this.#root, part.reference), part.reference)
      for (const id of index.ids) ids.add(id)
      await index.close()
    }
    return ids
  }

  async *conversations(): AsyncIterable<Conversation> {
    for (const part of this.#parts) {
      if (part.track.task === 'retrieval' || part.split === 'examples') continue
      for await (const { session, dialogue } of this.#rowsOf(part, false)) {
        yield { session, dialogue, lines: 0 }
      }
    }
  }

  async *memories(): AsyncIterable<OwnedMemory> {
    for (const part of this.#partsOf(null)) {
      if (part.track.task !== 'extraction') continue
      for await (const row of this.#rowsOf(part, true)) {
        const items = row.task === 'extraction' ? (row.gold?.items ?? []) : []
        for (const { value, label } of items) yield { session: row.session, value, label }
      }
    }
    const lowest = this.#parts.find((part) => part.track.task === 'retrieval')?.track
    for (const part of this.#partsOf(null)) {
      if (part.track !== lowest) continue
      for await (const row of this.#rowsOf(part, true)) {
        if (row.task !== 'retrieval') continue
        for (const candidate of row.candidates) {
          const isOwn = candidate.memory_id === row.gold?.id
          yield { session: isOwn ? row.session : null, value: candidate.value, label: candidate.label }
        }
      }
    }
  }

  /** The other one of dev and validation; dev for the test. Examples may lie in any split: none. */
  fitSplit(track: string, split: string | null): string | null {
    if (split === null || split === 'examples') return null
    const scored = this.#parts.filter((part) => part.track.track === track && part.reference !== null)
    const has = (name: string) => name !== split && scored.some((part) => part.split === name)
    return ['dev', 'validation'].find(has) ?? null
  }

  check(): Promise<DatasetReport> {
    return checkPublic(this.descriptor, this.#root, this.#parts)
  }
}
