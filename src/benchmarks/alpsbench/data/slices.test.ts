import { describe, expect, it } from 'vitest'
import { abilityKind, goldSize, turnsBucket } from './slices.ts'

describe('slices', () => {
  it('tell interaction preferences by the two labels of the specification (7.6, F11)', () => {
    expect(abilityKind('Preferences/Interaction_Preferences')).toBe('interaction')
    expect(abilityKind('interaction/style/preference')).toBe('interaction')
    expect(abilityKind('Preferences/Food')).toBe('general')
    expect(abilityKind('Constraints_and_Boundaries/Interaction_Preferences')).toBe('general')
  })

  it('cut numbers into few groups', () => {
    expect([0, 1, 2, 3, 4, 5, 10].map(goldSize)).toEqual(['0', '1', '2', '3-4', '3-4', '5+', '5+'])
    expect([7, 10, 20, 40, 80].map(turnsBucket)).toEqual(['under 10', '10-19', '20-39', '40-79', '80+'])
  })
})
