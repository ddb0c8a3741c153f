import { z } from 'zod'
import type { Json } from '../../core/json.ts'
import type { AnswerBookEntry } from './answer-book.ts'
import { answerUtilization, genericAnswer } from './answer-queries.ts'
import type { FactBook } from './fact-book.ts'
import { inAnotherLanguage } from './invented.ts'
import type { RecallRequest } from './memory-request.ts'
import type { CaseText } from './payload.ts'
import type { Personality } from './personalities.ts'
import { tellsFact } from './told.ts'

const neededSchema = z.looseObject({
  selected_memory: z.looseObject({ value: z.string().exactOptional() }).nullish(),
})

const answerSchema = z.object({ answer: z.string(), used_memory_fact: z.string().nullable() })

/**
 * The answer of a personality to a query with what a memory system found for it: as with the history where one of the
 * memories tells what the answer rests on, and as of somebody who does not know the user where none does.
 */
export function answerFromMemories(
  personality: Personality,
  { query, memories }: RecallRequest,
  { track, gold }: AnswerBookEntry,
  book: FactBook,
): Json {
  const text: CaseText = {
    userTurns: memories,
    newUserTurns: memories,
    query,
    existing: null,
    candidates: null,
    handedOver: null,
  }
  const needed = neededSchema.safeParse(gold).data?.selected_memory?.value
  const isTold =
    needed === undefined || memories.some((memory) => tellsFact(memory, needed, book.quotes(needed)))
  const informed = () => answerUtilization(personality, track, text, gold)
  const blank = { answer: genericAnswer(text), used_memory_fact: null }
  switch (personality) {
    case 'perfect':
    case 'never-updates':
    case 'stays-in-role':
    case 'forgetful':
      return isTold ? informed() : blank
    case 'over-applies-memory': {
      // The best match comes up, whatever was asked.
      const [first] = memories
      const base = isTold ? answerSchema.parse(informed()) : blank
      return first === undefined ? base : { answer: `${base.answer} ${first}`, used_memory_fact: first }
    }
    case 'wrong-language':
      return isTold ? informed() : { answer: inAnotherLanguage(query), used_memory_fact: null }
    case 'hallucinating':
    case 'copies-everything':
    case 'ignores-memory':
      return informed()
  }
}
