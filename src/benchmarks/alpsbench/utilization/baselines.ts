import { parseOnce } from '../../../core/parse-once.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { blindBaseline, privilegedBaseline } from '../../../core/baseline-kit.ts'
import { utilizationGoldSchema, utilizationInputSchema } from '../shapes.ts'

const inputOf = parseOnce(utilizationInputSchema)
const goldOf = parseOnce(utilizationGoldSchema)

/** Fits everybody and knows nobody. */
const GENERIC =
  'Thanks for telling me! I would start small: choose one option that feels right, try it for a few days and see how it goes. ' +
  'If it helps, keep it; if not, change one thing and try again. Be kind to yourself along the way.'

/** Ceiling and floors of the utilization tracks. */
export const utilizationBaselines: readonly BaselineDefinition[] = [
  privilegedBaseline({
    id: 'oracle',
    description: 'Gives the reference answer, else the gold memory, and claims the gold memory',
    predict({ gold }) {
      const { selected_memory: memory, reference_answer: reference } = goldOf(gold)
      const fact = memory?.value ?? ''
      return { answer: reference ?? fact, used_memory_fact: fact }
    },
  }),
  blindBaseline({
    id: 'baseline:empty',
    description: 'Says nothing',
    predict: () => ({ answer: '', used_memory_fact: '' }),
  }),
  blindBaseline({
    id: 'baseline:copy',
    description: 'Hands back the memory where one is given, else the last thing the user said',
    predict({ input }) {
      const seen = inputOf(input)
      const copied =
        'selected_memory' in seen
          ? seen.selected_memory.value
          : (seen.dialogue_history.findLast(({ role }) => role === 'user')?.text ?? '')
      return { answer: copied, used_memory_fact: copied }
    },
  }),
  blindBaseline({
    id: 'baseline:echo',
    description: 'Repeats the query',
    predict({ input }) {
      const { query } = inputOf(input)
      return { answer: query, used_memory_fact: query }
    },
  }),
  blindBaseline({
    id: 'baseline:generic',
    description: 'The same friendly advice for everybody',
    predict: () => ({ answer: GENERIC, used_memory_fact: '' }),
  }),
  blindBaseline({
    id: 'baseline:one-letter',
    description: 'Claims the fact "a", which most English memories contain',
    predict: () => ({ answer: 'a', used_memory_fact: 'a' }),
  }),
]
