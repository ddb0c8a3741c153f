import { bucketOf } from '../../core/hash.ts'
import type { KnownHistory } from './cupid-book.ts'
import type { UserPrompt } from './cupid-prompt.ts'
import { demandsOf } from './cupid-words.ts'
import { inAnotherLanguage, inventedFacts } from './invented.ts'
import type { ContextPersonality, Personality } from './personalities.ts'

type Known = KnownHistory['sessions'][number]

/** What a model makes of the sessions. */
interface Belief {
  /** Preferences that it takes to apply. */
  readonly preferences: readonly string[]
  /** Numbers of the sessions that it names. */
  readonly evidence: readonly number[]
}

const nothing: Belief = { preferences: [], evidence: [] }

/** What can be said of anybody. */
const generic = 'Responses should be helpful, friendly and well organised.'
const genericAnswer = 'Here it is, in a friendly tone. Tell me if anything is missing.'

/** The answer of a scripted model to either call of CUPID. */
export function answerCupid(
  personality: Personality | ContextPersonality,
  prompt: UserPrompt,
  known: KnownHistory,
): string {
  const belief =
    prompt.given === null ? beliefOf(personality, prompt, known) : givenBelief(personality, prompt.given)
  return prompt.task === 'infer'
    ? sections(personality, prompt, belief)
    : written(personality, prompt, known, belief)
}

function givenBelief(personality: string, preference: string): Belief {
  return personality === 'ignores-memory' ? nothing : { preferences: [preference], evidence: [] }
}

function beliefOf(
  personality: Personality | ContextPersonality,
  { request, sessions: shown, recalled }: UserPrompt,
  { factor, sessions, contrasting }: KnownHistory,
): Belief {
  const own = sessions.filter((session) => session.factor === factor)
  const others = sessions.filter((session) => session.factor !== factor)
  const right = following(own.at(-1), own)
  switch (personality) {
    case 'perfect':
    case 'stays-in-role':
      return right
    case 'never-updates':
      return following(own[0], own)
    case 'ignores-context': {
      const mistaken = sessions.findLast((session) => session.factor === contrasting) ?? sessions.at(-1)
      return following(mistaken, sessions)
    }
    case 'over-general':
      return joined(sessions)
    case 'over-applies-memory': {
      const more = others.at(-1)
      const same = own.filter(({ preference }) => right.preferences.includes(preference))
      return more === undefined ? right : joined([...same, more])
    }
    case 'hallucinating': {
      const [fact = ''] = inventedFacts(request, 1)
      const numbers = [
        ...shown.map(({ number }) => number),
        ...(recalled ?? []).flatMap((item) => item.sessions),
      ]
      return {
        preferences: [...right.preferences, `Responses must mention that the user ${lowered(fact)}.`],
        evidence: [...right.evidence, Math.max(0, ...numbers) + 1],
      }
    }
    case 'forgetful': {
      const kept = own.filter(({ number }) => bucketOf(`${request}/${number}/${sessions.length}`, 3) === 0)
      return following(kept.at(-1), kept)
    }
    case 'copies-everything':
      return { preferences: [request], evidence: [] }
    case 'ignores-memory':
      return nothing
    case 'wrong-language':
      return { preferences: [inAnotherLanguage(request)], evidence: [] }
  }
}

/** The preference of a session, and all sessions of the same factor that show it. */
function following(session: Known | undefined, among: readonly Known[]): Belief {
  if (session === undefined) return nothing
  const { factor, preference } = session
  const same = among.filter((one) => one.factor === factor && one.preference === preference)
  return { preferences: [preference], evidence: numbersOf(same) }
}

/** Items of a memory system may not say where they come from. */
function numbersOf(sessions: readonly Known[]): readonly number[] {
  return sessions.map(({ number }) => number).filter((number) => number !== null)
}

function joined(sessions: readonly Known[]): Belief {
  return {
    preferences: [...new Set(sessions.map(({ preference }) => preference))],
    evidence: numbersOf(sessions),
  }
}

function sections(
  personality: string,
  { wantsEvidence, recalled }: UserPrompt,
  { preferences, evidence }: Belief,
): string {
  const [first = generic, ...rest] = preferences
  const sentence = [first, ...rest].map((text) => text.replaceAll(/\s+/g, ' ').replace(/\.$/, '')).join('; ')
  const isUnknown = recalled !== null && preferences.length > 0
  const named = evidence.length > 0 ? evidence.join(', ') : isUnknown ? 'not known' : 'none'
  const relied = `\n\n### Sessions Relied On\n\n${named}`
  const analysis =
    preferences.length === 0
      ? 'Nothing in the log bears on the request.'
      : 'The earlier sessions were read one after the other.'
  const end = personality === 'copies-everything' || sentence.endsWith('。') ? '' : '.'
  return `### Analysis\n\n${analysis}\n\n### Most Likely Preference\n\n${sentence}${end}${wantsEvidence ? relied : ''}`
}

/** An answer that says in plain words how it keeps each demand: all that a judge by words looks for. */
function written(
  personality: string,
  { request }: UserPrompt,
  { checklistOf }: KnownHistory,
  { preferences }: Belief,
): string {
  if (personality === 'copies-everything' || personality === 'wrong-language') return preferences.join('\n')
  const demands = preferences.flatMap(
    (preference) => checklistOf(preference)?.map(asPromise) ?? demandsOf(preference),
  )
  if (demands.length === 0) return genericAnswer
  const list = demands.map((demand) => `- ${demand}`).join('\n')
  return `Here it is. It was written to keep to this:\n${list}\n\nIt is about what you asked: ${firstWords(request)} …`
}

function asPromise(question: string): string {
  return question.replace(/^(?:does|do|is|are|has|have)\s+/i, '').replace(/\?$/, '')
}

function firstWords(text: string): string {
  return text.split(/\s+/).slice(0, 6).join(' ')
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
