import { blindBaseline } from '../../../core/baseline-kit.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import type { GenerationPrediction } from '../shapes.ts'

/**
 * Systems of `cupid/generation` that need no model. A judge scores them all the same: whatever it gives an answer that
 * says nothing is the floor of its scale.
 */
export const generationBaselines: readonly BaselineDefinition[] = [
  blindBaseline({
    id: 'baseline:constant',
    description: 'the same polite sentence for everybody',
    predict: (): GenerationPrediction => ({
      answer:
        'Thank you for your request. I will gladly take care of it and keep to whatever matters most to you.',
    }),
  }),
]
