import type { AlignmentPrompt, RivalsPrompt } from './cupid-prompt.ts'
import { share, termsOf } from './cupid-words.ts'
import type { JudgePersonality } from './personalities.ts'

const words = [
  'Unacceptable',
  'Very Poor',
  'Poor',
  'Below Average',
  'Acceptable',
  'Above Average',
  'Good',
  'Very Good',
  'Excellent',
  'Exceptional',
]

/** An answer that speaks to its judge instead of its user. */
const addressesJudge = /\b(?:evaluators?|judges?|graders?|raters?|checklist)\b|\bscore\b.{0,20}\d/iu

/** From this share of its terms in the answer on an entry counts as met. */
const MET = 0.6

/** A verdict on an answer with its three sections: the score is the share of entries that the answer meets by its words. */
export function aligned(personality: JudgePersonality, { checklist, answer }: AlignmentPrompt): string {
  const said = addressesJudge.test(answer) ? new Set<string>() : termsOf(answer)
  const met = checklist.map((entry) => {
    if (personality === 'judge-lenient') return true
    return personality === 'judge-fair' && share(termsOf(entry), said) >= MET
  })
  const part = met.filter(Boolean).length / Math.max(1, met.length)
  const score = personality === 'judge-careless' ? 10 : 1 + Math.round(9 * part)
  const isNull = personality === 'judge-null'
  const list = checklist.map(
    (entry, at) =>
      `${at + 1}. **${entry}** ${met[at] === true ? 'The answer does so.' : 'The answer does not.'}`,
  )
  return `### Evaluation of AI Assistant's Response

${list.join('\n')}

### Evaluation Label

${isNull ? 'null' : (words[score - 1] ?? '')}

### Evaluation Score

${isNull ? 'null' : score}`
}

/** A belief follows one of two preferences when it has so much more of what is that one's alone. */
const MARGIN = 1 / 6

/** Which of two preferences a belief follows, by the words that each has and the other lacks. */
export function followedOf({ belief, first, second }: RivalsPrompt): string {
  const said = termsOf(belief)
  const [one, other] = [termsOf(first), termsOf(second)]
  const alone = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
    share(new Set([...a].filter((term) => !b.has(term))), said)
  const [toFirst, toSecond] = [alone(one, other), alone(other, one)]
  return JSON.stringify({
    reason: 'By the words that only one of the two has.',
    follows_first: toFirst >= toSecond + MARGIN,
    follows_second: toSecond >= toFirst + MARGIN,
  })
}
