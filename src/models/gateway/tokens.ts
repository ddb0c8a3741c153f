import type { ChatRequest } from '../../core/model.ts'
import type { ModelAddress } from './model-address.ts'
import { sentMessages } from './resolved-request.ts'

/** Counts tokens of a text. */
export type TokenCounter = (text: string) => number

/** A longer run without a break costs the tokeniser time that grows with its square (100,000 letters: 10 s). */
const LONGEST_RUN = 200
const RUNS = /[^\s]{200,}|\s{200,}/g
/** What a message costs besides its words, and what starts the answer (OpenAI's counting guide; rounded up). */
const PER_MESSAGE = 5
const PER_REQUEST = 8

let counter: Promise<TokenCounter> | undefined

/**
 * The tokeniser of OpenAI's newer models (o200k_base), loaded when first needed. Exact for those up to the cutting
 * of very long runs (at most one token more per 200 characters); an estimate for every other family.
 */
export function tokenCounter(): Promise<TokenCounter> {
  counter ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    // Text that looks like a control token is text: it must neither throw nor count as one.
    const count: TokenCounter = (text) => countTokens(text, { disallowedSpecial: new Set() })
    return (text) => {
      let total = 0
      let from = 0
      for (const { 0: run, index } of text.matchAll(RUNS)) {
        total += count(text.slice(from, index))
        for (let at = 0; at < run.length; at += LONGEST_RUN) total += count(run.slice(at, at + LONGEST_RUN))
        from = index + run.length
      }
      return total + count(text.slice(from))
    }
  })
  return counter
}

export interface PromptSize {
  /** Best estimate, for display and for limits per minute. */
  readonly tokens: number
  /** No tokeniser that works on bytes gives more: what the budget reserves. */
  readonly atMost: number
}

/**
 * Size of a request's prompt as it is sent, the schema included. For OpenAI's models the count with a hundredth to
 * spare; for others, whose tokenisers are not public, twice the count, or one token per UTF-8 byte if that is less.
 */
export function promptSize(request: ChatRequest, address: ModelAddress, count: TokenCounter): PromptSize {
  const { structured, kind } = address.provider
  const texts = sentMessages(request, structured).map(({ content }) => content)
  const framing = PER_REQUEST + texts.length * PER_MESSAGE
  if (structured && request.reply !== null) texts.push(JSON.stringify(request.reply.schema))
  const size = sizeOf(texts, kind === 'openai', count)
  return { tokens: size.tokens + framing, atMost: size.atMost + framing }
}

/** Size of plain texts, as they are embedded. */
export function sizeOf(texts: readonly string[], exact: boolean, count: TokenCounter): PromptSize {
  const tokens = texts.reduce((sum, text) => sum + count(text), 0)
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return { tokens, atMost: exact ? Math.ceil(tokens * 1.01) : Math.min(2 * tokens, bytes) }
}
