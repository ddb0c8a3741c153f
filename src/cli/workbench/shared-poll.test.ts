import { expect, it } from 'vitest'
import { SharedPoll } from './shared-poll.ts'

/** A poll whose looks are answered by the test. */
function polled() {
  const waiting: ((value: number | null | Error) => void)[] = []
  let looks = 0
  const poll = new SharedPoll<number>(
    () =>
      new Promise((resolve, reject) => {
        looks += 1
        waiting.push((value) => (value instanceof Error ? reject(value) : resolve(value)))
      }),
    (a, b) => a === b,
    0,
  )
  const answer = async (value: number | null | Error): Promise<void> => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    waiting.shift()?.(value)
  }
  return { poll, answer, looks: () => looks }
}

async function all(values: AsyncIterable<number>): Promise<number[]> {
  const got: number[] = []
  for await (const value of values) got.push(value)
  return got
}

it('tells all listeners what changed, looks once for all of them, and ends with them', async () => {
  const { poll, answer, looks } = polled()
  const signal = new AbortController().signal
  const [first, second] = [all(poll.listen(signal)), all(poll.listen(signal))]
  await answer(1)
  await answer(1)
  await answer(2)
  await answer(null)
  expect([await first, await second].map((values) => values.at(-1))).toEqual([2, 2])
  expect(looks()).toBe(4)
  expect(poll.isIdle).toBe(true)
})

it('a look that fails is tried again', async () => {
  const { poll, answer } = polled()
  const got = all(poll.listen(new AbortController().signal))
  await answer(new Error('the store is locked'))
  await answer(3)
  await answer(null)
  expect(await got).toEqual([3])
})

it('a listener that leaves ends at once, and the last one ends the looking', async () => {
  const { poll, answer, looks } = polled()
  const leaving = new AbortController()
  const got = all(poll.listen(leaving.signal))
  await answer(1)
  leaving.abort()
  expect((await got).length).toBeLessThanOrEqual(1)
  expect(poll.isIdle).toBe(true)
  // Whatever look is under way is the last one.
  if (looks() > 1) await answer(2)
  const before = looks()
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
  expect(looks()).toBe(before)
})

it('who comes later is told at once how things stand', async () => {
  const { poll, answer } = polled()
  const signal = new AbortController().signal
  const first = poll.listen(signal)
  const begun = first.next()
  await answer(7)
  expect(await begun).toEqual({ done: false, value: 7 })
  expect(await poll.listen(signal).next()).toEqual({ done: false, value: 7 })
})
