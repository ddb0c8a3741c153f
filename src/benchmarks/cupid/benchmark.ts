import type { Benchmark } from '../../core/track.ts'
import { openCupid } from './data/open.ts'
import { cupidPulls } from './data/pull.ts'
import { generationTrack } from './generation/track.ts'
import { inferenceTrack } from './inference/track.ts'
import { publishedClaims } from './published.ts'

/** CUPID: preferences that depend on the context and change; find the one that applies, and meet it. */
export const cupid: Benchmark = {
  id: 'cupid',
  title: 'CUPID',
  citation: 'CUPID, arXiv:2508.01674',
  tracks: [inferenceTrack, generationTrack],
  pulls: cupidPulls,
  publishedClaims,
  open: openCupid,
}
