import { describe, expect, it } from 'vitest'
import type { ClaimFigure, ClaimTest } from '../../core/claim.ts'
import { claimTrack, noisy } from '../fixtures/claim-tracks.ts'
import {
  A,
  B,
  C,
  N,
  claim,
  figure,
  judged,
  mean,
  model,
  ratio,
  recorded,
  scored,
} from '../fixtures/judged-claim.ts'
import { judgeClaims } from './judge-claims.ts'
import { Measurements } from './measurements.ts'

describe('order', () => {
  const test: ClaimTest = { kind: 'order', of: figure('score'), systems: [A, B, C] }

  it.each([
    ['supported', [0.7, 0.5, 0.3]],
    ['contradicted', [0.7, 0.3, 0.5]],
    ['undecided', [0.7, 0.5, 0.5]],
    ['undecided', [0.7, 0.5]],
    ['not-measurable', []],
  ])('is %s at %j', (verdict, means) => {
    expect(judged(test, [scored(...means)]).verdict).toBe(verdict)
  })
})

describe('ahead', () => {
  const test: ClaimTest = { kind: 'ahead', of: figure('score'), leader: A, others: [B, C] }

  it.each([
    ['supported', [0.7, 0.5, 0.3]],
    ['contradicted', [0.5, 0.7, 0.3]],
    ['undecided', [0.5, 0.5, 0.3]],
    ['not-measurable', []],
  ])('is %s at %j', (verdict, means) => {
    expect(judged(test, [scored(...means)]).verdict).toBe(verdict)
  })

  it('takes a lower figure for the better one where it is', () => {
    const track = claimTrack({
      track: 't',
      metrics: [mean('loss', 'lower')],
      systems: recorded({
        a: { loss: noisy(N, 0.2, 0.3) },
        b: { loss: noisy(N, 0.6, 0.3, 3) },
        c: { loss: noisy(N, 0.6, 0.3, 5) },
      }),
    })
    expect(judged({ ...test, of: figure('loss') }, [track]).verdict).toBe('supported')
  })

  it('compares the cases that are the same in both runs, and no others', () => {
    const own = (run: string, name: string, value: number, hash: (place: number) => string) =>
      claimTrack({
        track: 't',
        run,
        metrics: [mean('score')],
        hash,
        systems: recorded({ [name]: { score: noisy(N, value, 0.2, value) } }),
      })
    const pair: ClaimTest = { ...test, others: [B] }
    const same = own('one', 'a', 0.7, (place) => `h${place}`)
    const half = own('two', 'b', 0.4, (place) => (place < 15 ? `h${place}` : `other${place}`))
    expect(judged(pair, [same, half]).parts[0]?.effect?.n).toBe(15)
    const none = own('two', 'b', 0.4, (place) => `other${place}`)
    const result = judged(pair, [same, none])
    expect(result.verdict).toBe('not-measurable')
    expect(result.parts[0]?.missing).toBe('no case in common')
  })

  it('counts what failed as worst only where the claim says so', () => {
    const lost = [...noisy(20, 0.9, 0.1), ...Array.from({ length: 20 }, () => null)]
    const track = claimTrack({
      track: 't',
      metrics: [mean('score')],
      systems: recorded({ a: { score: lost }, b: { score: noisy(N, 0.6, 0.2, 3) } }),
    })
    const pair: ClaimTest = { ...test, others: [B] }
    const left = judged(pair, [track])
    expect([left.verdict, left.parts[0]?.effect?.n]).toEqual(['supported', 20])
    expect(left.parts[0]?.notes.join()).toContain('20 of 40 cases')
    const worst = judged({ ...pair, of: { ...figure('score'), failures: 'worst' } }, [track])
    expect(worst.parts[0]?.effect?.n).toBe(40)
    expect(worst.parts[0]?.effect?.value).toBeLessThan(0)
  })
})

describe('figure-above', () => {
  const test: ClaimTest = { kind: 'figure-above', high: figure('easy'), low: figure('hard'), models: [A, B] }
  const track = (easy: number, hard: number) =>
    claimTrack({
      track: 't',
      metrics: [ratio('easy'), ratio('hard')],
      systems: recorded({
        a: { easy: noisy(N, 0.8, 0.2), hard: noisy(N, 0.3, 0.2, 4) },
        b: { easy: noisy(N, easy, 0.2, 2), hard: noisy(N, hard, 0.2, 9) },
      }),
    })

  it.each([
    ['supported', 0.8, 0.3],
    ['contradicted', 0.3, 0.8],
    ['undecided', 0.5, 0.5],
  ])('is %s at %d and %d', (verdict, easy, hard) => {
    expect(judged(test, [track(easy, hard)]).verdict).toBe(verdict)
  })

  it('rests on the cases that have both', () => {
    const partial = claimTrack({
      track: 't',
      metrics: [ratio('easy'), ratio('hard')],
      systems: recorded({
        a: {
          easy: noisy(N, 0.8, 0.2).map((one, place) => (place < 10 ? ([0, 0] as const) : one)),
          hard: noisy(N, 0.3, 0.2, 4).map((one, place) => (place >= 30 ? ([0, 0] as const) : one)),
        },
      }),
    })
    const [part] = judged({ ...test, models: [A] }, [partial]).parts
    expect(part?.effect?.n).toBe(20)
    expect(part?.figures.map(({ figure: one }) => one?.n)).toEqual([30, 30])
  })
})

describe('misses-dominate', () => {
  const test: ClaimTest = {
    kind: 'misses-dominate',
    missed: figure('missing'),
    right: figure('recall'),
    models: [A],
  }
  /** Shares of a case's four gold items: paired with nothing, and rightly paired. */
  const track = (missing: number, recall: number) =>
    claimTrack({
      track: 't',
      metrics: [ratio('missing', 'lower'), mean('recall')],
      systems: recorded({
        a: {
          missing: noisy(N, missing, 0.1).map(([value]) => [4 * value, 4] as const),
          recall: noisy(N, recall, 0.1, 3),
        },
      }),
    })

  it.each([
    // 0.5 missed, 0.1 taken wrongly.
    ['supported', 0.5, 0.4],
    // 0.1 missed, 0.5 taken wrongly.
    ['contradicted', 0.1, 0.4],
    // 0.3 and 0.3.
    ['undecided', 0.3, 0.4],
  ])('is %s with %d missed and %d right', (verdict, missing, recall) => {
    const result = judged(test, [track(missing, recall)])
    expect(result.verdict).toBe(verdict)
    expect(result.parts[0]?.figures[0]?.figure?.value).toBeCloseTo(missing, 1)
    expect(result.parts[0]?.figures[1]?.figure?.value).toBeCloseTo(1 - recall - missing, 1)
  })
})

describe('falls', () => {
  const levels = ['r/d1', 'r/d2', 'r/d3']
  const steps = levels.map((track): ClaimFigure => ({ ...figure('accuracy', track), pools: 'drawn' }))
  const bm25 = { system: 'bm25' }
  const test: ClaimTest = { kind: 'falls', steps, compare: 'every-step', systems: [bm25] }
  const drawn = (values: readonly number[], seeds: readonly number[]) =>
    seeds.flatMap((seed) =>
      levels.map((track, place) =>
        claimTrack({
          track,
          seed,
          pools: 'drawn',
          run: `seed-${seed}`,
          metrics: [mean('accuracy')],
          systems: [
            {
              id: 'bm25',
              kind: 'other',
              scores: { accuracy: noisy(N, values[place] ?? 0, 0.3, 5 * place + seed) },
            },
          ],
        }),
      ),
    )

  it.each([
    ['supported', [0.8, 0.5, 0.2]],
    ['contradicted', [0.8, 0.2, 0.5]],
    ['undecided', [0.8, 0.5, 0.5]],
  ])('is %s at %j over five draws', (verdict, values) => {
    const result = judged(test, drawn(values, [1, 2, 3, 4, 5]))
    expect(result.verdict).toBe(verdict)
    expect(result.parts.every(({ effect }) => effect?.random === 'cases and drawn pools')).toBe(true)
  })

  it('looks at the ends alone where it is asked to', () => {
    const ends: ClaimTest = { ...test, compare: 'ends' }
    expect(judged(ends, drawn([0.8, 0.2, 0.5], [1, 2, 3])).verdict).toBe('supported')
  })

  it('says that one draw does not cover others, and takes no pools of the other kind', () => {
    const [part] = judged(test, drawn([0.8, 0.5, 0.2], [1])).parts
    expect(part?.effect?.random).toBe('cases')
    expect(part?.notes.join()).toContain('does not cover other pools')
    const original: ClaimTest = { ...test, steps: steps.map((step) => ({ ...step, pools: 'original' })) }
    expect(judged(original, drawn([0.8, 0.5, 0.2], [1])).verdict).toBe('not-measurable')
  })

  it('uses the draws that both steps have', () => {
    const some = drawn([0.8, 0.5, 0.2], [1, 2, 3]).filter(
      ({ seed, context }) => !(seed === 3 && context.record.track === 'r/d2'),
    )
    const [first] = judged(test, some).parts
    expect(first?.notes.join()).toContain('mean of 2 draws')
  })
})

describe('correlates', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const models = names.map((name) => model(name.toUpperCase()))
  const test: ClaimTest = { kind: 'correlates', x: figure('x'), y: figure('y'), sign: -1, models }
  const track = (ys: readonly number[]) =>
    claimTrack({
      track: 't',
      metrics: [ratio('x'), ratio('y')],
      systems: recorded(
        Object.fromEntries(
          names.map((name, place) => [
            name,
            { x: noisy(N, 0.2 + 0.1 * place, 0.1), y: noisy(N, ys[place] ?? 0.5, 0.1, 3) },
          ]),
        ),
      ),
    })

  it.each([
    ['supported', [0.8, 0.7, 0.6, 0.5, 0.4, 0.3]],
    ['contradicted', [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]],
    ['undecided', [0.5, 0.7, 0.4, 0.6, 0.5, 0.55]],
  ])('is %s at %j', (verdict, ys) => {
    expect(judged(test, [track(ys)]).verdict).toBe(verdict)
  })

  it('has the p value of all orders: one of 6! where nothing correlates more', () => {
    const [part] = judged(test, [track([0.8, 0.7, 0.6, 0.5, 0.4, 0.3])]).parts
    expect(part?.p?.for).toBeCloseTo(1 / 720, 6)
    expect(part?.p?.against).toBe(1)
    expect(part?.unit).toBe('models')
  })

  it('needs three models, and says which are absent', () => {
    const two = claimTrack({
      track: 't',
      metrics: [ratio('x'), ratio('y')],
      systems: recorded({ a: { x: noisy(N, 0.2, 0.1), y: noisy(N, 0.2, 0.1) } }),
    })
    const result = judged(test, [two])
    expect(result.verdict).toBe('not-measurable')
    expect(result.parts[0]?.missing).toBe('not measured: B, C, D, E, F')
  })
})

describe('above', () => {
  const test: ClaimTest = {
    kind: 'above',
    of: figure('score'),
    system: A,
    reference: { value: 0.5, name: 'the point estimate' },
  }

  it.each([
    ['supported', 0.7],
    ['contradicted', 0.3],
    ['undecided', 0.5],
  ])('is %s at %d', (verdict, value) => {
    expect(judged(test, [scored(value)]).verdict).toBe(verdict)
  })

  it('agrees with the interval beside it', () => {
    for (const value of [0.42, 0.45, 0.47, 0.53, 0.55, 0.58]) {
      const result = judged(test, [scored(value)])
      const effect = result.parts[0]?.effect
      const wanted =
        (effect?.low ?? 0) > 0 ? 'supported' : (effect?.high ?? 0) < 0 ? 'contradicted' : 'undecided'
      expect(result.verdict).toBe(wanted)
    }
  })

  it('is not decided by invented data where the number is of real ones', () => {
    const [result] = judgeClaims([claim(test, { notOnInvented: 'the number is of real data' })], {
      measurements: new Measurements([scored(0.9)]),
      published: [],
      invented: true,
    })
    expect(result?.verdict).toBe('not-measurable')
    expect(result?.parts[0]?.missing).toBe('the number is of real data')
  })
})

describe('near', () => {
  const test = (value: number): ClaimTest => ({
    kind: 'near',
    system: A,
    margin: 0.1,
    points: [{ of: figure('score'), value }],
  })

  it.each([
    ['supported', 0.5],
    ['contradicted', 0.9],
    ['undecided', 0.6],
  ])('is %s of %d, measured at 0.5', (verdict, value) => {
    const result = judged(test(value), [scored(0.5)])
    expect(result.verdict).toBe(verdict)
    expect(result.parts[0]?.figures[0]?.published).toBe(value)
  })
})
