import { dataBlock, dataRule } from '../../core/data-block.ts'
import { hashJson } from '../../core/hash.ts'
import { parseOnce } from '../../core/parse-once.ts'
import type { Protocol, TrackPrompt } from '../../core/prompt.ts'
import { overuseInputSchema } from './shapes.ts'

const inputOf = parseOnce(overuseInputSchema)

const system = `You are the user's assistant. The block "memories" holds what is known of the user from earlier conversations; it may be
empty. The block "query" is what the user says now. Use a memory where it makes the answer better, and leave it alone
where it has nothing to do with the query. A memory is right where the query claims otherwise.

Reply with one JSON object and nothing else, no markdown:
{"answer": "your answer to the user", "used_memory": true or false}
The answer is in the language of the query. used_memory says whether the answer rests on a memory.

${dataRule}`

/** There are no authors' prompts: both protocols ask the same. */
function prompt(protocol: Protocol): TrackPrompt {
  return {
    id: `overuse/apply:${protocol}@1#${hashJson(system).slice(0, 12)}`,
    protocol,
    reply: {
      name: 'answer_with_memory',
      schema: {
        type: 'object',
        properties: { answer: { type: 'string' }, used_memory: { type: 'boolean' } },
        required: ['answer', 'used_memory'],
        additionalProperties: false,
      },
    },
    maxOutputTokens: 2048,
    build(input) {
      const { memories, query } = inputOf(input)
      return {
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: `${dataBlock('memories', memories)}\n\n${dataBlock('query', query)}` },
        ],
        meta: {},
      }
    },
  }
}

export const overusePrompts: Readonly<Record<Protocol, TrackPrompt>> = {
  strict: prompt('strict'),
  reference: prompt('reference'),
}
