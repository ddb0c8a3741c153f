import type { DatasetDescriptor } from '../../../core/dataset.ts'
import type { Verified } from './tags.ts'

export const cupidAttribution =
  'CUPID (kixlab/CUPID, arXiv:2508.01674), CC BY 4.0; personas and dialogues are synthetic.'
export const unverifiedAttribution =
  'CUPID, unverified instances (kixlab/CUPID-Unverified, arXiv:2508.01674).'

/** What the instances are; decides notes, licence and the tag `verified`. */
export type Provenance = 'sample' | 'published' | 'unverified' | 'own'

/** Where data was opened from. */
export interface Origin {
  readonly id: string
  readonly source: string
  readonly revision: string | null
}

type Words = Pick<DatasetDescriptor, 'title' | 'licence' | 'attribution' | 'notes'>

const words: Readonly<Record<Provenance, Words>> = {
  sample: {
    title: 'Rapport sample in the form of CUPID',
    licence: 'Apache-2.0',
    attribution: 'Invented personas and dialogues, written for Rapport.',
    notes: ['The sample is invented and small: it shows how things work and ranks nobody.'],
  },
  published: {
    title: 'CUPID',
    licence: 'CC-BY-4.0',
    attribution: cupidAttribution,
    notes: [
      'All personas and dialogues are synthetic; their preferences were written by a model and checked by people.',
    ],
  },
  unverified: {
    title: 'CUPID, unverified instances',
    licence: 'none',
    attribution: unverifiedAttribution,
    notes: [
      'Unverified: nobody checked these instances. Figures on them are no CUPID results and never stand beside figures on the verified data.',
      'The licence of the unverified set was not looked up; see its page before you pass it on.',
    ],
  },
  own: {
    title: 'Instances in the form of CUPID',
    licence: 'none',
    attribution: 'Instances in the form of CUPID (arXiv:2508.01674), from the folder or file named above.',
    notes: ['Nothing is known of who checked these instances.'],
  },
}

export const verifiedOf: Readonly<Record<Provenance, Verified>> = {
  sample: 'unknown',
  published: 'yes',
  unverified: 'no',
  own: 'unknown',
}

/** The descriptor of data of a provenance. */
export function descriptorOf(
  provenance: Provenance,
  origin: Origin,
  layout: 'parquet' | 'json',
): DatasetDescriptor {
  return { ...origin, ...words[provenance], benchmark: 'cupid', layout }
}
