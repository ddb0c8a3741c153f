import { z } from 'zod'
import { objectSpans } from '../../text/object-spans.ts'
import { withoutThinking } from '../../text/reply-cleaning.ts'

const operationSchema = z.object({
  event: z.enum(['add', 'update', 'delete', 'none']),
  id: z.union([z.string(), z.number().transform(String)]).nullish(),
  text: z.string().nullish(),
})

/** What the model wants done to the memory. */
export type Operation = z.infer<typeof operationSchema>

const replySchema = z.object({ operations: z.array(operationSchema) })

/**
 * Reads the model's reply: the one JSON object with a list of operations, whatever thinking, fences or prose are around
 * it.
 * @returns null when there is none, when it is cut, or when there are two that differ
 */
export function readOperations(reply: string): readonly Operation[] | null {
  const { text, isCut } = withoutThinking(reply)
  const spans = isCut ? null : objectSpans(text)
  const read = (spans ?? []).flatMap((span) => {
    const parsed = replySchema.safeParse(jsonOf(span))
    return parsed.success ? [parsed.data.operations] : []
  })
  const [first] = read
  if (first === undefined) return null
  return read.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
