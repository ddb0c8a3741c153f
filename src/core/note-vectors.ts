import type { Json } from './json.ts'
import type { MemoryMeter } from './memory-meter.ts'
import type { MemoryNote } from './memory-note.ts'
import type { TextVectors } from './memory-vectors.ts'

const nowhere = new Float32Array()

/** The vectors of one scope's notes. They are forgotten with their notes. */
export class NoteVectors {
  readonly #vectors: TextVectors
  readonly #signal: AbortSignal
  readonly #meter: MemoryMeter
  readonly #known = new WeakMap<MemoryNote, Float32Array>()

  constructor(vectors: TextVectors, signal: AbortSignal, meter: MemoryMeter) {
    this.#vectors = vectors
    this.#signal = signal
    this.#meter = meter
  }

  /** Embeds notes that are to be kept. @throws as the model port */
  async embed(notes: readonly MemoryNote[]): Promise<void> {
    const vectors = await this.#of(
      notes.map(({ text }) => text),
      'ingest',
    )
    for (const [place, note] of notes.entries()) this.#known.set(note, vectors[place] ?? nowhere)
  }

  /** The vector of a search; without direction for a blank one. @throws as the model port */
  async ofQuery(query: string): Promise<Float32Array> {
    if (query.trim() === '') return nowhere
    return (await this.#of([query], 'search'))[0] ?? nowhere
  }

  of(note: MemoryNote): Float32Array {
    return this.#known.get(note) ?? nowhere
  }

  pack(notes: readonly MemoryNote[]): Json {
    return this.#vectors.pack(notes.map((note) => this.of(note)))
  }

  /** @throws InputError when they do not fit the notes */
  unpack(packed: Json, notes: readonly MemoryNote[]): void {
    const vectors = this.#vectors.unpack(
      packed,
      notes.map(({ text }) => text),
    )
    for (const [place, note] of notes.entries()) this.#known.set(note, vectors[place] ?? nowhere)
  }

  #of(texts: readonly string[], phase: 'ingest' | 'search'): Promise<Float32Array[]> {
    return this.#vectors.of(texts, { phase, signal: this.#signal, meter: this.#meter })
  }
}
