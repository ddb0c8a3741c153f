import { z } from 'zod'
import type { Case } from '../../../core/case.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { AnswerPlan, Evidence } from '../../../core/memory-plan.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { itemsAt, textField } from '../scoring/memory-lists.ts'
import {
  turnSchema,
  utilizationInputSchema,
  utilizationPredictionSchema,
  type Ability,
  type Turn,
} from '../shapes.ts'
import { carriesEvidence } from './carries.ts'
import { goldEvidence, quoteOf } from './gold-evidence.ts'
import { toldSession } from './told-session.ts'
import { memoryPrompt, presented } from './utilization-prompt.ts'

const inputOf = parseOnce(utilizationInputSchema)
const backgroundSchema = z.object({ dialogue: z.array(turnSchema) })

/** Id of the one session that a memory system is told. */
const SESSION = 'history'

/**
 * Utilization with a memory system: it is told the conversation and searched with the query, and a model answers with
 * what was found.
 */
export function utilizationPlan(ability: Ability): AnswerPlan {
  return {
    use: 'answer',
    version: '1',
    history: (subject) => ({ given: [], sessions: [toldSession(SESSION, turnsOf(subject))] }),
    evidence: ({ gold }) => selectedEvidence(gold),
    carries: carriesEvidence,
    query: (input) => inputOf(input).query,
    prompt: memoryPrompt(ability),
    present: (input, found) => presented(inputOf(input).query, found),
    said: (prediction) => utilizationPredictionSchema.parse(prediction).answer,
  }
}

/**
 * The history, or where the input hands over a memory instead (`persona`) the conversation that it was drawn from.
 * Data without that conversation leaves the memory itself, as one message in the user's words where it quotes them:
 * there storing is trivial, and only finding and using it are tested.
 */
function turnsOf({ input, background }: Pick<Case, 'input' | 'background'>): readonly Turn[] {
  const given = inputOf(input)
  if ('dialogue_history' in given) return given.dialogue_history
  if (background !== undefined) return backgroundSchema.parse(background).dialogue
  const memory: JsonObject =
    isJsonObject(input) && isJsonObject(input['selected_memory']) ? input['selected_memory'] : {}
  return [{ role: 'user', text: quoteOf(memory) ?? textField(memory, 'value') }]
}

/** The target memory. Its quote may stand in the list that it was taken from (spec 1.4). */
function selectedEvidence(gold: Json): readonly Evidence[] {
  const memory = isJsonObject(gold) ? gold['selected_memory'] : undefined
  if (!isJsonObject(memory)) return []
  const id = textField(memory, 'memory_id', isJsonObject(gold) ? textField(gold, 'memory_key') : '')
  const source = itemsAt(gold, 'extracted_memory').find(
    (item) => id !== '' && textField(item, 'memory_id') === id,
  )
  const evidence = quoteOf(memory) === null ? source?.['evidence'] : memory['evidence']
  return goldEvidence({ ...memory, evidence: evidence ?? null }, 'target', [SESSION])
}
