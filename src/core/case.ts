import type { Json, JsonObject } from './json.ts'

/** A recorded output of a model for a case. `raw: null` means that the model gave none. */
export interface Recording {
  readonly raw: string | null
}

/** One item of a track. */
export interface Case {
  readonly id: string
  /** Hash of input and gold: the same case in two runs has the same hash. */
  readonly hash: string
  /** Unit of resampling: cases of one cluster are not independent. */
  readonly cluster: string
  /** What a chat system may see, nothing else. */
  readonly input: Json
  /**
   * What happened before that the input does not tell but rests on, for memory systems: such as the conversation that
   * a memory in the input was drawn from. Absent where the input tells all, or the data has no more.
   */
  readonly background?: Json
  /** Hidden from systems; null where the references are private. */
  readonly gold: Json
  /** The whole public row, for programs that speak the benchmark's own protocol. */
  readonly row: JsonObject
  /** Slices. A tag can hold several values. */
  readonly tags: Readonly<Record<string, readonly string[]>>
  /** How many dataset lines this case stands for (`--row-base published-lines`); 1 otherwise. */
  readonly weight: number
  /** Recorded model outputs that came with the data, by model name. */
  readonly recordings: Readonly<Record<string, Recording>>
  /** Set when the view leaves the case out, with the reason in words. */
  readonly skip?: string
}

/** The values of a tag, none where it is not set. The name comes from the command line: `constructor` is no tag. */
export function tagValues(tags: Case['tags'], tag: string): readonly string[] {
  return Object.hasOwn(tags, tag) ? (tags[tag] ?? []) : []
}
