import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../core/events.ts'
import { durationText, ProgressBar, progressLine } from './progress-bar.ts'

type Progress = Extract<RunEvent, { type: 'progress' }>
const progress = (change: Partial<Progress>): Progress => ({
  type: 'progress',
  track: 't',
  done: 0,
  reused: 0,
  total: 100,
  failures: {},
  ...change,
})

describe('progressLine', () => {
  it.each([
    [progress({}), 0, 't  ░░░░░░░░░░░░░░░░░░░░ 0/100'],
    [progress({ done: 25 }), 5000, 't  █████░░░░░░░░░░░░░░░ 25/100  5.0/s  15 s left'],
    [progress({ done: 50, reused: 40 }), 1000, 't  ██████████░░░░░░░░░░ 50/100  10/s  5 s left  40 reused'],
    [progress({ done: 50, reused: 50 }), 1000, 't  ██████████░░░░░░░░░░ 50/100  50 reused'],
    [
      progress({ done: 100, failures: { timeout: 2, crash: 1 } }),
      65_000,
      't  ████████████████████ 100/100  1.5/s  in 1:05  failed: crash 1, timeout 2',
    ],
    [progress({ done: 7, total: null }), 7000, 't  7  1.0/s'],
    [progress({ done: 0, total: 0 }), 0, 't  ████████████████████ 0/0  in 0 s'],
  ])('%o after %d ms', (event, elapsed, line) => {
    expect(progressLine(event, elapsed)).toBe(line)
  })
})

describe('progressLine on a narrow terminal', () => {
  const event = progress({ done: 50, failures: { crash: 1 } })
  it.each([
    [64, 't  ██████████░░░░░░░░░░ 50/100  10/s  5 s left  failed: crash 1'],
    [63, 't  ██████████░░░░░░░░░░ 50/100  10/s  5 s left  failed: crash 1'],
    [62, 't  █████░░░░░ 50/100  10/s  5 s left  failed: crash 1'],
    [50, 't  ██░░░ 50/100  10/s  5 s left  failed: crash 1'],
    [10, 't  50/100  10/s  5 s left  failed: crash 1'],
  ])('%i columns: the bar gives way before the failures', (columns, line) => {
    expect(progressLine(event, 5000, columns)).toBe(line)
  })
})

describe('progressLine with money and systems', () => {
  const perSystem = [
    { system: 'fast', done: 20, total: 25, failures: 0 },
    { system: 'slow\u001B[2J', done: 3, total: 25, failures: 0 },
    { system: 'slower', done: 2, total: 25, failures: 1 },
    { system: 'fine', done: 10, total: 25, failures: 0 },
  ]
  const event = progress({ done: 35, cost: 0.0312, perSystem })
  it('shows what was spent, where it is known', () => {
    expect(progressLine(event, 5000)).toBe('t  ███████░░░░░░░░░░░░░ 35/100  7.0/s  9 s left  $0.0312')
    expect(progressLine(progress({ cost: 12.4 }), 0)).toBe('t  ░░░░░░░░░░░░░░░░░░░░ 0/100  $12.40')
    expect(progressLine(progress({ cost: 0 }), 0)).toBe('t  ░░░░░░░░░░░░░░░░░░░░ 0/100  $0.00')
    expect(progressLine(progress({ cost: null }), 0)).not.toContain('$')
  })

  it('shows the two slowest systems on a terminal with room for them, cleaned', () => {
    const full = `${progressLine(event, 5000)}  slowest: slower 2/25, slow [2J 3/25`
    expect(progressLine(event, 5000, full.length)).toBe(full)
    expect(progressLine(event, 5000, full.length - 1)).toBe(progressLine(event, 5000))
  })

  it('has no slowest of two, of equals, or at the end', () => {
    const level = perSystem.map((item) => ({ ...item, done: 5 }))
    for (const change of [{ perSystem: perSystem.slice(0, 2) }, { perSystem: level }, { done: 100 }]) {
      expect(progressLine({ ...event, ...change }, 5000, 200)).not.toContain('slowest')
    }
  })
})

describe('durationText', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [60_000, '1:00'],
    [3_909_000, '1:05:09'],
  ])('%d ms', (ms, text) => expect(durationText(ms)).toBe(text))
})

describe('ProgressBar', () => {
  function show(isTTY: boolean, step: number, events: readonly RunEvent[]): string {
    let now = 0
    let text = ''
    const bar = new ProgressBar(
      { isTTY, columns: 60, write: (part) => (text += part) },
      { now: () => now, monotonic: () => (now += step) },
    )
    for (const event of events) bar.listen(event)
    return text
  }
  const started: RunEvent = { type: 'track-started', track: 't', systems: [], cases: 100 }
  const finished: RunEvent = { type: 'track-finished', track: 't', cases: 100, casesHash: '' }

  it('redraws one line on a terminal and never runs over its edge', () => {
    const text = show(true, 500, [
      started,
      progress({ done: 1 }),
      progress({ done: 100, failures: { timeout: 10 } }),
      finished,
    ])
    expect(text.split('\n')).toHaveLength(2)
    const lines = text.split('\r\u001B[K').filter((line) => line !== '')
    expect(lines).toHaveLength(2)
    expect(lines.every((line) => line.replace('\n', '').length < 60)).toBe(true)
  })

  it('writes the end of a track elsewhere, and no control characters', () => {
    expect(show(false, 10, [started, progress({ done: 1 }), progress({ done: 100 }), finished])).toBe(
      't  ████████████████████ 100/100  5000/s  in 0 s\n',
    )
  })
})

describe('the first failure of a system', () => {
  const failed = (change: Partial<Extract<RunEvent, { type: 'stage-failed' }>>): RunEvent => ({
    type: 'stage-failed',
    track: 't',
    system: 'program:x',
    case: 'c1',
    repeat: 0,
    attempt: 1,
    stage: 'respond',
    reason: 'crash',
    by: 'system',
    message: 'exit code 1: Error: no key',
    ...change,
  })
  const started: RunEvent = { type: 'track-started', track: 't', systems: ['program:x'], cases: 2 }
  function told(...events: RunEvent[]): string {
    let text = ''
    const bar = new ProgressBar({ write: (part) => (text += part) }, { now: () => 0, monotonic: () => 0 })
    for (const event of events) bar.listen(event)
    return text
  }

  it('is told with its message, once per system and track', () => {
    const line = 'program:x failed on c1: crash, exit code 1: Error: no key\n'
    expect(told(started, failed({}), failed({ case: 'c2' }))).toBe(line)
    expect(told(started, failed({}), started, failed({}))).toBe(line + line)
    expect(told(started, failed({}), failed({ system: 'program:y' }))).toBe(line + line.replace(':x', ':y'))
  })

  it('is not told of missing recordings, and holds no control characters', () => {
    expect(told(started, failed({ reason: 'missing-recording', by: 'infrastructure' }))).toBe('')
    expect(told(started, failed({ message: 'a\u001B[31mb' }))).not.toContain('\u001B')
  })
})
