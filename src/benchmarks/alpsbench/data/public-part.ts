import type { PublicTrack } from './public-tracks.ts'

/** One track of one split on disk. `reference` is null where references are private. */
export interface PublicPart {
  readonly track: PublicTrack
  readonly split: string
  readonly input: string
  readonly reference: string | null
}
