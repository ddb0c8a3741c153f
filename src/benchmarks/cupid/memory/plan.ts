import { parseOnce } from '../../../core/parse-once.ts'
import type { MemoryItem } from '../../../core/memory.ts'
import type { AnswerPlan } from '../../../core/memory-plan.ts'
import type { TrackPrompt } from '../../../core/prompt.ts'
import { cupidInputSchema, generationPredictionSchema, inferencePredictionSchema } from '../shapes.ts'
import { carries, evidenceOf } from './evidence.ts'
import { generationFromMemories, inferenceFromMemories, type Recalled } from './prompt.ts'
import { sessionId, sessionNumber } from './session-id.ts'

const inputOf = parseOnce(cupidInputSchema)

/**
 * The prior sessions are told one by one, oldest first and without dates, since the data has none; the request is the
 * query; what is found takes the log's place in the prompt.
 */
function answerPlan(prompt: TrackPrompt, said: AnswerPlan['said']): AnswerPlan {
  return {
    use: 'answer',
    version: '1',
    prompt,
    history: ({ input }) => ({
      given: [],
      sessions: inputOf(input).sessions.map(({ dialogue }, place) => ({
        id: sessionId(place + 1),
        time: null,
        zone: null,
        messages: dialogue.map(({ role, content }) => ({ role, name: null, content, time: null })),
      })),
    }),
    query: (input) => inputOf(input).request,
    present: (input, found): Recalled => ({
      request: inputOf(input).request,
      memories: found.map(recalled),
    }),
    evidence: ({ input, gold }) => evidenceOf(input, gold),
    carries,
    said,
  }
}

function recalled({ text, saidAt, sources }: MemoryItem): Recalled['memories'][number] {
  const numbers = new Set(sources.map(sessionNumber).filter((number) => number !== null))
  return {
    text,
    ...(saidAt === null ? {} : { said_at: saidAt }),
    ...(numbers.size === 0 ? {} : { sessions: [...numbers].toSorted((a, b) => a - b) }),
  }
}

/** How memory systems take part in `cupid/inference`. */
export const inferenceMemory = answerPlan(
  inferenceFromMemories,
  (prediction) => inferencePredictionSchema.parse(prediction).preference,
)

/** How memory systems take part in `cupid/generation`. */
export const generationMemory = answerPlan(
  generationFromMemories,
  (prediction) => generationPredictionSchema.parse(prediction).answer,
)
