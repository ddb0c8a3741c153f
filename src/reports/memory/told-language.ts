import type { Case } from '../../core/case.ts'
import { sha256 } from '../../core/hash.ts'
import type { MemoryPlan } from '../../core/memory-plan.ts'
import { languageMatch, languageProfile, type LanguageProfile } from '../../text/language.ts'

/** What the user wrote, by session and all together, as far as its language can be told. */
export interface ToldLanguage {
  readonly all: LanguageProfile
  readonly bySession: ReadonlyMap<string, LanguageProfile>
  /** Hashes of all messages and given memories, whoever said them. */
  readonly said: ReadonlySet<string>
}

/** Characters of a session that are looked at; more change nothing. */
const ENOUGH = 20_000

/**
 * The language of what a memory was told of a case: the user's own messages and the memories given. What assistants
 * and systems say is left out: a memory is to keep the user's words.
 */
export function toldLanguage(
  plan: Pick<MemoryPlan, 'history'>,
  subject: Pick<Case, 'input' | 'background'>,
): ToldLanguage {
  const { given, sessions } = plan.history(subject)
  const texts = [
    ...given.map(({ id, text }) => ({ id, text })),
    ...sessions.map(({ id, messages }) => ({
      id,
      text: messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n'),
    })),
  ].map(({ id, text }) => ({ id, text: text.slice(0, ENOUGH) }))
  const all = texts.map(({ text }) => text).join('\n')
  return {
    all: languageProfile(all.slice(0, ENOUGH)),
    bySession: new Map(texts.map(({ id, text }) => [id, languageProfile(text)])),
    said: new Set(
      [
        ...given.map(({ text }) => text),
        ...sessions.flatMap(({ messages }) => messages.map(({ content }) => content)),
      ].map(hashOf),
    ),
  }
}

const hashOf = (text: string): string => sha256(text.trim()).slice(0, 16)

/** What stands before a message that is kept as it was said: `user: …`, `Ana (user): …`. */
const SPEAKER = /^[^:\n]{1,60}:\s/

/**
 * Whether a stored item is in the language of the sessions that it came from; of all, where it names none. What is kept
 * as it was said has not drifted, in whatever language it was.
 */
export function storedLanguage(
  told: ToldLanguage,
  item: { readonly text: string; readonly sources: readonly string[] },
): 'same' | 'other' | 'unknown' {
  if (told.said.has(hashOf(item.text)) || told.said.has(hashOf(item.text.replace(SPEAKER, '')))) return 'same'
  const profile = languageProfile(item.text)
  const sources = item.sources.flatMap((id) => told.bySession.get(id) ?? [])
  const matches = (sources.length === 0 ? [told.all] : sources).map((source) =>
    languageMatch(profile, source),
  )
  if (matches.includes('same')) return 'same'
  return matches.every((match) => match === 'other') ? 'other' : 'unknown'
}
