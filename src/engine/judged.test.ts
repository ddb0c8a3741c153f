import { beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../core/fault.ts'
import type { Json } from '../core/json.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import { tinyCase, tinyScorer, tinySystem } from '../testing/tiny-track.ts'
import { TinyRuns } from './fixtures/tiny-runs.ts'

let runs: TinyRuns
beforeEach(() => {
  runs = new TinyRuns()
})
const plan: TinyRuns['plan'] = (...words) => runs.plan(...words)
const execute: TinyRuns['execute'] = (...words) => runs.execute(...words)
const outcomes: TinyRuns['outcomes'] = (run) => runs.outcomes(run)

const five = [0, 1, 2, 3, 4].map((n) => tinyCase(n))
const right = () => tinySystem('right', (n) => `answer ${n + 1}`)

describe('an instrument with a judge', () => {
  /** A judge that says what `verdict` returns; notes its calls. */
  function judged(verdict: (n: number) => Json): JudgedInstrument & { readonly calls: string[] } {
    const scorer = tinyScorer('judged')
    const calls: string[] = []
    const base = { version: '1', settings: null, seen: () => null, instrument: 'judged@1' }
    return {
      ...scorer,
      calls,
      stages: [
        {
          ...base,
          kind: 'instrument',
          name: 'score',
          needs: ['judge'],
          scorer,
          run: async ({ upstream }) => ({
            metrics: { correct: { numerator: upstream['judge'] === true ? 1 : 0, denominator: 1 } },
          }),
        },
        {
          ...base,
          kind: 'judge',
          name: 'judge',
          needs: ['parse'],
          run: async ({ subject }) => {
            calls.push(subject.id)
            return verdict(Number(subject.id.slice(5)))
          },
        },
      ],
    }
  }

  it('is scored from its verdict, and nobody is asked again', async () => {
    await plan('r', five)
    const judge = judged((n) => n % 2 === 0)
    await execute('r', [right()], { judged: [judge] })
    const rows = (await outcomes('r')).filter((row) => row.instrument === 'judged@1')
    expect(rows.map((row) => row.outcome.status === 'scored' && row.outcome.numerator)).toEqual([
      1, 0, 1, 0, 1,
    ])
    judge.calls.length = 0
    expect(await execute('r', [right()], { judged: [judge] })).toMatchObject({ reused: 5 })
    expect(judge.calls).toEqual([])
  })

  it('that is down loses its own figure only, and resume asks it alone', async () => {
    await plan('r', five)
    let down = true
    const judge = judged(() => {
      if (down) throw new Fault('judge', 'infrastructure', 'down')
      return true
    })
    const system = right()
    await execute('r', [system], { judged: [judge] })
    const before = await outcomes('r')
    expect(before.filter((row) => row.outcome.status === 'scored')).toHaveLength(5)
    expect(before.find((row) => row.instrument === 'judged@1')?.outcome).toMatchObject({
      status: 'failed',
      stage: 'judge',
      reason: 'judge',
    })
    down = false
    system.calls.length = 0
    await execute('r', [system], { judged: [judge] })
    expect(system.calls).toEqual([])
    expect((await outcomes('r')).every((row) => row.outcome.status === 'scored')).toBe(true)
  })
})
