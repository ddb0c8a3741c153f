import { parseOnce } from '../../../core/parse-once.ts'
import { blindBaseline } from '../../../core/baseline-kit.ts'
import { firstPersonItems } from '../first-person.ts'
import { extractionInputSchema } from '../shapes.ts'

const inputOf = parseOnce(extractionInputSchema)

/** A long chat must not become a long list. */
const ITEMS = 5

/** A competitor without a model: what the user says of themselves, word for word. */
export const firstPersonExtraction = blindBaseline({
  id: 'rules:first-person',
  kind: 'ranked',
  description: 'The first five sentences in which the user speaks of themselves, word for word',
  predict: ({ input }) => ({ memory_items: firstPersonItems(inputOf(input).dialogue, ITEMS, 'p') }),
})
