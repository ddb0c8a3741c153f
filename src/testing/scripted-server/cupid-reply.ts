import type { AnswerBook } from './answer-book.ts'
import { answerCupid } from './cupid-answer.ts'
import { aligned, followedOf } from './cupid-judge.ts'
import { decomposed, matched } from './cupid-match.ts'
import type { CupidPrompt } from './cupid-prompt.ts'
import { inAnotherLanguage } from './invented.ts'
import type { ContextPersonality, JudgePersonality, Personality } from './personalities.ts'

/** What a scripted model says to a prompt of CUPID; null for what the book lacks and for what judges are asked. */
export function cupidReply(
  personality: Personality | ContextPersonality,
  prompt: CupidPrompt,
  book: AnswerBook,
): string | null {
  if (prompt.task === 'summarise') return notes(personality, prompt.userTurns)
  if (prompt.task !== 'infer' && prompt.task !== 'generate') return null
  const known = book.findHistory(prompt)
  return known === undefined ? null : answerCupid(personality, prompt, known)
}

/** Notes on a session: what the user said, as much of it as the model keeps. */
function notes(personality: Personality | ContextPersonality, userTurns: readonly string[]): string {
  if (personality === 'forgetful') return userTurns[0] ?? ''
  if (personality === 'ignores-memory') return 'The user asked for something.'
  const whole = userTurns.join('\n')
  return personality === 'wrong-language' ? inAnotherLanguage(whole) : whole
}

/**
 * What a scripted decomposer, matcher or judge says to a prompt of CUPID; null for what is left to the judges of any
 * rubric.
 */
export function cupidJudgement(personality: JudgePersonality, prompt: CupidPrompt): string | null {
  if (personality === 'judge-garbled') return null
  switch (prompt.task) {
    case 'decompose':
      return decomposed(personality, prompt.preference)
    case 'match':
      return matched(personality, prompt)
    case 'align':
      return aligned(personality, prompt)
    case 'rivals':
      return personality === 'judge-fair' ? followedOf(prompt) : null
    case 'infer':
    case 'generate':
    case 'summarise':
      return null
  }
}
