import { blindBaseline, privilegedBaseline } from '../../core/baseline-kit.ts'
import { sha256 } from '../../core/hash.ts'
import { parseOnce } from '../../core/parse-once.ts'
import type { BaselineDefinition } from '../../core/track.ts'
import { overuseGoldSchema, overuseInputSchema, type OverusePrediction } from './shapes.ts'

const goldOf = parseOnce(overuseGoldSchema)
const inputOf = parseOnce(overuseInputSchema)

const silent: OverusePrediction = { answer: 'I would be glad to help with that.', used_memory: 'no' }

/** Says all that is known of the user, whatever is asked. */
function reciting(memories: readonly string[]): OverusePrediction {
  return memories.length === 0
    ? silent
    : { answer: `I remember: ${memories.join('. ')}.`, used_memory: 'yes' }
}

/** Ceiling and floors. */
export const overuseBaselines: readonly BaselineDefinition[] = [
  privilegedBaseline({
    id: 'oracle',
    description: 'Applies the memory where it is due, answers what is asked, and corrects claims',
    predict({ gold }): OverusePrediction {
      const { condition, pair } = goldOf(gold)
      switch (condition) {
        case 'due':
        case 'asked-again':
          return { answer: pair.due.applied[0] ?? '', used_memory: 'yes' }
        case 'counterfactual':
          return { answer: pair.due.counterfactual_applied[0] ?? '', used_memory: 'yes' }
        case 'due-without':
          return silent
        case 'irrelevant':
        case 'irrelevant-without':
          return { answer: pair.irrelevant.task.map(([first = '']) => first).join(' '), used_memory: 'no' }
        case 'claim':
          return { answer: pair.claim?.corrects[0] ?? '', used_memory: 'yes' }
      }
    },
  }),
  blindBaseline({
    id: 'baseline:recite',
    description: 'Says every memory it is shown, whatever is asked',
    predict: ({ input }) => reciting(inputOf(input).memories),
  }),
  blindBaseline({
    id: 'baseline:silent',
    description: 'Never uses a memory',
    predict: () => silent,
  }),
  blindBaseline({
    id: 'baseline:coin',
    description: 'Says every memory in half of the cases, drawn by their ids',
    predict: ({ input, id, seed }) =>
      Number.parseInt(sha256(`${seed}/${id}`).slice(0, 2), 16) < 128
        ? reciting(inputOf(input).memories)
        : silent,
  }),
]
