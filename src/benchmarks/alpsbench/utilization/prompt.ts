import { isJsonObject, type Json } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { Protocol, TrackPrompt } from '../../../core/prompt.ts'
import { asciiJson } from '../../../text/python-json.ts'
import { dataBlock, dataRule } from '../../../core/data-block.ts'
import { closedObject, text, textOrNull } from '../prompts/reply-schema.ts'
import { partOf, referencePrompt, strictPrompt, twoMessages } from '../prompts/track-prompt.ts'
import { utilizationInputSchema, type Ability } from '../shapes.ts'

const inputOf = parseOnce(utilizationInputSchema)

// Our wording of the intents of spec 3.5.

const persona = `You are a companion of the user and know them well. Do not speak of being an AI, and do not say that you remember
something or were told so. When the memory fits the query, use it the way friends use what they both know, and answer
decisively with it.`

const preference = `You are the user's assistant. Answer the query naturally. Respect the preferences that the user showed in the earlier
conversation, both what they like and how they want to be answered: wishes about form, tone and manner are to be
followed strictly.`

/**
 * Strict asks for what the published criterion rewards: fiction is not taken for the user's life (spec 2.7.1). The
 * authors' repository asks for the opposite (spec 7.6, F2), which is the wording of the reference protocol.
 */
const reality = `You are the user's assistant. Answer the query for the real person who asks. What the earlier conversation says in a
role, in fiction, in a supposition or about somebody else is not a fact about the user: do not carry it over into a
real-world request. Where the query rests on it, say so, ask, or decline.`

const realityReference = `You talk with the user. Where the earlier conversation set up a role-play or a virtual scene, stay grounded in it when you
answer the query.`

const constraint = `You are the user's assistant. Answer the query, and respect every constraint, boundary and sensitive topic that the user
named in the earlier conversation, also where the query tempts you to forget it.`

const emotion = `You are the user's assistant. Answer the query with deep empathy. Build on the feelings and experiences that the user
showed in the earlier conversation.`

const answerForm = `Reply with one JSON object and nothing else, no markdown:
{"answer": "your answer to the user", "used_memory_fact": "the fact about the user that your answer rests on"}
The answer is in the language of the query. used_memory_fact is null when no fact about the user was used.`

const memoryRule =
  'The block "memory" is a memory about the user. The block "query" is what the user says now.'
const historyRule =
  'The block "dialogue_history" is the earlier conversation, one turn a line. The block "query" is what the user says now.'

const intents: Readonly<Record<Ability, { readonly strict: string; readonly reference: string }>> = {
  persona: { strict: persona, reference: persona },
  preference: { strict: preference, reference: preference },
  reality: { strict: reality, reference: realityReference },
  constraint: { strict: constraint, reference: constraint },
  emotion: { strict: emotion, reference: emotion },
}

/** The form of an answer, the same whatever the prompt hands over. */
export const answerReply = {
  name: 'personal_answer',
  schema: closedObject({ answer: text, used_memory_fact: textOrNull }),
}
export const answerTokens = 4096

/** What a memory says, without its id and its evidence. */
function bareMemory(memory: Json): Json {
  if (!isJsonObject(memory)) return memory
  const { value, label } = memory
  return { value: value ?? null, ...(label === undefined ? {} : { label }) }
}

/** What a model is asked to be and to reply, without what is handed over. */
export function strictSystem(ability: Ability): string {
  return [intents[ability].strict, answerForm, dataRule].join('\n\n')
}

function strictUtilization(ability: Ability): TrackPrompt {
  const system = strictSystem(ability)
  return strictPrompt({
    track: `alpsbench/utilization/${ability}`,
    texts: [system, memoryRule, historyRule],
    reply: answerReply,
    maxOutputTokens: answerTokens,
    build(input) {
      const given = inputOf(input)
      const [rule, block] =
        'selected_memory' in given
          ? [memoryRule, dataBlock('memory', bareMemory(partOf(input, 'selected_memory')))]
          : [historyRule, dataBlock('dialogue_history', given.dialogue_history)]
      return twoMessages(`${system}\n\n${rule}`, `${block}\n\n${dataBlock('query', given.query)}`, {})
    },
  })
}

/**
 * The protocol of the authors' repository (spec 3.5): `{selected_memory, latest_query}` or
 * `{dialogue_history, latest_query}`, ASCII-escaped. The protocol of the published numbers is not released.
 * @param authors their own system message; ours without it
 */
export function referenceUtilization(ability: Ability, authors?: string): TrackPrompt {
  return referencePrompt({
    track: `alpsbench/utilization/${ability}`,
    maxOutputTokens: answerTokens,
    ours: [intents[ability].reference, answerForm].join('\n\n'),
    authors,
    differences: [
      'p4-repo',
      ...(ability === 'persona' ? ['whole-memory'] : []),
      ...(ability === 'reality' ? ['stay-in-role'] : []),
    ],
    build(system, input) {
      const given = inputOf(input)
      const key = 'selected_memory' in given ? 'selected_memory' : 'dialogue_history'
      return twoMessages(system, asciiJson({ [key]: partOf(input, key), latest_query: given.query }), {})
    },
  })
}

/** The prompts of an ability's track. */
export function utilizationPrompts(ability: Ability): Readonly<Record<Protocol, TrackPrompt>> {
  return { strict: strictUtilization(ability), reference: referenceUtilization(ability) }
}
