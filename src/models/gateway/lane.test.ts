import { setMaxListeners } from 'node:events'
import { expect, it } from 'vitest'
import { FakeTime } from './fixtures/fake-time.ts'
import { Lane, type CallEnd, type LaneLimits } from './lane.ts'

const never = new AbortController().signal
setMaxListeners(0, never)
const fine: CallEnd = { how: 'accepted', tokens: null, pause: 0 }

/** Lets promises settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function lane(limits: Partial<LaneLimits>): { lane: Lane; time: FakeTime } {
  const time = new FakeTime()
  const all = { concurrency: 100, requestsPerMinute: Infinity, tokensPerMinute: Infinity, ...limits }
  return { lane: new Lane(all, { now: time.clock.now, sleep: time.sleep }), time }
}

/** Enters and ends a first call, so that the lane is open. */
async function open(one: Lane): Promise<void> {
  const end = await one.enter(0, never)
  end(fine)
}

it('keeps requests per minute in every sliding minute', async () => {
  const { lane: one, time } = lane({ requestsPerMinute: 5 })
  const starts: number[] = []
  const calls = Array.from({ length: 20 }, async () => {
    const end = await one.enter(1, never)
    starts.push(time.clock.now())
    end(fine)
  })
  await settle()
  for (let next = time.nextIn(); next !== null && starts.length < 20; next = time.nextIn())
    await time.advance(next)
  await Promise.all(calls)
  for (const from of starts) {
    expect(starts.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(5)
  }
  expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBe(180_000)
})

it('counts tokens by their worst case until the true number is known', async () => {
  const { lane: one, time } = lane({ tokensPerMinute: 100 })
  const first = await one.enter(100, never)
  let entered = false
  const second = one.enter(40, never).then((end) => {
    entered = true
    return end
  })
  await time.advance(3000)
  expect(entered).toBe(false)
  first({ ...fine, tokens: 60 })
  await second
  expect(one.state().tokensLastMinute).toBe(100)
})

it('sends the first call alone until it is accepted, or for two seconds', async () => {
  const { lane: one, time } = lane({})
  await one.enter(0, never)
  void one.enter(0, never)
  void one.enter(0, never)
  await settle()
  expect(one.state()).toMatchObject({ inFlight: 1, waiting: 2 })
  await time.advance(1999)
  expect(one.state().inFlight).toBe(1)
  await time.advance(1)
  expect(one.state()).toMatchObject({ inFlight: 3, waiting: 0 })
})

it('never has more under way than allowed', async () => {
  const { lane: one } = lane({ concurrency: 3 })
  await open(one)
  const ends: ((end: CallEnd) => void)[] = []
  for (let index = 0; index < 8; index += 1) void one.enter(0, never).then((end) => ends.push(end))
  await settle()
  expect(one.state()).toMatchObject({ inFlight: 3, waiting: 5 })
  ends[0]?.(fine)
  await settle()
  expect(one.state()).toMatchObject({ inFlight: 3, waiting: 4 })
})

it('keeps everybody away as long as the provider asks, halves once per burst, and recovers', async () => {
  const { lane: one, time } = lane({ concurrency: 8 })
  await open(one)
  const ends = await Promise.all(Array.from({ length: 8 }, () => one.enter(0, never)))
  for (const end of ends) end({ how: 'limited', tokens: 0, pause: 90_000 })
  expect(one.state()).toMatchObject({ allowed: 4, pausedFor: 90_000 })
  let entered = 0
  const more = Array.from({ length: 6 }, async () => {
    const end = await one.enter(0, never)
    entered += 1
    return end
  })
  await time.advance(89_999)
  expect(entered).toBe(0)
  await time.advance(1)
  expect(entered).toBe(4)
  for (const call of more.slice(0, 4)) (await call)(fine)
  for (const call of more.slice(4)) (await call)(fine)
  expect(one.state().allowed).toBe(5)
})

it('lets somebody who gives up leave the line', async () => {
  const { lane: one } = lane({ concurrency: 1 })
  await open(one)
  const end = await one.enter(0, never)
  const stop = new AbortController()
  const waiting = one.enter(0, stop.signal)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(one.state().waiting).toBe(0)
  end(fine)
  expect(one.state().inFlight).toBe(0)
})
