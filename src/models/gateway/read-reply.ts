import type { LanguageModelV3GenerateResult, LanguageModelV3Usage } from '@ai-sdk/provider'
import { z } from 'zod'
import { Fault } from '../../core/fault.ts'
import type { TokenUsage } from '../../core/model.ts'
import type { Redactor } from './redact.ts'

/** What came back, or why it is no answer. */
export type ReplyReading = { readonly text: string } | { readonly fault: Fault }

const refusalBody = z.object({
  choices: z.array(z.object({ message: z.object({ refusal: z.string().nullish() }) })).min(1),
})

export const noUsage: TokenUsage = { input: null, output: null, cachedInput: null, reasoning: null }

export function tokenUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): TokenUsage {
  return {
    input: tokenCount(inputTokens.total),
    output: tokenCount(outputTokens.total),
    cachedInput: tokenCount(inputTokens.cacheRead),
    reasoning: tokenCount(outputTokens.reasoning),
  }
}

/** No model reads or writes as many in one call. */
const MOST_TOKENS = 1_000_000_000

/** A count as a provider reports it; null for what can be none, so that the worst case is charged and nothing is earned. */
export function tokenCount(reported: number | undefined): number | null {
  const isCount =
    reported !== undefined && Number.isInteger(reported) && reported >= 0 && reported <= MOST_TOKENS
  return isCount ? reported : null
}

/**
 * Tells an answer from its five look-alikes: refusal, filtered, cut off, broken, empty. A partial text is never
 * passed on as an answer.
 */
export function readReply(
  result: LanguageModelV3GenerateResult,
  id: string,
  redactor: Redactor,
): ReplyReading {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const { unified, raw } = result.finishReason
  const bySystem = (
    reason: 'refusal' | 'content-filter' | 'truncated' | 'empty-reply' | 'context-overflow',
    message: string,
  ): ReplyReading => ({
    fault: new Fault(reason, 'system', message),
  })
  const body = refusalBody.safeParse(result.response?.body)
  const refusal = body.success ? (body.data.choices[0]?.message.refusal ?? '') : ''
  if (refusal !== '' || raw === 'refusal') {
    return bySystem('refusal', `${id} refused: ${redactor.excerpt(refusal === '' ? text : refusal)}`)
  }
  if (raw === 'model_context_window_exceeded') {
    return bySystem('context-overflow', `${id} ran out of context while it answered`)
  }
  switch (unified) {
    case 'content-filter':
      return bySystem(
        'content-filter',
        `the provider of ${id} filtered the answer (${redactor.excerpt(raw ?? 'content filter')})`,
      )
    case 'length':
      return bySystem(
        'truncated',
        `${id} was cut off at the token limit${text === '' ? ' before it said anything' : ''}: raise --max-output-tokens`,
      )
    case 'error':
      return {
        fault: new Fault(
          'provider',
          'infrastructure',
          `${id} ended with an error (${redactor.excerpt(raw ?? 'error')})`,
        ),
      }
    case 'stop':
    case 'tool-calls':
    case 'other':
      if (raw === 'error') {
        return { fault: new Fault('provider', 'infrastructure', `${id} ended with an error`) }
      }
      if (text.trim() === '') return bySystem('empty-reply', `${id} said nothing`)
      return { text }
  }
}
