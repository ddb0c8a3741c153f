import type { DatasetDescriptor } from '../../../core/dataset.ts'

const LANGUAGE_NOTE =
  'Gold memories are mostly English whatever the language of the chat; lexical scores across languages are left out.'

/** The sample that comes with Rapport. */
export const sampleDescriptor: DatasetDescriptor = {
  id: 'sample',
  benchmark: 'alpsbench',
  title: 'Rapport sample in the form of AlpsBench',
  source: 'embedded',
  revision: null,
  licence: 'Apache-2.0',
  attribution: 'Invented dialogues, written for Rapport; no real user\'s text.',
  layout: 'sample',
  notes: ['The sample is invented and small: it shows how things work and ranks nobody.'],
}

/** Licence of packets: the repository states none; the dialogues come from WildChat under ODC-BY. */
export function packetsDescriptor(
  id: string,
  source: string,
  revision: string | null = null,
): DatasetDescriptor {
  return {
    id,
    benchmark: 'alpsbench',
    title: 'AlpsBench annotation packets',
    source,
    revision,
    licence: 'ODC-By-1.0',
    attribution:
      'AlpsBench annotation packets (MissHsiaoo/AlpsBench_task1_3_annotation_data_repo), dialogues derived from WildChat (ODC-BY 1.0).',
    layout: 'packets',
    notes: [
      'About three fifths of the packets are rows of the hidden test; they are tagged exposure=hidden-test.',
      LANGUAGE_NOTE,
    ],
  }
}
