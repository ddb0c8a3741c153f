import type { AuditFinding } from '../../core/audit.ts'
import { comparableLexically, languageMatch, languageProfile } from '../../text/language.ts'
import { searchTokens } from '../../text/search-tokens.ts'
import { goldTexts, userText, type AuditedCase } from './case-facts.ts'
import { Flagged } from './flagged.ts'

/** Below this share of its words in what the user said, a gold text has no visible support. */
export const LEAST_SUPPORT = 0.25
/** From this share of its words in the query, a target is given away. */
export const MOST_LEAKED = 0.8
/** A text of fewer words is shared by chance. */
const LEAST_WORDS = 3

/** Rules that look at one case at a time. */
export class GoldRules {
  readonly #marked = new Map<string, Flagged>()
  readonly #unsupported = new Flagged({
    rule: 'unsupported-gold',
    severity: 'note',
    message: `gold texts of which under ${LEAST_SUPPORT * 100} % of the words are in a user turn; what is inferred is among them, so look at some`,
    effect: 'what can not be seen can not be found: recall has a ceiling below 1, or rewards guesses',
  })
  readonly #unsupportable = new Flagged({
    rule: 'support-not-measurable',
    severity: 'note',
    message:
      'gold texts in another script or language than the user, so that words can not tell whether they are supported',
    effect: 'none by itself: they are left out of unsupported-gold',
  })
  readonly #language = new Flagged({
    rule: 'language-mismatch',
    severity: 'warning',
    message: "gold texts in another language than the user's",
    effect: "lexical scorers punish a system that keeps to the user's language",
  })
  readonly #queryLanguage = new Flagged({
    rule: 'query-language',
    severity: 'warning',
    message: "queries in another language than the user's conversation",
    effect: 'answers are judged on a switch of language that the user did not make',
  })
  readonly #evidence = new Flagged({
    rule: 'evidence-not-verbatim',
    severity: 'note',
    message: 'passages named as evidence that are in no turn, white space and case aside',
    effect: 'evidence can be used to point at turns, not to score by position',
  })
  readonly #leaked = new Flagged({
    rule: 'leaked-target',
    severity: 'error',
    message: `queries that hold at least ${MOST_LEAKED * 100} % of the words of what they ask for`,
    effect: 'the question can be answered without any memory of the user',
  })
  readonly #outside = new Flagged({
    rule: 'target-outside-task',
    severity: 'warning',
    message: 'targets whose label is none of those that the task is about',
    effect: 'figures of the task mix in another one',
  })
  readonly #exposed = new Flagged({
    rule: 'exposed-test-gold',
    severity: 'warning',
    message: 'cases that are, or may be, in a hidden test, with their gold open here',
    effect: 'a model may have seen the answers; do not train on them, and report figures without them beside',
  })

  add(subject: AuditedCase): void {
    const said = userText(subject)
    this.#addMarks(subject)
    this.#exposed.look(subject, subject.exposed)
    if (subject.targetFits !== null) this.#outside.look(subject, !subject.targetFits)
    if (subject.conversation.length > 0) this.#addSupport(subject, said)
    if (subject.query === null) return
    const { query, target } = subject
    if (said !== '') this.#queryLanguage.look(subject, isOtherLanguage(query, said))
    if (target !== null && target.value !== '') this.#leaked.look(subject, isLeaked(target.value, query))
  }

  #addMarks(subject: AuditedCase): void {
    const texts = goldTexts(subject)
    for (const [rule, text] of Object.entries(marks)) {
      const flagged = this.#marked.get(rule) ?? new Flagged({ rule, ...text })
      this.#marked.set(rule, flagged)
      flagged.look(subject, texts.filter(({ flaws }) => flaws.includes(rule)).length, texts.length)
    }
  }

  #addSupport(subject: AuditedCase, said: string): void {
    const words = new Set(searchTokens(said))
    const turns = subject.conversation.map(({ text }) => folded(text))
    for (const { value, evidence } of goldTexts(subject)) {
      const own = searchTokens(value)
      if (own.length === 0) continue
      const comparable = said !== '' && comparableLexically(value, said).comparable
      this.#unsupportable.look(subject, !comparable)
      this.#language.look(subject, isOtherLanguage(value, said))
      if (comparable) {
        const share = own.filter((word) => words.has(word)).length / own.length
        this.#unsupported.look(subject, share < LEAST_SUPPORT)
      }
      for (const passage of evidence) {
        const text = folded(passage)
        if (text !== '') this.#evidence.look(subject, !turns.some((turn) => turn.includes(text)))
      }
    }
  }

  get findings(): AuditFinding[] {
    return [
      ...[...this.#marked.values()].flatMap((flagged) => flagged.findings),
      ...this.#leaked.findings,
      ...this.#outside.findings,
      ...this.#exposed.findings,
      ...this.#language.findings,
      ...this.#queryLanguage.findings,
      ...this.#unsupported.findings,
      ...this.#unsupportable.findings,
      ...this.#evidence.findings,
    ]
  }
}

/** Flaws that a benchmark marks on its gold texts. */
const marks = {
  'rejected-gold': {
    severity: 'error',
    message: "gold texts that the pipeline's own validator rejected and that are still there",
    effect: 'systems are scored by what nobody said; --view clean leaves them out',
  },
  'copied-from-prompt': {
    severity: 'error',
    message: "gold texts that were copied from the extraction prompt's example",
    effect: 'systems are scored by what nobody said; --view clean leaves them out',
  },
  'off-taxonomy': {
    severity: 'warning',
    message: 'gold texts with a label that the taxonomy does not have',
    effect: 'label agreement is measured against a word that no system was told',
  },
} as const

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

function isOtherLanguage(text: string, other: string): boolean {
  return languageMatch(languageProfile(text), languageProfile(other)) === 'other'
}

function isLeaked(target: string, query: string): boolean {
  const [own, asked] = [searchTokens(target), new Set(searchTokens(query))]
  if (own.length < LEAST_WORDS) return own.length > 0 && folded(query).includes(folded(target))
  return own.filter((word) => asked.has(word)).length / own.length >= MOST_LEAKED
}
