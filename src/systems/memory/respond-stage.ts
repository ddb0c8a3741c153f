import type { CallContext } from '../../core/call-context.ts'
import { contentHash } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { AnswerPlan, ListPlan, MemoryPlan } from '../../core/memory-plan.ts'
import { readySchema, retrievedSchema } from '../../core/memory-record.ts'
import type { MemoryItem, MemorySystem } from '../../core/memory.ts'
import { responseJson } from '../../core/response-json.ts'
import type { StageInput, SystemStage } from '../../core/stage.ts'
import type { InputSystem, Response } from '../../core/system.ts'
import { isOwnFault } from './guarded.ts'

/** Who answers how. */
export interface Responding {
  readonly plan: MemoryPlan
  /** Asked with the plan's prompt: what `present` or `toLabel` made is its input. */
  readonly answerer: InputSystem | null
  /** Set where the memory's own prompt takes the place of the shared one. */
  readonly own?: Pick<MemorySystem, 'name' | 'ownPrompt'> | null
}

/** The last stage of a memory system: a model answers, or what was found or kept is the answer. */
export function respondStage(responding: Responding): SystemStage {
  const { plan, answerer, own = null } = responding
  return {
    kind: 'system',
    name: 'respond',
    version: '1',
    needs: [plan.use === 'list' ? 'ready' : 'retrieve'],
    settings: {
      plan: { use: plan.use, version: plan.version },
      answerer: answerer?.identity ?? null,
      own: own?.name ?? null,
    },
    eager: true,
    draws: true,
    seen: ({ input }) => ({ input: contentHash(input) }),
    async run(input) {
      return responseJson(await respond(responding, input))
    },
  }
}

async function respond(
  responding: Responding,
  { subject, upstream, context }: StageInput,
): Promise<Response> {
  const { plan, answerer } = responding
  switch (plan.use) {
    case 'answer': {
      const { shown, query } = retrievedSchema.parse(upstream['retrieve'])
      return answer({ ...responding, plan }, subject.input, query, shown, context)
    }
    case 'search': {
      const { found } = retrievedSchema.parse(upstream['retrieve'])
      return { form: 'contract', value: plan.predict(subject.input, found) }
    }
    case 'list': {
      const { stored } = readySchema.parse(upstream['ready'])
      return listed(plan, answerer, subject.input, stored ?? [], context)
    }
  }
}

/**
 * What the answer model says to a case with these memories.
 * @throws what the model port throws
 */
export async function answer(
  { plan, answerer, own = null }: Omit<Responding, 'plan'> & { readonly plan: AnswerPlan },
  input: Json,
  query: string,
  shown: readonly MemoryItem[],
  context: CallContext,
): Promise<Response> {
  if (answerer === null) throw new Error('an answer needs a model')
  const ownMessages = own?.ownPrompt?.(query, shown)
  const asked: Json =
    ownMessages === undefined
      ? plan.present(input, shown)
      : { messages: ownMessages.map((message) => ({ ...message })) }
  return answerer.respond({ input: asked }, context)
}

async function listed(
  plan: ListPlan,
  answerer: InputSystem | null,
  input: Json,
  stored: readonly MemoryItem[],
  context: CallContext,
): Promise<Response> {
  const wanted = answerer === null ? null : plan.toLabel(input, stored)
  if (answerer === null || wanted === null) {
    return { form: 'contract', value: plan.predict(input, stored, null) }
  }
  try {
    const response = await answerer.respond({ input: wanted }, context)
    const text = response.form === 'text' ? response.text : JSON.stringify(response.value)
    const value = plan.predict(input, stored, { text, meta: response.meta ?? {} })
    return { form: 'contract', value, ...(response.meta === undefined ? {} : { meta: response.meta }) }
  } catch (error) {
    // The labels are the harness's part: that they can't be had takes nothing from what the memory kept.
    if (!isOwnFault(error)) throw error
    return {
      form: 'contract',
      value: plan.predict(input, stored, null),
      meta: { labels: `none: ${error.reason}` },
    }
  }
}
