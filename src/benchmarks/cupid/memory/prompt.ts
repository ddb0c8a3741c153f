import { z } from 'zod'
import { hashJson } from '../../../core/hash.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { TrackPrompt } from '../../../core/prompt.ts'
import { memoryGenerator, memoryInferrer, nothingKnown } from '../prompts/memories.ts'
import { fillTemplate, type Template } from '../prompts/template.ts'

/** What is handed to the prompt: the request, and what was found for it, best first. */
export const recalledSchema = z.object({
  request: z.string(),
  memories: z.array(
    z.object({
      text: z.string(),
      /** ISO 8601. */
      said_at: z.string().exactOptional(),
      /** Numbers of the sessions that it comes from, ascending. */
      sessions: z.array(z.number().int().positive()).exactOptional(),
    }),
  ),
})
export type Recalled = z.infer<typeof recalledSchema>

const recalledOf = parseOnce(recalledSchema)

/** Raised when a message is put together in another way. */
const VERSION = '1'
const MOST_OUTPUT = 8192

/** One memory a line: line ends inside it are escaped, so that nothing of it can pass for a heading. */
function listed(memories: Recalled['memories']): string {
  if (memories.length === 0) return nothingKnown
  return memories.map(onOneLine).join('\n')
}

/** JSON leaves the line ends of Unicode as they are. */
function onOneLine(memory: Recalled['memories'][number]): string {
  return JSON.stringify(memory).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (end) => String.raw`\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function memoryPrompt(task: 'inference' | 'generation', template: Template): TrackPrompt {
  const hash = hashJson({ system: template.system, user: template.user, nothingKnown }).slice(0, 12)
  return {
    id: `cupid/${task}:strict[memories]@${VERSION}#${hash}`,
    protocol: 'strict',
    reply: null,
    maxOutputTokens: MOST_OUTPUT,
    temperature: 0,
    build(input) {
      const { request, memories } = recalledOf(input)
      return {
        messages: fillTemplate(template, { memories: listed(memories), request }),
        meta: { protocol: 'strict' },
      }
    },
  }
}

/** The same for all memory systems on `cupid/inference`. */
export const inferenceFromMemories = memoryPrompt('inference', memoryInferrer)

/** The same for all memory systems on `cupid/generation`. */
export const generationFromMemories = memoryPrompt('generation', memoryGenerator)
