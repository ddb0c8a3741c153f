import type { Benchmark } from '../../core/track.ts'
import { alpsbenchClaims } from './claims/claims.ts'
import { openAlpsbench } from './data/open.ts'
import { alpsbenchPulls } from './data/pull.ts'
import { extractionTrack } from './extraction/track.ts'
import { retrievalTracks } from './retrieval/track.ts'
import { updateTrack } from './update/track.ts'
import { utilizationTracks } from './utilization/track.ts'

/** AlpsBench: twelve tracks along the life of a memory, in that order. */
export const alpsbench: Benchmark = {
  id: 'alpsbench',
  title: 'AlpsBench',
  citation: 'AlpsBench, arXiv:2603.26680',
  tracks: [extractionTrack, updateTrack, ...retrievalTracks, ...utilizationTracks],
  pulls: alpsbenchPulls,
  claims: alpsbenchClaims,
  open: openAlpsbench,
}
