/** A reply without what a model thought aloud. */
export interface Unthought {
  readonly text: string
  readonly repairs: readonly string[]
  /** The reply ends inside its thinking: nothing of it is an answer. */
  readonly isCut: boolean
}

const BLOCK = /<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi
const CLOSING = /<\/(?:think|thinking|reasoning)>/i
const OPENING = /<(?:think|thinking|reasoning)>/i

/**
 * Takes thinking blocks out of a reply: `<think>…</think>` and its relatives, also where the opening tag was part
 * of the model's own template and only the closing one came back. A reply that starts with JSON is left alone: its
 * tags are text of the answer.
 */
export function withoutThinking(reply: string): Unthought {
  if (/^\s*[[{]/.test(reply)) return { text: reply, repairs: [], isCut: false }
  let text = reply.replaceAll(BLOCK, '')
  const closing = CLOSING.exec(text)
  if (closing !== null) text = text.slice(closing.index + closing[0].length)
  const repairs = text === reply ? [] : ['thinking-removed']
  // Only at the very start: later on it may be what the answer speaks of.
  const isCut = OPENING.exec(text.trimStart())?.index === 0
  return { text, repairs, isCut }
}

const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]/g

/** Text without characters that can't be seen: zero-width ones and byte order marks. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** The same outside of double-quoted strings: inside, such characters are part of emoji and of Persian words. */
export function withoutInvisibleSyntax(text: string): string {
  if (withoutInvisible(text) === text) return text
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[^"]+|"/gs, (part) =>
    part.startsWith('"') && part.length > 1 ? part : withoutInvisible(part),
  )
}

/** Without white space and invisible characters at both ends. */
export function trimInvisible(text: string): string {
  return text.replace(/^[\s\u200B-\u200D\u2060\uFEFF]+/, '').replace(/[\s\u200B-\u200D\u2060\uFEFF]+$/, '')
}
