import { comparableLexically, plausibleLanguages } from '../../../text/language.ts'
import { dominantScript } from '../../../text/script.ts'
import { optimalPairs } from './optimal-pairs.ts'
import { agreement, AGREEMENT_THRESHOLD, type AgreementText } from './value-agreement.ts'

/** Which gold and predicted texts can be compared by their words. Asked lazily, each pair at most once. */
export interface Comparability {
  comparable(gold: number, predicted: number): boolean
  /** True when no text of the other side can be compared with it; false when the other side is empty. */
  goldIsIsolated(gold: number): boolean
  predictedIsIsolated(predicted: number): boolean
}

export function comparabilityOf(
  gold: readonly AgreementText[],
  predicted: readonly AgreementText[],
): Comparability {
  const known = new Map<number, boolean>()
  const goldEvidence = evidenceOf(gold)
  const predictedEvidence = evidenceOf(predicted)
  const comparable = (g: number, p: number): boolean => {
    const key = g * predicted.length + p
    const before = known.get(key)
    if (before !== undefined) return before
    const a = gold[g]
    const b = predicted[p]
    // Values that agree can be compared, whatever a language detector thinks of them.
    const answer =
      a === undefined ||
      b === undefined ||
      agreement(a, b) >= AGREEMENT_THRESHOLD ||
      (mayShareWords(a, b) && mayShareWords(goldEvidence(a), predictedEvidence(b)))
    known.set(key, answer)
    return answer
  }
  return {
    comparable,
    goldIsIsolated: (g) => predicted.length > 0 && predicted.every((_text, p) => !comparable(g, p)),
    predictedIsIsolated: (p) => gold.length > 0 && gold.every((_text, g) => !comparable(g, p)),
  }
}

type Evidence = Pick<AgreementText, 'text' | 'languages'>

const ASCII = /^\p{ASCII}*$/u

/** {@link comparableLexically}, with a short way for plain Latin texts, which differ by language only. */
function mayShareWords(a: Evidence, b: Evidence): boolean {
  if (!ASCII.test(a.text) || !ASCII.test(b.text)) return comparableLexically(a.text, b.text).comparable
  if (a.languages === undefined || b.languages === undefined) return true
  for (const language of a.languages) if (b.languages.has(language)) return true
  return false
}

/** A text too short to show its language is judged with all texts of its list in the same script. */
function evidenceOf(texts: readonly AgreementText[]): (one: AgreementText) => Evidence {
  const scriptOf = (text: string): string | undefined =>
    ASCII.test(text) ? 'latin' : dominantScript(text)?.script
  let byScript: Map<string | undefined, Evidence> | undefined
  return (one) => {
    if (one.languages !== undefined) return one
    if (byScript === undefined) {
      const groups = new Map<string | undefined, string[]>()
      for (const { text } of texts) {
        const script = scriptOf(text)
        const group = groups.get(script)
        if (group === undefined) groups.set(script, [text])
        else group.push(text)
      }
      byScript = new Map(
        Array.from(groups, ([script, group]) => {
          const text = group.join('\n')
          return [script, { text, languages: plausibleLanguages(text) }]
        }),
      )
    }
    return byScript.get(scriptOf(one.text)) ?? one
  }
}

/**
 * Whether words can't tell how well a prediction matches: of the pairs that could be formed (as many as the
 * smaller side has items), half or more would have to cross a border between languages even if every
 * comparable pair agreed. It depends on languages alone, not on how good the answers are, so that bad cases
 * aren't left out more often than good ones; and some items in a foreign language among enough comparable ones
 * never take a case out of the score: they count as wrong.
 */
export function crossesLanguages(
  goldCount: number,
  predictedCount: number,
  comparability: Comparability,
): boolean {
  const possible = Math.min(goldCount, predictedCount)
  if (possible === 0) return false
  const within = optimalPairs(goldCount, predictedCount, 1, (g, p) =>
    comparability.comparable(g, p) ? 1 : 0,
  ).length
  return within * 2 <= possible
}
