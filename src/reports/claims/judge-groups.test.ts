import { describe, expect, it } from 'vitest'
import type { ClaimTest, PrintCheck } from '../../core/claim.ts'
import { claimTrack, noisy, type CaseScores } from '../fixtures/claim-tracks.ts'
import { A, B, N, claim, figure, judged, mean, scored } from '../fixtures/judged-claim.ts'
import { judgeClaims } from './judge-claims.ts'
import { Measurements, type MeasuredSystem } from './measurements.ts'

describe('memory-may-not-help', () => {
  const test: ClaimTest = { kind: 'memory-may-not-help', of: [{ track: 't', figure: 'main' }] }
  const track = (alone: number, memories: readonly number[]) =>
    claimTrack({
      track: 't',
      metrics: [mean('passes')],
      systems: [
        { id: 'openai/gpt', kind: 'model', scores: { passes: noisy(N, alone, 0.3) } },
        ...memories.map((value, place): MeasuredSystem & { scores: CaseScores } => ({
          id: `memory:m${place}+openai/gpt`,
          kind: 'memory',
          answerModel: 'openai/gpt',
          scores: { passes: noisy(N, value, 0.3, place + 2) },
        })),
      ],
    })

  it.each([
    ['supported', 0.5, [0.8, 0.2]],
    ['contradicted', 0.3, [0.7, 0.8]],
    ['undecided', 0.5, [0.8, 0.5]],
    ['not-measurable', 0.5, []],
  ])('is %s with %d alone and %j with memories', (verdict, alone, memories) => {
    expect(judged(test, [track(alone, memories)]).verdict).toBe(verdict)
  })
})

describe('print', () => {
  const check = (...verdicts: readonly PrintCheck['verdict'][]): ClaimTest => ({
    kind: 'print',
    rule: 'One is two.',
    checks: () => verdicts.map((verdict) => ({ about: 'x', text: '1 against 2', verdict })),
  })

  it.each([
    ['supported', ['supported', 'supported']],
    ['contradicted', ['supported', 'contradicted', 'undecided']],
    ['undecided', ['supported', 'undecided']],
  ] as const)('is %s of %j', (verdict, checks) => {
    const result = judged(check(...checks), [])
    expect(result.verdict).toBe(verdict)
    expect(result.needs === null).toBe(verdict !== 'undecided')
  })
})

describe('the group', () => {
  it('adjusts by Holm over all its parts, and over no other group', () => {
    // p of this pair is between 0.025 / 8 and 0.025.
    const track = scored(0.56, 0.5)
    const pair: ClaimTest = { kind: 'ahead', of: figure('score'), leader: A, others: [B] }
    const alone = judged(pair, [track])
    const raw = alone.parts[0]?.p?.for ?? 1
    expect(raw).toBeGreaterThan(0.025 / 8)
    expect(raw).toBeLessThan(0.025)
    expect(alone.verdict).toBe('supported')
    const flat: ClaimTest = {
      kind: 'above',
      of: figure('score'),
      system: B,
      reference: { value: 0.5, name: '0.5' },
    }
    const many = (group: string) =>
      judgeClaims(
        [claim(pair), ...Array.from({ length: 7 }, (_, place) => claim(flat, { id: String(place), group }))],
        { measurements: new Measurements([track]), published: [], invented: false },
      )[0]
    expect(many('g')?.verdict).toBe('undecided')
    expect(many('g')?.parts[0]?.adjusted?.for).toBeCloseTo(8 * raw, 10)
    expect(many('other')?.verdict).toBe('supported')
  })

  it('says how many clusters would decide what is undecided', () => {
    const pair: ClaimTest = { kind: 'ahead', of: figure('score'), leader: A, others: [B] }
    const [part] = judged(pair, [scored(0.52, 0.5)]).parts
    expect(part?.verdict).toBe('undecided')
    expect(part?.clustersNeeded).toBeGreaterThan(N)
    expect(judged(pair, [scored(0.8, 0.5)]).parts[0]?.clustersNeeded).toBeNull()
  })
})
