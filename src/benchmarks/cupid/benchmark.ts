import type { Authorship } from '../../core/audit.ts'
import type { DatasetDescriptor } from '../../core/dataset.ts'
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
  authorship,
  open: openCupid,
}

/** Spec 1: everything is synthetic; people checked a part of it. */
function authorship({ layout }: DatasetDescriptor): readonly Authorship[] {
  if (layout === 'sample')
    return ['dialogues', 'preferences', 'requests'].map((part) => ({ part, author: 'written for Rapport' }))
  return [
    { part: 'dialogues', author: 'two models that talk to each other' },
    { part: 'preferences and checklists', author: 'a model' },
    { part: 'requests', author: 'a model' },
  ]
}
