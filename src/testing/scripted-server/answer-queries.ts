import { z } from 'zod'
import { bucketOf } from '../../core/hash.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { hasHan, inAnotherLanguage, inventedFacts } from './invented.ts'
import type { CaseText, Memory } from './payload.ts'
import type { Personality } from './personalities.ts'

const retrievalGold = z.object({ selected_memory: z.object({ value: z.string() }) })
const utilizationGold = z.object({
  selected_memory: z.looseObject({ value: z.string().exactOptional() }).nullable(),
  answer_key: z.looseObject({ reject: z.array(z.string()) }).exactOptional(),
  reference_answer: z.string().exactOptional(),
})

/**
 * The reply of a personality that must find the one memory that a query needs (AlpsBench spec 3.4). Ids in a
 * prompt may be opaque: the right candidate is the one with the right value.
 */
export function answerRetrieval(personality: Personality, text: CaseText, gold: JsonObject): Json {
  const candidates = text.candidates ?? []
  const { value } = retrievalGold.parse(gold).selected_memory
  const right = candidates.find((candidate) => candidate.value === value)
  const wrong = candidates.find((candidate) => candidate.value !== value)
  switch (personality) {
    case 'perfect':
    case 'over-applies-memory':
    case 'stays-in-role':
    case 'never-updates':
      return selection(right, `You said so yourself: ${value}`)
    case 'forgetful':
      return remembers(text)
        ? selection(right, `You said so yourself: ${value}`)
        : selection(wrong, genericAnswer(text))
    case 'hallucinating': {
      const [invented = ''] = inventedFacts(text.query ?? '', 1)
      return {
        answer: invented,
        reason: `I remember this well: ${invented}`,
        selected_memory_id: 'm_invented_1',
      }
    }
    case 'copies-everything':
      return { ...selection(candidates[0], ''), answer: candidates.map((one) => one.value).join('\n') }
    case 'ignores-memory':
      return selection(wrong, genericAnswer(text))
    case 'wrong-language':
      return selection(right, inAnotherLanguage(text.query ?? value))
  }
}

function selection(memory: Memory | undefined, answer: string) {
  const id = memory?.['memory_id']
  return {
    answer,
    reason: memory === undefined ? 'none of the memories fits' : `The memory says: ${memory.value}`,
    selected_memory_id: typeof id === 'string' ? id : '',
  }
}

/** The reply of a personality to a user whom it should know (spec 3.5). */
export function answerUtilization(
  personality: Personality,
  track: string,
  text: CaseText,
  gold: JsonObject,
): Json {
  const { selected_memory, answer_key, reference_answer } = utilizationGold.parse(gold)
  const fact = selected_memory?.value ?? null
  const ability = track.slice(track.lastIndexOf('/') + 1)
  const mayBeSaid =
    fact !== null &&
    !['reality', 'constraint'].includes(ability) &&
    !(answer_key?.reject ?? []).some((phrase) => fact.toLowerCase().includes(phrase.toLowerCase()))
  // A judge that compares words sees only so that a fitting answer rests on the fact.
  const said = mayBeSaid ? `${hasHan(text.query ?? '') ? '我记得：' : 'I keep in mind: '}${fact}. ` : ''
  const right = { answer: `${said}${reference_answer ?? genericAnswer(text)}`, used_memory_fact: fact }
  const unwanted = answer_key?.reject[0] ?? fact ?? ''
  switch (personality) {
    case 'perfect':
    case 'never-updates':
      return right
    case 'stays-in-role':
      return ability === 'reality' ? { ...right, answer: `${unwanted}. ${fact ?? ''}` } : right
    case 'over-applies-memory':
      // What it should leave out comes up where leaving out is what was asked for.
      return ability === 'reality' || ability === 'constraint'
        ? { ...right, answer: `${right.answer} ${fact ?? ''} (${unwanted})` }
        : right
    case 'forgetful':
      return remembers(text) ? right : { answer: genericAnswer(text), used_memory_fact: null }
    case 'hallucinating': {
      const [invented = ''] = inventedFacts(text.query ?? '', 1)
      return { answer: `${invented}, so nothing else matters.`, used_memory_fact: invented }
    }
    case 'copies-everything': {
      const all = [text.handedOver?.value, ...text.userTurns].filter((one) => one !== undefined).join('\n')
      return { answer: all, used_memory_fact: all }
    }
    case 'ignores-memory':
      return { answer: genericAnswer(text), used_memory_fact: null }
    case 'wrong-language':
      return { answer: inAnotherLanguage(text.query ?? ''), used_memory_fact: fact }
  }
}

/** True for half of the queries. */
function remembers({ query }: CaseText): boolean {
  return bucketOf(`remembers/${query ?? ''}`, 2) === 0
}

/** What can be said to anybody. */
export function genericAnswer({ query }: CaseText): string {
  return hasHan(query ?? '')
    ? '这个因人而异，建议多了解一些资料再做决定。'
    : 'That depends on many things. In general, compare what is on offer and choose what most people choose.'
}
