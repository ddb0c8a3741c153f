import type { DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import { InputError } from '../../../core/errors.ts'
import { alpsbenchTrackIds } from '../shapes.ts'
import { checkPackets } from './check-packets.ts'
import { shownPath, readPacket } from './packet-files.ts'
import { packetRows } from './packet-rows.ts'
import type { Conversation, OwnedMemory, RowSource } from './row-source.ts'
import type { SourceRow } from './source-row.ts'

/** A folder of annotation packets (spec 1.8). One packet is in memory at a time. */
export class PacketsSource implements RowSource {
  readonly descriptor: DatasetDescriptor
  /** Packets carry no split; rows are tagged with what the hash tells (`split`, `exposure`). */
  readonly splits = []
  readonly isSample = false
  readonly knowsLines = true
  readonly #root: string
  readonly #files: readonly string[]
  #counts: Promise<ReadonlyMap<string, number>> | null = null

  constructor(descriptor: DatasetDescriptor, root: string, files: readonly string[]) {
    this.descriptor = descriptor
    this.#root = root
    this.#files = files
  }

  async *#packets() {
    const seen = new Map<string, string>()
    for (const path of this.#files) {
      const name = shownPath(this.#root, path)
      const read = await readPacket(path, name)
      const id = read.packet.session_id
      const first = seen.get(id)
      if (first !== undefined) {
        const message = `the session is in ${first} too; every session may come once`
        throw new InputError('duplicate-id', message, { file: name, id, field: 'session_id' })
      }
      seen.set(id, name)
      yield read
    }
  }

  async #countRows(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>()
    for await (const { packet, place } of this.#packets()) {
      for (const { track } of packetRows(packet, place)) counts.set(track, (counts.get(track) ?? 0) + 1)
    }
    return counts
  }

  async tracks(): Promise<readonly string[]> {
    this.#counts ??= this.#countRows()
    const counts = await this.#counts
    return alpsbenchTrackIds.filter((track) => counts.has(track))
  }

  async count(track: string): Promise<number> {
    this.#counts ??= this.#countRows()
    return (await this.#counts).get(track) ?? 0
  }

  async *rows(track: string): AsyncIterable<SourceRow> {
    for await (const { packet, place } of this.#packets()) yield* packetRows(packet, place, track)
  }

  async *conversations(): AsyncIterable<Conversation> {
    for await (const { packet } of this.#packets()) {
      const { session_id: session, dialogue, task4 = [] } = packet
      yield { session, dialogue, lines: task4.length }
    }
  }

  /**
   * Own gold memories, and the memories of other users that the packets' candidate lists hold: a folder with
   * few packets could not offer the higher levels without them.
   */
  async *memories(): AsyncIterable<OwnedMemory> {
    for await (const { packet } of this.#packets()) {
      for (const { value, label } of packet.task1?.ground_truth_memories ?? []) {
        yield { session: packet.session_id, value, label }
      }
      for (const { value, label } of packet.task3?.candidate_memories ?? [])
        yield { session: null, value, label }
    }
  }

  fitSplit(): null {
    return null
  }

  check(): Promise<DatasetReport> {
    return checkPackets(this.descriptor, this.#root, this.#files)
  }
}
