/** A wish about the way of answering, and whether an answer grants it: seen on the answer, not on what it claims. */
interface StyleWish {
  readonly wish: RegExp
  readonly isGranted: (answer: string) => boolean
}

const listLine = /^\s*(?:[-*•]|\d+[.)、])\s+/mu
const emoji = /\p{Extended_Pictographic}/u
const no =
  '(?:no|without|avoid|dislikes?|hates?|never|not want|不要|不用|讨厌|不喜欢|别用?)[^.;。；,，]{0,25}?'

const wishes: readonly StyleWish[] = [
  {
    wish: /\b(?:one|a single) sentence|一句话/iu,
    isGranted: (answer) => sentences(answer) === 1,
  },
  {
    wish: /\b(?:two|2) sentences|两句话/iu,
    isGranted: (answer) => sentences(answer) <= 2,
  },
  {
    wish: /\b(?:short|brief|concise|terse)\b|简短|简洁|简明/iu,
    isGranted: (answer) => size(answer) <= 60,
  },
  {
    wish: /\b(?:detailed|thorough|in depth|at length)\b|详细|深入/iu,
    isGranted: (answer) => size(answer) >= 60,
  },
  {
    wish: new RegExp(`${no}(?:lists?|bullets?|列表|清单|分点)`, 'iu'),
    isGranted: (answer) => !listLine.test(answer),
  },
  {
    wish: /\b(?:as|in|with|uses?|prefers?|wants?|likes?) (?:a )?(?:bullet(?:ed)?|numbered)?\s?(?:lists?|bullets?|bullet points)\b|分点|列表/iu,
    isGranted: (answer) => listLine.test(answer),
  },
  {
    wish: new RegExp(`${no}(?:emojis?|表情)`, 'iu'),
    isGranted: (answer) => !emoji.test(answer),
  },
  { wish: /\bemojis?\b|表情/iu, isGranted: (answer) => emoji.test(answer) },
  {
    wish: /\b(?:answers?|repl(?:y|ies)|written) in chinese\b|用中文/iu,
    isGranted: (answer) => /\p{Script=Han}/u.test(answer),
  },
  {
    wish: /\b(?:answers?|repl(?:y|ies)|written) in english\b|用英[语文]/iu,
    isGranted: (answer) => !/\p{Script=Han}/u.test(answer),
  },
]

/**
 * Whether an answer is written as a preference asks; null where the preference names no style that is known here.
 * Of a wish and its opposite the first in the list counts, which is the one with the denial.
 */
export function grantsStyle(preference: string, answer: string): boolean | null {
  let rest = preference
  const asked: StyleWish[] = []
  for (const one of wishes) {
    if (!one.wish.test(rest)) continue
    asked.push(one)
    rest = rest.replace(one.wish, ' ')
  }
  return asked.length === 0 ? null : asked.every(({ isGranted }) => isGranted(answer))
}

function sentences(text: string): number {
  return text.split(/[.!?](?:\s+|$)|[。！？\n]+/u).filter((part) => part.trim() !== '').length
}

/** Words, or Chinese characters by two. */
function size(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return han / 2 + (text.match(/[\p{Script=Latin}\p{N}']+/gu)?.length ?? 0)
}
