import { expect, it } from 'vitest'
import type { RunEvent, StoredEvent } from '../../core/events.ts'
import { ProgressState, rateOf } from './progress-state.ts'

const minute = 60_000

it.each([
  ['nothing', [], 5, null, null],
  ['one moment', [[0, 0]], 5, null, null],
  [
    'too little time',
    [
      [0, 0],
      [1999, 10],
    ],
    5,
    null,
    null,
  ],
  [
    'a minute',
    [
      [0, 0],
      [minute, 30],
    ],
    15,
    30,
    minute / 2,
  ],
  [
    'an unknown total',
    [
      [0, 0],
      [minute, 30],
    ],
    null,
    30,
    null,
  ],
  [
    'nothing left',
    [
      [0, 0],
      [minute, 30],
    ],
    0,
    30,
    null,
  ],
  [
    'standing still',
    [
      [0, 5],
      [minute, 5],
    ],
    9,
    0,
    null,
  ],
  [
    'only the last three minutes',
    [
      [0, 0],
      [10 * minute, 1000],
      [13 * minute, 1030],
    ],
    10,
    10,
    minute,
  ],
  [
    'going back is no rate',
    [
      [0, 9],
      [minute, 3],
    ],
    9,
    null,
    null,
  ],
] as const)('the rate of %s', (_, paces, left, rate, eta) => {
  expect(
    rateOf(
      paces.map(([at, worked]) => ({ at, worked })),
      left,
    ),
  ).toEqual({ rate, eta })
})

function stored(events: readonly [at: number, event: RunEvent][]): StoredEvent[] {
  return events.map(([at, event], place) => ({ seq: place + 1, at, event }))
}

const failed = (at: number, id: string): [number, RunEvent] => [
  at,
  {
    type: 'stage-failed',
    track: 't',
    system: 's',
    case: id,
    repeat: 0,
    attempt: 0,
    stage: 'respond',
    reason: 'timeout',
    by: 'infrastructure',
    message: 'no answer',
  },
]
const progress = (done: number, reused: number): RunEvent => ({
  type: 'progress',
  track: 't',
  done,
  reused,
  total: 10,
  failures: { timeout: 1 },
  perSystem: [{ system: 's', done, total: 10, failures: 1 }],
  cost: 0.5,
})

it('tells how far a run is, however often its events are given', () => {
  const events = stored([
    [0, { type: 'run-started', tracks: ['t', 'u'], total: null }],
    [0, { type: 'track-started', track: 't', systems: ['s'], cases: 10 }],
    failed(10, 'a'),
    [minute, progress(6, 3)],
    [minute + 1, { type: 'looked', command: 'report', cases: {} }],
  ])
  const state = new ProgressState()
  state.take(events.slice(0, 3))
  state.take(events)
  state.take(events)
  expect(state).toMatchObject({ seq: 5, at: minute, cost: 0.5 })
  expect(state.lastFailures).toHaveLength(1)
  expect(state.tracks(['t', 'u'])).toEqual([
    {
      track: 't',
      state: 'running',
      cases: 10,
      done: 6,
      reused: 3,
      total: 10,
      failures: { timeout: 1 },
      systems: [{ system: 's', done: 6, total: 10, failures: 1 }],
      rate: 3,
      eta: (4 / 3) * minute,
    },
    {
      track: 'u',
      state: 'waiting',
      cases: null,
      done: 0,
      reused: 0,
      total: null,
      failures: {},
      systems: [],
      rate: null,
      eta: null,
    },
  ])
})

it('a run that goes on counts anew, and a failure that is met again is one', () => {
  const state = new ProgressState()
  state.take(
    stored([
      [0, { type: 'run-started', tracks: ['t'], total: null }],
      failed(1, 'a'),
      failed(2, 'b'),
      [3, progress(5, 0)],
      [4, { type: 'run-finished', state: 'stopped' }],
      [100, { type: 'run-started', tracks: ['t'], total: null }],
      failed(101, 'a'),
    ]),
  )
  expect(state.lastFailures.map(({ at, case: id }) => [at, id])).toEqual([
    [101, 'a'],
    [2, 'b'],
  ])
  expect(state.tracks(['t'])).toMatchObject([{ state: 'waiting', done: 0 }])
})

it('of many failures the latest twenty are kept', () => {
  const state = new ProgressState()
  state.take(stored(Array.from({ length: 50 }, (_, place) => failed(place, `c${place}`))))
  expect(state.lastFailures).toHaveLength(20)
  expect(state.lastFailures[0]).toMatchObject({ case: 'c49' })
})
