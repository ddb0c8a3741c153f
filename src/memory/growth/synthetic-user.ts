import { bucketOf } from '../../core/hash.ts'
import type { MemoryMessage, MemorySession } from '../../core/memory.ts'

/** A fact that a session tells, with the question that it answers. */
export interface PlantedFact {
  readonly session: string
  readonly question: string
  /** A made-up word that nothing else of the history holds. */
  readonly answer: string
}

/** A user whose history can have any length: the session at an index depends on seed and index alone. */
export interface SyntheticUser {
  session(index: number): MemorySession
  fact(index: number): PlantedFact
}

const SYLLABLES = Array.from('bdfgklmnprstvz', (consonant) =>
  Array.from('aeiou', (vowel) => consonant + vowel),
).flat()
const BASE = SYLLABLES.length
const LENGTH = 4
/** How many different words there are: 24 million. */
const WORDS = BASE ** LENGTH
/** Most sessions of a history. */
export const MOST_SESSIONS = 1_000_000

/** Has no factor in common with `WORDS` (2, 5, 7), so that multiples of it meet every word once. */
const STEP = 14_142_137

const THINGS = [
  { told: 'has a boat called', asked: 'the boat' },
  { told: 'has moved to a village called', asked: 'the village' },
  { told: 'plays in a band called', asked: 'the band' },
  { told: 'runs a bakery called', asked: 'the bakery' },
  { told: 'has written a novel called', asked: 'the novel' },
  { told: 'teaches at a school called', asked: 'the school' },
  { told: 'grows a rose called', asked: 'the rose' },
  { told: 'has a pony called', asked: 'the pony' },
]
const OPENINGS = [
  'It rained for most of the day.',
  'The train was late this morning.',
  'I had soup for lunch.',
  'The market was crowded.',
  'I slept well last night.',
  'The kitchen tap drips again.',
]
const REPLIES = ['Good to hear.', 'Thanks for telling me.', 'I see.', 'That sounds pleasant.']
const QUESTIONS = [
  'How do I get wax out of a tablecloth?',
  'Which way does a sundial face?',
  'How long do lentils take?',
  'What is the plural of octopus?',
  'Why is the sky red in the evening?',
]
const ANSWERS = ['That depends a little.', 'It is simpler than it looks.', 'Opinions differ on that.']

const FIRST_DAY = Date.UTC(2015, 0, 5, 9)
const DAY = 86_400_000
/** Some history is days and some years; a session each 4 hours keeps 10,000 of them within five years. */
const GAP = DAY / 6

/** @param seed any whole number; another seed is another user */
export function syntheticUser(seed: number): SyntheticUser {
  const first = bucketOf(`${seed}:words`, WORDS)
  const choose = <T>(list: readonly T[], what: string, index: number): T => {
    const chosen = list[bucketOf(`${seed}:${what}:${index}`, list.length)]
    if (chosen === undefined) throw new RangeError(`nothing to choose from: ${what}`)
    return chosen
  }
  const parts = (index: number) => ({
    // Names and answers take turns in the one row of words, so that no name is another fact's answer.
    name: capital(word(first, 2 * index)),
    answer: capital(word(first, 2 * index + 1)),
    thing: choose(THINGS, 'thing', index),
  })
  return {
    session(index) {
      const { name, answer, thing } = parts(index)
      return {
        id: sessionId(index),
        time: new Date(FIRST_DAY + index * GAP).toISOString(),
        zone: null,
        messages: [
          say('user', `${choose(OPENINGS, 'opening', index)} My friend ${name} ${thing.told} ${answer}.`),
          say('assistant', choose(REPLIES, 'reply', index)),
          say('user', choose(QUESTIONS, 'question', index)),
          say('assistant', choose(ANSWERS, 'answer', index)),
        ],
      }
    },
    fact(index) {
      const { name, answer, thing } = parts(index)
      return {
        session: sessionId(index),
        question: `What is the name of ${thing.asked} of my friend ${name}?`,
        answer,
      }
    },
  }
}

const sessionId = (index: number): string => `session-${index + 1}`

const say = (role: MemoryMessage['role'], content: string): MemoryMessage => ({
  role,
  name: null,
  content,
  time: null,
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The word at a place of the row; no two places below `WORDS` have the same. All are of one length. */
function word(first: number, place: number): string {
  let number = (first + place * STEP) % WORDS
  let text = ''
  for (let syllable = 0; syllable < LENGTH; syllable += 1) {
    text += SYLLABLES[number % BASE] ?? ''
    number = Math.floor(number / BASE)
  }
  return text
}

/** Indices of at most `count` sessions, evenly spread over the first `size`, the first and the last among them. */
export function spread(size: number, count: number): number[] {
  const n = Math.min(size, count)
  if (n === 1) return [size - 1]
  return Array.from({ length: n }, (_, index) => Math.round((index * (size - 1)) / (n - 1)))
}
