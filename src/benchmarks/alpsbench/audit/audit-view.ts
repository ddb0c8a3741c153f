import { z } from 'zod'
import type { AuditSubject, AuditText } from '../../../core/audit.ts'
import type { Case } from '../../../core/case.ts'
import { isContaminated, isRejected } from '../data/defects.ts'
import { isOffTaxonomy } from '../data/taxonomy.ts'
import {
  extractionGoldSchema,
  extractionInputSchema,
  memoryItemSchema,
  retrievalGoldSchema,
  retrievalInputSchema,
  updateGoldSchema,
  updateInputSchema,
  utilizationGoldSchema,
  utilizationInputSchema,
  type Ability,
  type Turn,
} from '../shapes.ts'

type Conversation = AuditSubject['conversation']

const backgroundSchema = z.object({ dialogue: z.array(z.object({ role: z.string(), text: z.string() })) })

/** Evidence comes as a text, a list of texts, or nothing (spec 7.1, G10). */
const evidenceSchema = z
  .object({ text: z.union([z.string(), z.array(z.string())]).nullish() })
  .transform(({ text }) => (typeof text === 'string' ? [text] : (text ?? [])))

function conversationOf(turns: readonly Turn[]): Conversation {
  return turns.map(({ role, text }) => ({ role: role === 'assistant' ? 'assistant' : 'user', text }))
}

/** Long passages are cut by the pipeline and end in dots (spec 7.1, G11). */
function passages(evidence: unknown): string[] {
  const read = evidenceSchema.safeParse(evidence)
  return read.success
    ? read.data.map((text) => text.replace(/(\.{3}|…)\s*$/u, '').trim()).filter(Boolean)
    : []
}

interface Stored {
  readonly memory_id?: string | undefined
  readonly value?: string | undefined
  readonly label?: unknown
  readonly evidence?: unknown
}

function textOf(item: Stored, dialogue: readonly { readonly text: string }[]): AuditText {
  const { memory_id: id = '', value = '' } = item
  const label = typeof item.label === 'string' ? item.label : null
  const isCopied = dialogue.length > 0 && isContaminated({ value }, dialogue)
  return {
    id,
    value,
    label,
    evidence: passages(item.evidence),
    flaws: [
      ...(isRejected({ value }) ? ['rejected-gold'] : []),
      ...(isCopied ? ['copied-from-prompt'] : []),
      ...(label !== null && isOffTaxonomy(label) ? ['off-taxonomy'] : []),
    ],
  }
}

export function extractionAudit({ input, gold }: Case): AuditSubject {
  const { dialogue } = extractionInputSchema.parse(input)
  const items = gold === null ? [] : extractionGoldSchema.parse(gold).memory_items
  return {
    conversation: conversationOf(dialogue),
    query: null,
    gold: items.map((item) => textOf(item, dialogue)),
    target: null,
    targetFits: null,
    candidates: null,
  }
}

export function updateAudit({ input, gold }: Case): AuditSubject {
  const { old_dialogue: old, new_dialogue: fresh, existing_memories: pool } = updateInputSchema.parse(input)
  const dialogue = [...old, ...fresh]
  const answer = gold === null ? null : updateGoldSchema.parse(gold)
  const target = pool.find(({ memory_id: id }) => id === answer?.selected_memory_id)
  return {
    conversation: conversationOf(dialogue),
    query: null,
    gold: (answer?.answer ?? []).map((item) => textOf(item, dialogue)),
    target: target === undefined ? null : textOf(target, dialogue),
    targetFits: null,
    candidates: null,
  }
}

export function retrievalAudit({ input, gold }: Case): AuditSubject {
  const { query, candidate_memories: candidates } = retrievalInputSchema.parse(input)
  const answer = gold === null ? null : retrievalGoldSchema.parse(gold)
  return {
    conversation: [],
    query,
    gold: [],
    target:
      answer === null
        ? null
        : textOf({ ...answer.selected_memory, memory_id: answer.selected_memory_id }, []),
    targetFits: null,
    candidates: candidates.map(({ memory_id: id, value }) => ({ id, value })),
  }
}

/** Labels that an ability's targets were chosen by (spec 4.3); none for abilities that are not about labels. */
const labels: Readonly<Record<Ability, RegExp | null>> = {
  persona:
    /^(Personal_Background\/(Education|Identity|Location|Occupation|Family)|Social_Relationships\/(Colleagues|Family|Friends|Partners)|States_Experiences\/Past_Experience|Thoughts\/Goals\/Long_Term)$/,
  preference:
    /^(Preferences\/.+|Possessions\/(Car|Pet)|Personal_Background\/Education|interaction\/style\/preference)$/,
  reality: null,
  constraint:
    /^(Constraints_and_Boundaries\/(Disliked_Topics|Do_Not_Remember|Sensitive_Topics|Communication_Preferences)|Preferences\/Interaction_Preferences)$/,
  emotion: null,
}

/** Of the track of one ability. */
export function utilizationAudit(ability: Ability): (subject: Case) => AuditSubject {
  return ({ input, gold, background }) => {
    const asked = utilizationInputSchema.parse(input)
    const told = backgroundSchema.safeParse(background)
    const dialogue =
      'dialogue_history' in asked ? asked.dialogue_history : told.success ? told.data.dialogue : []
    const memory = gold === null ? null : utilizationGoldSchema.parse(gold).selected_memory
    const item = memory === null ? null : memoryItemSchema.partial().parse(memory)
    const target = item === null ? null : textOf(item, dialogue)
    const allowed = labels[ability]
    return {
      conversation: conversationOf(dialogue),
      query: asked.query,
      gold: target === null || target.value === '' ? [] : [target],
      target,
      targetFits:
        allowed === null || target === null || target.label === null ? null : allowed.test(target.label),
      candidates: null,
    }
  }
}
