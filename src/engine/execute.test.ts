import { beforeEach, describe, expect, it } from 'vitest'
import type { Case } from '../core/case.ts'
import { Fault, RunStop } from '../core/fault.ts'
import type { Scorer } from '../core/scorer.ts'
import type { Store } from '../core/store.ts'
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

describe('a run', () => {
  it('scores every case for every system', async () => {
    await plan('r', five)
    const wrong = tinySystem('wrong', () => 'answer 0')
    const summary = await execute('r', [right(), wrong])
    expect(summary).toEqual({ state: 'done', units: 10, reused: 0, failures: {} })
    const rows = await outcomes('r')
    const sum = (system: string) =>
      rows
        .filter((row) => row.system === system)
        .reduce((total, row) => total + (row.outcome.status === 'scored' ? row.outcome.numerator : NaN), 0)
    expect(rows).toHaveLength(10)
    expect(sum('right')).toBe(5)
    expect(sum('wrong')).toBe(0)
    expect((await runs.store.run('r'))?.state).toBe('done')
    expect(runs.events.at(0)).toMatchObject({ type: 'run-started' })
    expect(runs.events.at(-1)).toEqual({ type: 'run-finished', state: 'done' })
    expect((await runs.store.events('r', 0)).map((event) => event.event)).toEqual(runs.events)
  })

  it('asks nothing again when it is run again, in this run or another', async () => {
    await plan('r', five)
    await execute('r', [right()])
    await plan('s', five)
    const system = right()
    expect(await execute('r', [system])).toMatchObject({ units: 5, reused: 5 })
    expect(await execute('s', [system])).toMatchObject({ units: 5, reused: 5 })
    expect(system.calls).toEqual([])
    expect(await outcomes('s')).toHaveLength(5)
  })

  it('asks again for a system with another identity, for --fresh, and for each repeat', async () => {
    await plan('r', five)
    await execute('r', [right()])
    const other = tinySystem('right', (n) => `answer ${n + 1}`, {
      identity: { system: 'right', temperature: 1 },
    })
    await execute('r', [other])
    expect(other.calls).toHaveLength(5)
    const again = right()
    await execute('r', [again], { fresh: 'x' })
    expect(again.calls).toHaveLength(5)
    const repeated = right()
    await execute('r', [repeated], { repeats: 3 })
    expect(repeated.calls).toHaveLength(10)
    expect(await outcomes('r')).toHaveLength(15)
  })

  it('pays nothing for a corrected gold, and scores it anew', async () => {
    await plan('r', five)
    await execute('r', [right()])
    await plan(
      's',
      five.map((subject) => tinyCase(Number(subject.id.slice(5)), { gold: { answer: 99 } })),
    )
    const system = right()
    await execute('s', [system])
    expect(system.calls).toEqual([])
    expect(
      (await outcomes('s')).every((row) => row.outcome.status === 'scored' && row.outcome.numerator === 0),
    ).toBe(true)
  })

  it('scores nothing anew when a new parser reads the same prediction', async () => {
    await plan('r', five)
    let scored = 0
    const counting: Scorer = {
      ...tinyScorer(),
      score: (...args) => ((scored += 1), tinyScorer().score(...args)),
    }
    await execute('r', [right()], { scorers: [counting] })
    expect(scored).toBe(5)
    await execute('r', [right()], { scorers: [counting], trackVersion: '2' })
    expect(scored).toBe(5)
  })

  it('adds an instrument without asking the system', async () => {
    await plan('r', five)
    await execute('r', [right()])
    const system = right()
    await execute('r', [system], { scorers: [tinyScorer(), tinyScorer('second')] })
    expect(system.calls).toEqual([])
    expect(await outcomes('r')).toHaveLength(10)
  })
})

describe('failures', () => {
  it('of the system and of the infrastructure are told apart and never numbers', async () => {
    await plan('r', five)
    const system = tinySystem('s', (n) => {
      if (n === 1) throw new Fault('provider', 'infrastructure', 'down')
      if (n === 2) return 'I would rather not'
      if (n === 3) throw new TypeError('our own mistake')
      return `answer ${n + 1}`
    })
    const summary = await execute('r', [system])
    expect(summary.failures).toEqual({ provider: 1, 'unusable-output': 1, internal: 1 })
    const byCase = new Map((await outcomes('r')).map((row) => [row.case, row.outcome]))
    expect(byCase.get('case-1')).toEqual({
      status: 'failed',
      stage: 'respond',
      reason: 'provider',
      by: 'infrastructure',
      message: 'down',
    })
    expect(byCase.get('case-2')).toMatchObject({
      status: 'failed',
      stage: 'parse',
      reason: 'unusable-output',
      by: 'system',
    })
    expect(byCase.get('case-3')).toMatchObject({ status: 'failed', reason: 'internal', by: 'infrastructure' })
    expect(byCase.get('case-0')).toMatchObject({ status: 'scored' })
  })

  it('are tried again by resume when they can succeed, and the new attempt counts', async () => {
    await plan('r', five)
    let down = true
    const system = tinySystem('s', (n) => {
      if (n === 1 && down) throw new Fault('provider', 'infrastructure', 'down')
      return n === 2 && down ? 'no' : `answer ${n + 1}`
    })
    await execute('r', [system])
    down = false
    system.calls.length = 0
    await execute('r', [system])
    // What the system said can't be read: reading the same words again would change nothing.
    expect(system.calls).toEqual([1])
    const rows = await outcomes('r')
    expect(rows).toHaveLength(5)
    expect(rows.find((row) => row.case === 'case-1')).toMatchObject({
      attempt: 2,
      outcome: { status: 'scored' },
    })
    expect(rows.find((row) => row.case === 'case-2')).toMatchObject({
      attempt: 1,
      outcome: { status: 'failed' },
    })
  })

  it('stay failures for an instrument that is added later', async () => {
    await plan('r', five)
    const system = tinySystem('s', (n) => (n === 2 ? 'no' : `answer ${n + 1}`))
    await execute('r', [system])
    await execute('r', [system], { scorers: [tinyScorer('second')] })
    const rows = (await outcomes('r')).filter((row) => row.instrument === 'second@1')
    expect(rows.map((row) => row.outcome.status).toSorted()).toEqual([
      'failed',
      'scored',
      'scored',
      'scored',
      'scored',
    ])
  })

  it('stop the run with abortOnBadRow, and what finished is kept', async () => {
    await plan('r', five)
    const system = tinySystem('s', (n) => (n === 3 ? 'no' : `answer ${n + 1}`))
    await expect(execute('r', [system], { abortOnBadRow: true, concurrency: 1 })).rejects.toMatchObject({
      exitCode: 1,
      place: { id: 'case-3' },
    })
    expect((await runs.store.run('r'))?.state).toBe('failed')
    expect((await outcomes('r')).length).toBeGreaterThanOrEqual(4)
  })

  it('an answer that was paid for is durable before it is scored', async () => {
    await plan('r', [tinyCase(0)])
    const stages: string[][] = []
    let before: readonly string[] = []
    const noting: Store = {
      ...runs.store,
      ...boundTo(runs.store),
      commit: async (batch) => {
        stages.push((batch.results ?? []).map(({ stage }) => stage))
        await runs.store.commit(batch)
      },
    }
    const plain = tinyScorer()
    const scorer: Scorer = {
      ...plain,
      score: (prediction, subject) => {
        before = stages.flat()
        return plain.score(prediction, subject)
      },
    }
    await execute('r', [{ ...right(), external: true }], { store: noting, scorers: [scorer] })
    expect(before).toEqual(['respond'])
    expect(stages.flat()).toContain('score')
  })

  it('a store that can not write ends the run and is reported', async () => {
    await plan('r', five)
    const full: Store = {
      ...runs.store,
      ...boundTo(runs.store),
      commit: () => Promise.reject(new Error('disk full')),
    }
    await expect(execute('r', [right()], { store: full })).rejects.toThrow('disk full')
  })
})

describe('a stop of the whole run', () => {
  it('keeps what finished, records nothing for the case, and resume goes on', async () => {
    await plan('r', five)
    const poor = tinySystem('s', (n) => {
      if (n === 2) throw new RunStop('the budget of 1 dollar is used up', 'raise --max-cost')
      return `answer ${n + 1}`
    })
    await expect(execute('r', [poor], { concurrency: 1 })).rejects.toMatchObject({
      message: 'the budget of 1 dollar is used up',
    })
    expect((await runs.store.run('r'))?.state).toBe('stopped')
    expect(await outcomes('r')).toHaveLength(2)
    await execute('r', [tinySystem('s', (n) => `answer ${n + 1}`)])
    expect(await outcomes('r')).toHaveLength(5)
  })
})

describe('cases that are not scored', () => {
  it('a case that the view leaves out is skipped and not asked', async () => {
    await plan('r', [tinyCase(0), tinyCase(1, { skip: 'all gold was rejected' })])
    const system = right()
    await execute('r', [system])
    expect(system.calls).toEqual([0])
    expect((await outcomes('r')).map((row) => row.outcome.status).toSorted()).toEqual(['scored', 'skipped'])
  })

  it('a case without gold is answered and unscored', async () => {
    await plan('r', [tinyCase(0, { gold: null })])
    const system = right()
    await execute('r', [system])
    expect(system.calls).toEqual([0])
    expect((await outcomes('r')).map((row) => row.outcome)).toEqual([
      { status: 'unscored', reason: 'no-reference' },
    ])
  })
})

describe('stopping', () => {
  it('keeps what finished; resume asks only for the rest', async () => {
    await plan('r', five)
    const stop = new AbortController()
    const system = tinySystem('s', (n, call, signal) => {
      if (call === 3) stop.abort(new Error('Ctrl-C'))
      return signal.aborted ? Promise.reject(new Error('cut')) : `answer ${n + 1}`
    })
    const summary = await execute('r', [system], { signal: stop.signal, concurrency: 1 })
    expect(summary.state).toBe('stopped')
    expect(summary.failures).toEqual({})
    expect(await outcomes('r')).toHaveLength(2)
    const after = tinySystem('s', (n) => `answer ${n + 1}`)
    expect(await execute('r', [after])).toMatchObject({ state: 'done', units: 5, reused: 2 })
    expect(after.calls).toEqual([2, 3, 4])
    expect(await outcomes('r')).toHaveLength(5)
  })

  it('a run whose data was never read to the end can not be resumed', async () => {
    async function* broken(): AsyncGenerator<Case> {
      yield tinyCase(0)
      throw new Error('file damaged')
    }
    const planning = runs.planFrom('r', broken)
    await expect(planning).rejects.toThrow('file damaged')
    await expect(execute('r', [right()])).rejects.toMatchObject({ exitCode: 2 })
    await expect(execute('none', [right()])).rejects.toMatchObject({ exitCode: 2 })
  })
})

describe('concurrency', () => {
  it('keeps to the run and to the system', async () => {
    await plan(
      'r',
      Array.from({ length: 20 }, (_, n) => tinyCase(n)),
    )
    const most = { slow: 0, fast: 0 }
    const now = { slow: 0, fast: 0 }
    const make = (id: 'slow' | 'fast', maxConcurrent?: number) =>
      tinySystem(
        id,
        async (n) => {
          now[id] += 1
          most[id] = Math.max(most[id], now[id])
          // Lets every other unit that may start do so before this one ends.
          for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
          now[id] -= 1
          return `answer ${n + 1}`
        },
        maxConcurrent === undefined ? {} : { maxConcurrent },
      )
    await execute('r', [make('slow', 1), make('fast')], { concurrency: 4 })
    expect(most.slow).toBe(1)
    expect(most.fast).toBeGreaterThan(1)
    expect(most.fast).toBeLessThanOrEqual(4)
  })
})

/** The methods of a store as own properties, so that one of them can be replaced. */
function boundTo(target: Store): Partial<Store> {
  return {
    run: (id) => target.run(id),
    setState: (...args) => target.setState(...args),
    units: (...args) => target.units(...args),
    cases: (...args) => target.cases(...args),
    caseSummaries: (...args) => target.caseSummaries(...args),
    lookup: (...args) => target.lookup(...args),
    appendEvents: (...args) => target.appendEvents(...args),
    outcomes: (...args) => target.outcomes(...args),
    callTotals: (...args) => target.callTotals(...args),
  }
}
