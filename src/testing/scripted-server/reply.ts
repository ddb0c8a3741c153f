import { bucketOf } from '../../core/hash.ts'
import type { JsonObject } from '../../core/json.ts'
import { answerExtraction, answerUpdate } from './answer-memories.ts'
import { answerRetrieval, answerUtilization } from './answer-queries.ts'
import type { AnswerBook } from './answer-book.ts'
import { cupidPromptIn } from './cupid-prompt.ts'
import { cupidJudgement, cupidReply } from './cupid-reply.ts'
import { judgeReply } from './judge.ts'
import { labelsFor } from './memory-label.ts'
import { answerFromMemories } from './memory-recall.ts'
import { memoryRequestIn } from './memory-request.ts'
import { writtenMemories } from './memory-write.ts'
import { caseTextOf, payloadIn } from './payload.ts'
import {
  isContextPersonality,
  isJudgePersonality,
  isPersonality,
  type JudgePersonality,
} from './personalities.ts'

/** What a model is asked. */
export interface Asked {
  /** Name without faults. */
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  /** JSON Schema of the response format; null where there is none. */
  readonly schema: JsonObject | null
  /** How often the model was asked the same before. */
  readonly asked?: number
}

/** The text of a scripted model, or why there is none. */
export function replyTo(
  { model, messages, schema, asked = 0 }: Asked,
  book: AnswerBook,
): { readonly text: string } | { readonly refused: 'unknown-model' | 'not-in-answer-book' } {
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const instructions = messages
    .filter(({ role }) => role !== 'user')
    .map(({ content }) => content)
    .join('\n\n')
  const cupid = cupidPromptIn(instructions, last)
  if (isJudgePersonality(model)) {
    const mood = model === 'judge-wavering' ? moodOf(last, asked) : model
    const judgement = cupid === null ? null : cupidJudgement(mood, cupid)
    return { text: judgement ?? judgeReply(mood, { instructions, material: last, schema }) }
  }
  if (isPersonality(model) || isContextPersonality(model)) {
    const memory = memoryRequestIn(last)
    if (memory?.task === 'write') return { text: writtenMemories(model, memory, book.facts) }
    if (memory?.task === 'label') return { text: labelsFor(model, memory, book.facts) }
    if (memory !== null && isPersonality(model)) {
      const entry = book.findQuery(memory.query)
      if (entry === undefined) return { refused: 'not-in-answer-book' }
      return { text: JSON.stringify(answerFromMemories(model, memory, entry, book.facts)) }
    }
    const answer = cupid === null ? null : cupidReply(model, cupid, book)
    if (answer !== null) return { text: answer }
  }
  if (isContextPersonality(model)) return { refused: 'not-in-answer-book' }
  if (!isPersonality(model)) return { refused: 'unknown-model' }
  const text = caseTextOf(payloadIn(last))
  const entry = book.find(text)
  if (entry === undefined) return { refused: 'not-in-answer-book' }
  const { track, gold } = entry
  const [, task = ''] = track.split('/')
  switch (task) {
    case 'extraction':
      return { text: JSON.stringify(answerExtraction(model, text, gold)) }
    case 'update':
      return { text: JSON.stringify(answerUpdate(model, text, gold)) }
    case 'retrieval':
      return { text: JSON.stringify(answerRetrieval(model, text, gold)) }
    case 'utilization':
      return { text: JSON.stringify(answerUtilization(model, track, text, gold)) }
    default:
      return { refused: 'not-in-answer-book' }
  }
}

/** Whom the wavering judge is like on a third of what it judges, asking by asking; on the rest it is fair. */
const moods: readonly JudgePersonality[] = ['judge-fair', 'judge-lenient', 'judge-fair', 'judge-strict']

function moodOf(material: string, asked: number): JudgePersonality {
  return (bucketOf(material, 3) === 0 ? moods[asked % moods.length] : undefined) ?? 'judge-fair'
}
