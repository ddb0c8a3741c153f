import { parseOnce } from '../../../core/parse-once.ts'
import { blindBaseline } from '../../../core/baseline-kit.ts'
import { firstPersonItems } from '../first-person.ts'
import { itemsAt } from '../scoring/memory-lists.ts'
import { updateInputSchema } from '../shapes.ts'

const inputOf = parseOnce(updateInputSchema)

/** An update is mostly one replaced memory and one new one. */
const ITEMS = 2

/** A competitor without a model: adds what the user says of themselves, and never takes anything back. */
export const appendFirstPerson = blindBaseline({
  id: 'rules:append-first-person',
  kind: 'ranked',
  description: 'The old list plus the first two sentences in which the user now speaks of themselves',
  predict: ({ input }) => ({
    memory_items: [
      ...itemsAt(input, 'existing_memories'),
      ...firstPersonItems(inputOf(input).new_dialogue, ITEMS, 'm_new_'),
    ],
  }),
})
