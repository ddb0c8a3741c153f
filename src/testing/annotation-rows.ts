import type { AnnotationProject, NewAnnotationEntry, PinnedItem } from '../core/annotation.ts'
import type { MemoryCard } from '../core/annotation.ts'

export function sampleProject(id: string, more: Partial<AnnotationProject> = {}): AnnotationProject {
  return {
    id,
    name: 'Memories',
    kind: 'memories',
    createdAt: 1,
    source: {
      from: 'data',
      data: 'sample',
      split: null,
      track: 't',
      suggestions: [],
      suggestionRun: null,
      limit: null,
    },
    overlap: 2,
    blind: true,
    seed: 1,
    dataset: {
      id: 'sample',
      benchmark: 'b',
      title: 'Sample',
      source: 'here',
      revision: null,
      licence: 'CC0-1.0',
      attribution: 'nobody',
      layout: 'sample',
      notes: [],
    },
    ...more,
  }
}

/** An item with a memory `m1` to verify. */
export function samplePinned(id: string, more: Partial<PinnedItem> = {}): PinnedItem {
  return {
    id,
    title: `about ${id}`,
    flag: null,
    cluster: id,
    language: 'en',
    content: {
      kind: 'memories',
      track: 't',
      blocks: [
        {
          kind: 'dialogue',
          name: 'input.dialogue',
          title: 'Dialogue',
          turns: [{ role: 'user', text: `I keep bees. ${'茶 '.repeat(600)}` }],
        },
      ],
      gold: [
        {
          key: 'g0',
          id: 'm1',
          text: 'Keeps bees',
          label: 'Possessions/Pet',
          type: 'direct',
          confidence: 0.95,
          evidence: ['I keep bees'],
          marks: [],
        },
      ],
      rawGold: [{ memory_id: 'm1', value: 'Keeps bees', $text: 'kept' }],
      row: { benchmark_id: id },
      split: null,
      suggestions: [],
    },
    ...more,
  }
}

export function sampleCard(more: Partial<MemoryCard> = {}): MemoryCard {
  return {
    key: 'g0',
    source: 'gold',
    decision: 'accept',
    value: 'Keeps bees',
    label: 'Possessions/Pet',
    type: 'direct',
    confidence: 0.95,
    evidence: [],
    ...more,
  }
}

export function sampleEntry(id: string, more: Partial<NewAnnotationEntry> = {}): NewAnnotationEntry {
  return {
    id,
    at: 5,
    item: 'a',
    annotator: 'ada',
    act: 'save',
    state: 'draft',
    body: { kind: 'memories', cards: [sampleCard()], note: '' },
    ...more,
  }
}
