import { z } from 'zod'
import type { Json, JsonObject } from './json.ts'
import type { MemoryMeter } from './memory-meter.ts'
import { readMemoryState } from './memory-note.ts'
import { memoryPurpose, type MemoryTools } from './memory-tools.ts'

/** Makes vectors where no embedding model was named. */
export interface StandIn {
  /** Goes into the identity. */
  readonly version: string
  /** Deterministic, of length 1, or all 0. */
  vector(text: string): Float32Array
}

interface VectorContext {
  readonly phase: 'ingest' | 'search'
  readonly signal: AbortSignal
  readonly meter: MemoryMeter
}

/** Vectors of a memory system's texts: by the embedding model that was named, or by the stand-in. */
export interface TextVectors {
  /** Its id, `hash` for the stand-in. */
  readonly embedder: string
  readonly identity: JsonObject
  readonly warnings: readonly string[]
  /** One vector per text, of length 1 or all 0. No text may be blank. @throws as the model port */
  of(texts: readonly string[], context: VectorContext): Promise<Float32Array[]>
  /** For a snapshot; null where they can be made again for nothing. */
  pack(vectors: readonly Float32Array[]): Json
  /** @throws InputError when they do not fit the texts */
  unpack(packed: Json, texts: readonly string[]): Float32Array[]
}

/** Characters of one piece: within what embedding models take, in any script. */
const PIECE = 4000

export function textVectors(
  { port, embedder }: Pick<MemoryTools, 'port' | 'embedder'>,
  name: string,
  standIn: StandIn,
): TextVectors {
  if (embedder === null) {
    return {
      embedder: 'hash',
      identity: { embedder: 'hash', version: standIn.version },
      warnings: [
        `memory:${name} used the hash embedder: its vectors have no semantics, only shared words and letters`,
      ],
      of: async (texts) => texts.map((text) => standIn.vector(text)),
      pack: () => null,
      unpack: (_, texts) => texts.map((text) => standIn.vector(text)),
    }
  }
  return {
    embedder,
    identity: { embedder, piece: PIECE },
    warnings: [],
    async of(texts, { phase, signal, meter }) {
      const pieces = texts.map(piecesOf)
      const all = pieces.flat()
      if (all.length === 0) return []
      const purpose = memoryPurpose(name, phase)
      const vectors = await port.embed({ model: embedder, texts: all, purpose }, signal)
      meter.countEmbedded(all.length)
      let from = 0
      return pieces.map(({ length }) => {
        from += length
        return meanDirection(vectors.slice(from - length, from))
      })
    },
    pack: (vectors) =>
      vectors.map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
      ),
    unpack: (packed, texts) => readMemoryState(name, packedSchema(texts.length), packed).map(unpackOne),
  }
}

function packedSchema(count: number) {
  return z
    .array(z.base64().refine((text) => Buffer.byteLength(text, 'base64') % 4 === 0, 'a vector is cut'))
    .length(count, 'there must be one vector for each note')
}

function unpackOne(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}

/** A text in pieces of whole characters. */
function piecesOf(text: string): string[] {
  if (text.length <= PIECE) return [text]
  const letters = Array.from(text)
  const pieces: string[] = []
  for (let from = 0; from < letters.length; from += PIECE) {
    const piece = letters.slice(from, from + PIECE).join('')
    // Providers refuse a text of nothing but white space.
    if (piece.trim() !== '') pieces.push(piece)
  }
  return pieces
}

/** The sum of the vectors' directions, scaled to length 1. */
function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    const length = lengthOf(vector)
    if (length === 0) continue
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) / length
  }
  const length = lengthOf(sum)
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length))
}

function lengthOf(vector: Float32Array | Float64Array): number {
  let squares = 0
  for (let at = 0; at < vector.length; at++) squares += (vector[at] ?? 0) ** 2
  return Math.sqrt(squares)
}
