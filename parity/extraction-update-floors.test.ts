import { describe, expect, it } from 'vitest'
import { extractionTrack } from '../src/benchmarks/alpsbench/extraction/track.ts'
import { updateTrack } from '../src/benchmarks/alpsbench/update/track.ts'
import type { Case } from '../src/core/case.ts'
import { bucketOf } from '../src/core/hash.ts'
import type { Json } from '../src/core/json.ts'
import type { Track } from '../src/core/track.ts'
import {
  extractionSubject,
  recordedSessions,
  updateSubject,
  type RecordedSession,
} from './recorded-sessions.ts'
import { skipReason } from './shared.ts'

const sessions = recordedSessions() ?? []

describe.skipIf(sessions.length === 0)(`floors of extraction and update (${skipReason})`, () => {
  const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }
  const folds = 5
  const foldOf = (id: string): number => bucketOf(id, folds)

  async function* casesOutside(track: Track, fold: number): AsyncGenerator<Case> {
    for (const one of sessions) {
      if (foldOf(one.session_id) !== fold) yield caseOf(track, one)
    }
  }

  /** Mean over sessions of an input-blind baseline, fitted on the other folds; unscored ones left out. */
  async function floor(track: Track, id: string, scorerName: string, metric: string): Promise<number> {
    const definition = track.baselines.find((one) => one.id === id)
    if (definition === undefined) throw new Error(`no baseline ${id}`)
    const states: Json[] = []
    for (let fold = 0; fold < folds && definition.fit !== undefined; fold++) {
      states.push(await definition.fit(casesOutside(track, fold), 1))
    }
    const system = definition.create({ seed: 1, states })
    if (system.access !== 'baseline') throw new Error(`${id} is no input-blind baseline`)
    const scorer = track.scorer(scorerName, { matcher: 'greedy' })
    const values: number[] = []
    for (const one of sessions) {
      const { id: caseId, input, gold } = caseOf(track, one)
      const response = await system.respond({ input, id: caseId, fold: foldOf(one.session_id) }, context)
      const score = scorer.score(track.parse(response, input).prediction, { input, gold }).metrics[metric]
      if (score !== undefined && 'numerator' in score && score.denominator > 0) {
        values.push(score.numerator / score.denominator)
      }
    }
    expect(values.length).toBeGreaterThan(190)
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }

  it('lets constants win the published extraction score and nothing blind reach 5 % of ours', async () => {
    const constant = await floor(extractionTrack, 'baseline:constant', 'research-algo', 'score')
    expect(constant).toBeGreaterThan(50.1551)
    expect(constant).toBeLessThan(55)
    for (const id of ['baseline:empty', 'baseline:constant', 'baseline:other-user']) {
      expect(await floor(extractionTrack, id, 'strict-match', 'f1')).toBeLessThan(0.05)
    }
  })

  it('lets doing nothing win the published update score and nothing blind reach 5 % of ours', async () => {
    const nothing = await floor(updateTrack, 'baseline:do-nothing', 'research-algo', 'score')
    expect(nothing).toBeCloseTo(84.168, 4)
    for (const { id, kind } of updateTrack.baselines) {
      if (kind !== 'input-blind') continue
      expect(await floor(updateTrack, id, 'update-actions', 'action_f1')).toBeLessThan(0.05)
    }
  })
})

function caseOf(track: Track, one: RecordedSession): Case {
  const { input, gold } = track.id === updateTrack.id ? updateSubject(one) : extractionSubject(one)
  return {
    id: one.session_id,
    hash: '',
    cluster: one.session_id,
    input,
    gold,
    row: {},
    tags: {},
    weight: 1,
    recordings: {},
  }
}
