import type { TrackReading } from '../../core/track-reading.ts'

/** What reports of both tracks show beside the score (spec 2.14: settings, types, distance and length). */
export const cupidReading = {
  pairedTag: { tag: 'type', base: 'consistent' },
  sliceHints: ['evidence_distance', 'messages'],
  withheld: {
    tag: 'verified',
    value: 'no',
    reason: 'the data is unverified, and figures on it are no CUPID results',
  },
} satisfies TrackReading
