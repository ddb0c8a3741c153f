import type { CupidGold, InferencePrediction } from '../shapes.ts'

/** A changing case: old preference in sessions 1 and 3, new one in 4 and 6. */
export const changing: CupidGold = {
  type: 'changing',
  factor: 'Harbour Committee',
  preference: 'Minutes must name an owner for each action and stay below one page.',
  checklist: ['Do the minutes name an owner for each action?', 'Do the minutes stay below one page?'],
  sessions: [
    { factor: 'Harbour Committee', preference: 'Minutes should record every speaker in full sentences.' },
    { factor: 'Night Shift', preference: 'Plans list breaks first.' },
    { factor: 'Harbour Committee', preference: 'Minutes should record every speaker in full sentences.' },
    {
      factor: 'Harbour Committee',
      preference: 'Minutes must name an owner for each action and stay below one page.',
    },
    { factor: 'Night Shift', preference: 'Plans list breaks first.' },
    {
      factor: 'Harbour Committee',
      preference: 'Minutes must name an owner for each action and stay below one page.',
    },
  ],
  contrasting: null,
  superseded: {
    factor: 'Harbour Committee',
    preference: 'Minutes should record every speaker in full sentences.',
    sessions: [1, 3],
  },
}

/** A contrastive case: the preference holds in 1 and 2, another one in the like context of 3 and 4. */
export const contrastive: CupidGold = {
  type: 'contrastive',
  factor: 'Spring Gala',
  preference: 'Invitations use formal wording and name the dress code.',
  checklist: ['Do the invitations use formal wording?', 'Do the invitations name the dress code?'],
  sessions: [
    { factor: 'Spring Gala', preference: 'Invitations use formal wording and name the dress code.' },
    { factor: 'Spring Gala', preference: 'Invitations use formal wording and name the dress code.' },
    { factor: 'Street Party', preference: 'Invitations sound playful and list the bands.' },
    { factor: 'Street Party', preference: 'Invitations sound playful and list the bands.' },
  ],
  contrasting: {
    factor: 'Street Party',
    preference: 'Invitations sound playful and list the bands.',
    sessions: [3, 4],
  },
  superseded: null,
}

export const consistent: CupidGold = { ...contrastive, type: 'consistent', contrasting: null }

export function says(preference: string, evidence_sessions: number[] | null = null): InferencePrediction {
  return { preference, evidence_sessions }
}
