import { beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../core/fault.ts'
import type { ScoreResult } from '../core/scorer.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import type { OutcomeRow } from '../core/store.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { gather, sampleRun } from '../testing/store-rows.ts'
import { tickingClock, tinyCase, tinyScorer, tinySystem, tinyTrack } from '../testing/tiny-track.ts'
import { executeRun, type RetryPolicy } from './execute.ts'
import { planRun } from './plan.ts'

let store: MemoryStore
beforeEach(async () => {
  store = new MemoryStore()
  const { spec } = sampleRun('r')
  async function* cases() {
    for (const n of [0, 1, 2, 3]) yield tinyCase(n)
  }
  await planRun({
    store,
    clock: tickingClock(),
    id: 'r',
    spec: {
      ...spec,
      tracks: [{ track: 'tiny/plus-one', version: '1', systems: [], instruments: [], judged: [] }],
    },
    provenance: {},
    cases,
  })
})

/** What a judge was asked: the case, and the number of its asking. */
type Asked = [id: string, attempt: number]

/** A judge whose verdict is a word; `unreadable` can't be read. */
function judge(name: string, verdict: (id: string, attempt: number) => string) {
  const asked: Asked[] = []
  const scorer = tinyScorer(name)
  const base = { version: '1', settings: name, seen: () => null, instrument: `${name}@1` }
  const instrument: JudgedInstrument = {
    ...scorer,
    stages: [
      {
        ...base,
        kind: 'judge',
        name: 'judge',
        needs: ['parse'],
        run: async ({ subject, context }) => {
          asked.push([subject.id, context.attempt])
          return verdict(subject.id, context.attempt)
        },
      },
      {
        ...base,
        kind: 'instrument',
        name: 'score',
        needs: ['judge'],
        scorer,
        run: async ({ upstream }): Promise<ScoreResult> => ({
          metrics: {
            correct:
              upstream['judge'] === 'unreadable'
                ? { unscored: 'judge-unreadable' }
                : { numerator: upstream['judge'] === 'good' ? 1 : 0, denominator: 1 },
          },
        }),
      },
    ],
  }
  return { instrument, asked }
}

async function execute(
  retry: RetryPolicy,
  system: ReturnType<typeof tinySystem>,
  judges: readonly ReturnType<typeof judge>[],
) {
  system.calls.length = 0
  for (const { asked } of judges) asked.length = 0
  return executeRun({
    store,
    clock: tickingClock(),
    run: 'r',
    plans: [
      {
        track: tinyTrack(),
        systems: [system],
        scorers: [tinyScorer()],
        judged: judges.map(({ instrument }) => instrument),
      },
    ],
    repeats: 1,
    concurrency: 1,
    retry,
    fresh: null,
    abortOnBadRow: false,
    signal: new AbortController().signal,
    listener: () => {},
  })
}

async function outcomesOf(instrument: string): Promise<(OutcomeRow['outcome'] & { attempt: number })[]> {
  const rows = await gather(store.outcomes('r', { instrument: `${instrument}@1` }))
  return rows.map(({ outcome, attempt }) => ({ ...outcome, attempt }))
}

const right = () => tinySystem('s', (n) => `answer ${n + 1}`)

describe('a verdict that could not be read', () => {
  /** Unreadable on case 2 until it is asked for the third time. */
  const mumbling = () =>
    judge('mumbling', (id, attempt) => (id === 'case-2' && attempt < 3 ? 'unreadable' : 'good'))
  const clear = () => judge('clear', () => 'good')

  it('is asked for anew where that is wanted, of its judge alone', async () => {
    const system = right()
    const judges = [clear(), mumbling()] as const
    await execute('can-succeed', system, judges)
    expect(await outcomesOf('mumbling')).toContainEqual({
      status: 'unscored',
      reason: 'judge-unreadable',
      attempt: 1,
    })
    for (const policy of ['can-succeed', 'all-failed', 'none'] as const) {
      expect(await execute(policy, system, judges)).toMatchObject({ reused: 4 })
    }

    await execute('all-unscored', system, judges)
    expect(system.calls).toEqual([])
    expect(judges.map(({ asked }) => asked)).toEqual([[], [['case-2', 2]]])
    expect((await outcomesOf('mumbling'))[2]).toMatchObject({ status: 'unscored', attempt: 2 })

    await execute('all', system, judges)
    expect(judges.map(({ asked }) => asked)).toEqual([[], [['case-2', 3]]])
    expect((await outcomesOf('mumbling'))[2]).toMatchObject({ status: 'scored', numerator: 1, attempt: 3 })
    expect((await outcomesOf('clear')).map(({ status }) => status)).toEqual(Array(4).fill('scored'))
  })

  it('once it is read is kept by resume and by another retry, without a call', async () => {
    const system = right()
    const judges = [judge('once', (_, attempt) => (attempt === 1 ? 'unreadable' : 'good'))]
    await execute('can-succeed', system, judges)
    await execute('all-unscored', system, judges)
    const read = await outcomesOf('once')
    expect(read.map(({ status }) => status)).toEqual(Array(4).fill('scored'))
    for (const policy of ['can-succeed', 'all'] as const) {
      expect(await execute(policy, system, judges)).toMatchObject({ reused: 4 })
      expect(judges[0]?.asked).toEqual([])
      expect(await outcomesOf('once')).toEqual(read)
    }
  })

  it('is not asked for where a metric is unscored for another reason', async () => {
    const system = right()
    const scorer = tinyScorer('foreign')
    const { instrument, asked } = judge('foreign', () => 'good')
    const [ask] = instrument.stages
    const language: JudgedInstrument = {
      ...instrument,
      stages: [
        ...(ask === undefined ? [] : [ask]),
        {
          kind: 'instrument',
          name: 'score',
          instrument: 'foreign@1',
          version: '1',
          settings: null,
          seen: () => null,
          needs: ['judge'],
          scorer,
          run: async () => ({ metrics: { correct: { unscored: 'language' } } }),
        },
      ],
    }
    const judges = [{ instrument: language, asked }]
    await execute('can-succeed', system, judges)
    expect(await execute('all', system, judges)).toMatchObject({ reused: 4 })
  })
})

describe('what failed', () => {
  it('is left alone where only verdicts are asked for, and asked again with them where both are', async () => {
    const once = judge('once', (_, attempt) => (attempt === 1 ? 'unreadable' : 'good'))
    let broken = true
    const system = tinySystem('s', (n) => {
      if (n === 1 && broken) throw new Fault('refusal', 'system', 'no')
      return `answer ${n + 1}`
    })
    await execute('can-succeed', system, [once])
    broken = false
    await execute('all-unscored', system, [once])
    expect(system.calls).toEqual([])
    expect(once.asked.map(([id]) => id)).toEqual(['case-0', 'case-2', 'case-3'])
    expect((await outcomesOf('tiny-exact'))[1]).toMatchObject({ status: 'failed', reason: 'refusal' })

    await execute('all', system, [once])
    expect(system.calls).toEqual([1])
    // Its second attempt, but the first time that its judge is asked.
    expect(once.asked).toEqual([['case-1', 1]])
  })
})
