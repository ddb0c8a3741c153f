import type { PinnedItem } from '../../core/annotation.ts'
import type { CalibrationSample } from '../../core/calibration.ts'
import type { DatasetDescriptor } from '../../core/dataset.ts'
import { UsageError } from '../../core/errors.ts'
import type { Track } from '../../core/track.ts'
import { findTrack, tracks } from '../../registry/benchmarks.ts'
import { suggestion } from '../suggest.ts'

/** What a project starts with. */
export interface PinnedQueue {
  readonly dataset: DatasetDescriptor
  readonly items: readonly PinnedItem[]
  /** Written down in the run, so that labels can calibrate its judge. */
  readonly drawn?: { readonly run: string; readonly sample: CalibrationSample }
}

/** @throws UsageError */
export function knownTrack(id: string): Track {
  const track = findTrack(id)
  if (track === undefined)
    throw new UsageError(
      `there is no track ${JSON.stringify(id)}`,
      suggestion(
        id,
        tracks.map((one) => one.id),
        'rapport list tracks',
      ),
    )
  return track
}
