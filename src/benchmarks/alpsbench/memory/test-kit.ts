import { fileURLToPath } from 'node:url'
import type { Case } from '../../../core/case.ts'
import type { MemoryItem } from '../../../core/memory.ts'
import { casesOf } from '../data/fixtures.ts'
import { openAlpsbench } from '../data/open.ts'

const sample = fileURLToPath(new URL('../../../../sample', import.meta.url))

/** Cases of the embedded sample, for tests. */
export async function sampleCases(track: string): Promise<Case[]> {
  const dataset = await openAlpsbench('sample', { home: '/nowhere', sample, workingDirectory: '/' })
  if (dataset === null) throw new Error('the sample is no data set')
  return casesOf(dataset, track)
}

/** A stored item, for tests. */
export function stored(text: string, more: Partial<MemoryItem> = {}): MemoryItem {
  return { id: text, text, saidAt: null, happenedAt: null, sources: [], score: null, raw: null, ...more }
}
