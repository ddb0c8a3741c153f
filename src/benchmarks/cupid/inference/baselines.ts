import { z } from 'zod'
import { blindBaseline, privilegedBaseline } from '../../../core/baseline-kit.ts'
import { sha256 } from '../../../core/hash.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { cupidGoldSchema, type CupidGold, type InferencePrediction } from '../shapes.ts'
import { relevantSessions } from './relevant-sessions.ts'

const goldOf = parseOnce(cupidGoldSchema)

/** Preferences of other personas that are kept. */
const MOST_KEPT = 400

const constant = blindBaseline({
  id: 'baseline:constant',
  description: 'the same general preference for everybody',
  predict: (): InferencePrediction => ({
    preference: 'Responses should be clear, accurate, well organised and tailored to what the user needs.',
    evidence_sessions: null,
  }),
})

const keptSchema = z.array(z.string())

const otherUser = blindBaseline({
  id: 'baseline:other-user',
  description: "another persona's gold preference, drawn by the id of the case",
  async fit(cases, seed) {
    const kept = new Map<string, string>()
    for await (const { gold, id } of cases) {
      if (gold !== null) kept.set(sha256(`${seed}/${id}`), goldOf(gold).preference)
    }
    return [...kept]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, MOST_KEPT)
      .map(([, value]) => value)
  },
  predict({ id, seed, state }): InferencePrediction {
    const kept = keptSchema.parse(state)
    const place = Number.parseInt(sha256(`${seed}/${id}`).slice(0, 8), 16)
    return { preference: kept[place % Math.max(1, kept.length)] ?? '', evidence_sessions: null }
  },
})

/** Sessions by number that show a preference. */
function showing({ sessions }: CupidGold, preference: string): number[] {
  return sessions.flatMap((session, place) => (session.preference === preference ? [place + 1] : []))
}

const oracle = privilegedBaseline({
  id: 'oracle',
  description: 'the gold preference and the sessions that show it',
  predict({ gold }): InferencePrediction {
    const found = goldOf(gold)
    return { preference: found.preference, evidence_sessions: relevantSessions(found) }
  },
})

const lastPreference = privilegedBaseline({
  id: 'baseline:last-preference',
  description: 'the annotated preference of the last session, whatever its context',
  predict({ gold }): InferencePrediction {
    const { sessions } = goldOf(gold)
    return {
      preference: sessions.at(-1)?.preference ?? '',
      evidence_sessions: sessions.length === 0 ? [] : [sessions.length],
    }
  },
})

const majority = privilegedBaseline({
  id: 'baseline:majority',
  description: 'the annotated preference that most sessions show; of equal ones the latest',
  predict({ gold }): InferencePrediction {
    const found = goldOf(gold)
    let best = ''
    let most = 0
    for (const { preference } of found.sessions) {
      const count = showing(found, preference).length
      if (count >= most) [best, most] = [preference, count]
    }
    return { preference: best, evidence_sessions: showing(found, best) }
  },
})

/**
 * Systems of `cupid/inference` that need no model. `last-preference` and `majority` read hidden annotations, so they are
 * privileged: they show how far a rule gets that knows what every session meant.
 */
export const inferenceBaselines: readonly BaselineDefinition[] = [
  oracle,
  lastPreference,
  majority,
  otherUser,
  constant,
]
