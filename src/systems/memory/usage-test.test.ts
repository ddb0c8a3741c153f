import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CallContext } from '../../core/call-context.ts'
import { Fault } from '../../core/fault.ts'
import type { Json } from '../../core/json.ts'
import type { ScoreResult } from '../../core/scorer.ts'
import { scoreResultJson } from '../../core/score-result.ts'
import type { Response } from '../../core/system.ts'
import { context, echo, pick, type Outputs } from './fixtures/run-stages.ts'
import { shelfItem } from './fixtures/shelf-memory.ts'
import { tinyAnswerPlan, tinyMemoryCase } from './fixtures/tiny-plan.ts'
import { usageTest, wordsOf } from './usage-test.ts'

const shownSchema = z.object({ memories: z.array(z.string()) })

const parse = (response: Response) => {
  if (response.form !== 'text' || response.text === '') throw new Fault('empty-reply', 'system', 'nothing')
  return { prediction: { answer: response.text }, repairs: [] }
}

/** Runs the usage test on a case whose evidence is `red` or nothing, with these memories shown. */
async function tested(
  shown: readonly string[],
  first: string,
  answer: (memories: readonly string[], call: CallContext) => string,
  evidence: readonly string[] = ['red'],
  call = context(),
) {
  const answerer = echo((input, asked) => answer(shownSchema.parse(input).memories, asked))
  const [instrument] = usageTest({
    track: { parse },
    plan: tinyAnswerPlan,
    answerers: new Map([['memory:a', answerer]]),
  })
  const outputs: Outputs = {
    retrieve: {
      query: 'q',
      k: 3,
      returned: 3,
      found: [],
      shown: shown.map((text, at) => ({ ...shelfItem(`${at}`, text), sources: [] })),
      trimmed: false,
      tokens: 0,
      unlisted: null,
      deleted: null,
    },
    parse: { prediction: { answer: first }, repairs: [] },
  }
  let last: ScoreResult | undefined
  for (const stage of instrument?.stages ?? []) {
    const input = {
      subject: tinyMemoryCase('a', [], evidence),
      fold: 0,
      upstream: pick(outputs, stage),
      context: call,
    }
    if (stage.kind === 'judge') outputs[stage.name] = await stage.run(input)
    else {
      last = await stage.run(input)
      outputs[stage.name] = scoreResultJson(last)
    }
  }
  return { metrics: last?.metrics ?? {}, asked: answerer.asked }
}

const one = (numerator: number) => ({ numerator, denominator: 1 })
const none = { numerator: 0, denominator: 0 }
const nothing = { used: none, changed_without: none, changed_again: none }

describe('whether an answer rests on what was shown', () => {
  const memories = ['x', 'a red', 'red again', 'y']
  const isFull = (shown: readonly string[]) => shown.length === memories.length
  // What is said first, without the evidence, and again; used, changed without, changed again.
  it.each([
    ['yes', 'no', 'yes', [1, 1, 0]],
    ['yes', 'yes', 'yes', [0, 0, 0]],
    ['yes', 'no', 'well', [0, 1, 1]],
    ['yes', 'yes', 'no', [-1, 0, 1]],
    // The same words, whatever their case, punctuation and spacing.
    ['Yes, it is!', 'yes it  is', '“YES” it is…', [0, 0, 0]],
    ['好的，谢谢。', '好的,谢谢', '好的 谢谢!', [0, 0, 0]],
    ['ｆｕｌｌ', 'full', 'full', [0, 0, 0]],
    // Other words, other order, other numbers.
    ['tea or coffee', 'coffee or tea', 'tea or coffee', [1, 1, 0]],
    ['at 5', 'at 6', 'at 5', [1, 1, 0]],
    ['क', 'कि', 'क', [1, 1, 0]],
  ])('first %j, without %j, again %j: %j', async (first, without, again, [used, changed, anyway]) => {
    const { metrics } = await tested(memories, first, (shown) => (isFull(shown) ? again : without))
    expect(metrics).toEqual({
      used: one(used ?? 9),
      changed_without: one(changed ?? 9),
      changed_again: one(anyway ?? 9),
    })
  })

  it('takes out everything that tells it and nothing else, and asks again with all', async () => {
    const { asked } = await tested(memories, 'yes', () => 'yes')
    expect(asked).toEqual([
      { question: 'what?', memories: ['x', 'y'] },
      { question: 'what?', memories },
    ])
  })

  it.each([
    ['no evidence was shown', ['x', 'y'], ['red']],
    ['no evidence is known', ['red'], []],
    ['nothing was shown', [], ['red']],
    ['nobody can tell whether it was', ['unsure'], ['red']],
  ])('%s: nobody is asked, and it does not apply', async (_, shown, evidence) => {
    const { metrics, asked } = await tested(shown, 'yes', () => 'yes', evidence)
    expect(asked).toEqual([])
    expect(metrics).toEqual(nothing)
  })

  it.each([
    ['without', (shown: readonly string[]) => !isFull(shown)],
    ['again', isFull],
  ])('a refusal or an unusable answer %s: it does not apply', async (_, fails) => {
    const refusing = await tested(memories, 'yes', (shown) => {
      if (fails(shown)) throw new Fault('refusal', 'system', 'no')
      return 'yes'
    })
    expect(refusing.metrics).toEqual(nothing)
    const silent = await tested(memories, 'yes', (shown) => (fails(shown) ? '' : 'yes'))
    expect(silent.metrics).toEqual(nothing)
  })

  it('an outage is a failure, not a figure', async () => {
    const outage = new Fault('provider', 'infrastructure', 'down')
    const failing = tested(memories, 'yes', () => {
      throw outage
    })
    await expect(failing).rejects.toBe(outage)
  })

  it('each asking is a draw of its own, apart from the run and from one another', async () => {
    const draws: CallContext[] = []
    const keep = (_: readonly string[], call: CallContext) => (draws.push(call), 'yes')
    const asked = async (change: Partial<CallContext>) => {
      draws.length = 0
      await tested(memories, 'yes', keep, ['red'], context(change))
      return draws.map(({ fresh, repeat }) => JSON.stringify([fresh, repeat]))
    }
    const all: Json[] = [
      JSON.stringify([null, 0]),
      ...(await asked({})),
      ...(await asked({ repeat: 1 })),
      ...(await asked({ fresh: 'word' })),
    ]
    expect(new Set(all).size).toBe(7)
    expect(await asked({})).toEqual(all.slice(1, 3))
  })

  it('is one instrument for each system, under the same key', () => {
    const made = usageTest({
      track: { parse },
      plan: tinyAnswerPlan,
      answerers: new Map([
        ['memory:a', echo()],
        ['memory:b', echo()],
      ]),
    })
    expect(made.map(({ only }) => only)).toEqual([['memory:a'], ['memory:b']])
    expect(made.map(({ stages }) => stages.map(({ kind, name }) => `${kind} ${name}`))).toEqual([
      ['judge without', 'judge again', 'instrument score'],
      ['judge without', 'judge again', 'instrument score'],
    ])
    const names = made[0]?.metrics.map(({ name }) => name)
    expect(Object.keys(made[0]?.bounds(tinyMemoryCase('a', [])) ?? {})).toEqual(names)
  })

  it('words are what is left without case, punctuation and spacing', () => {
    expect(wordsOf(' Don’t — “stop”, OK?\n')).toBe('don t stop ok')
    expect(wordsOf('...')).toBe('')
  })
})
