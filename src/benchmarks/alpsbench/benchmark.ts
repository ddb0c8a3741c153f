import type { Authorship } from '../../core/audit.ts'
import type { DatasetDescriptor } from '../../core/dataset.ts'
import type { Benchmark } from '../../core/track.ts'
import { alpsbenchJudgedRows } from './annotation/judged-rows.ts'
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
  judgedRows: alpsbenchJudgedRows,
  authorship,
  open: openAlpsbench,
}

/** Spec 4: real conversations; models draft gold and queries, people correct a part of the gold. */
function authorship({ layout }: DatasetDescriptor): readonly Authorship[] {
  if (layout === 'sample')
    return ['dialogues', 'gold memories', 'queries'].map((part) => ({ part, author: 'written for Rapport' }))
  return [
    { part: 'dialogues', author: 'WildChat users, and the chat models they talked to' },
    { part: 'gold memories', author: 'deepseek-reasoner, checked by people in one of two batches' },
    { part: 'replacements and additions (update)', author: 'a model' },
    { part: 'queries (retrieval, utilization)', author: 'gpt-5.2' },
  ]
}
