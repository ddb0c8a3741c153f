import type { Benchmark } from '../../core/track.ts'
import { openOveruse } from './open.ts'
import { applyTrack } from './track.ts'

/** Over-personalization: our own paired queries, of which one has nothing to do with the memory. */
export const overuse: Benchmark = {
  id: 'overuse',
  title: 'Over-personalization',
  citation: 'Rapport, paired queries (no publication)',
  tracks: [applyTrack],
  pulls: [],
  open: openOveruse,
}
