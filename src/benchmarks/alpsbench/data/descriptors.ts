import type { DatasetDescriptor } from '../../../core/dataset.ts'

const LANGUAGE_NOTE =
  'Gold memories are mostly English whatever the language of the chat; compare languages with care.'

/** The sample that comes with Rapport. */
export const sampleDescriptor: DatasetDescriptor = {
  id: 'sample',
  benchmark: 'alpsbench',
  title: 'Rapport sample in the form of AlpsBench',
  source: 'embedded',
  revision: null,
  licence: 'Apache-2.0',
  attribution: "Invented dialogues, written for Rapport; no real user's text.",
  layout: 'sample',
  notes: ['The sample is invented and small: it shows how things work and ranks nobody.'],
}

/** Where data was opened from. */
export interface Origin {
  readonly id: string
  readonly source: string
  readonly revision: string | null
}

export const packetsAttribution =
  'AlpsBench annotation packets (MissHsiaoo/AlpsBench_task1_3_annotation_data_repo); dialogues derived from WildChat, ODC-BY 1.0.'
export const publicAttribution =
  'AlpsBench (Cosineyx/Alpsbench, ODC-BY 1.0); dialogues derived from WildChat, ODC-BY 1.0.'

/** Licence of the packets: their repository states none, the dialogues come from WildChat under ODC-BY. */
export function packetsDescriptor(origin: Origin): DatasetDescriptor {
  return {
    ...origin,
    benchmark: 'alpsbench',
    title: 'AlpsBench annotation packets',
    licence: 'none',
    attribution: packetsAttribution,
    layout: 'packets',
    notes: [
      'The packet repository states no licence of its own; the dialogues come from WildChat (ODC-BY 1.0).',
      'Many packets are rows of the hidden test; they are tagged exposure=hidden-test.',
      LANGUAGE_NOTE,
    ],
  }
}

export function publicDescriptor(origin: Origin): DatasetDescriptor {
  return {
    ...origin,
    benchmark: 'alpsbench',
    title: 'AlpsBench, public release',
    licence: 'ODC-By-1.0',
    attribution: publicAttribution,
    layout: 'public',
    notes: [LANGUAGE_NOTE],
  }
}

export function examplesDescriptor(origin: Origin): DatasetDescriptor {
  return {
    ...publicDescriptor(origin),
    title: 'AlpsBench, older example files',
    layout: 'examples',
    notes: ['These files carry no split; rows that may be in the hidden test are tagged.', LANGUAGE_NOTE],
  }
}
