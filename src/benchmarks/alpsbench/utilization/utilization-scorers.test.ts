import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseJson, type Json } from '../../../core/json.ts'
import type { MetricScore } from '../../../core/scorer.ts'
import { sampleSessionSchema } from '../data/sample-shape.ts'
import { abilities } from '../shapes.ts'
import { answerKey, compareWithKey } from './answer-key.ts'
import { utilizationBaselines } from './baselines.ts'
import { publicExactUtilization } from './public-exact.ts'

const context = { repeat: 0, attempt: 0, fresh: null, signal: new AbortController().signal }
const shown = (score: MetricScore | undefined) =>
  score === undefined ? 'absent' : 'unscored' in score ? score.unscored : score.numerator / score.denominator

const key = { accept: [['bench', 'seat'], ['tram']], reject: ['climb'] }
const persona = {
  input: { query: 'Plan my walk', selected_memory: { memory_id: 'm1', value: 'Has a parrot' } },
  gold: {
    selected_memory: { memory_id: 'm1', value: 'Has a parrot' },
    answer_key: key,
    reference_answer: 'Take the tram and find a bench',
  },
}
const withHistory = {
  input: {
    query: 'What now?',
    dialogue_history: [
      { role: 'user', text: 'first' },
      { role: 'assistant', text: 'yes' },
      { role: 'user', text: 'my parrot' },
      { role: 'assistant', text: 'ok' },
    ],
  },
  gold: { selected_memory: { value: 'Has a parrot' } },
}

async function predict(name: string, subject: { input: Json; gold: Json }): Promise<Json> {
  const system = utilizationBaselines.find(({ id }) => id === name)?.create({ seed: 1, states: [] })
  const asked =
    system?.access === 'gold'
      ? await system.predictPrivileged({ ...subject, id: 'x' }, context)
      : system?.access === 'baseline'
        ? await system.respond({ input: subject.input, id: 'x', fold: 0 }, context)
        : undefined
  if (asked?.form !== 'contract') throw new Error(`no baseline ${name}`)
  return asked.value
}

describe('public-exact of utilization', () => {
  // AlpsBench spec 2.1, vectors.
  it.each([
    ['parrot', 1],
    ['Has a parrot called Biscuit', 1],
    ['a', 1],
    ['cat', 0],
    ['', 0],
    [' HAS  a\nparrot', 1],
  ])('fact %j scores %d', (used_memory_fact, expected) => {
    const { metrics } = publicExactUtilization().score({ answer: ' ', used_memory_fact }, persona)
    expect(shown(metrics['grounding_accuracy'])).toBe(expected)
    expect(shown(metrics['response_present'])).toBe(0)
  })

  it('tells a target without a text, as the public scorer counts it, from no target at all', () => {
    const score = (gold: Json) =>
      shown(
        publicExactUtilization().score({ answer: 'x', used_memory_fact: 'a' }, { input: persona.input, gold })
          .metrics['grounding_accuracy'],
      )
    expect(score({ selected_memory: { memory_id: 'm7' } })).toBe(0)
    expect(score({ selected_memory: null })).toBe('no-reference')
  })
})

describe('answer-key', () => {
  it.each([
    ['A seat, then the tram', 1, [], []],
    ['The tram', 0, [0], []],
    ['Nothing', 0, [0, 1], []],
    ['A bench, the tram, then climb', 0, [], ['climb']],
    ['A bench, the tram, then climbing', 1, [], []],
  ])('answer %j passes: %d', (answer, expected, missing, rejected) => {
    const result = answerKey().score({ answer, used_memory_fact: '' }, persona)
    expect(shown(result.metrics['pass_rate'])).toBe(expected)
    expect(compareWithKey(answer, key)).toEqual({ missing, rejected })
  })

  it('leaves data without keys unscored, and makes no figure of failures there', () => {
    const result = answerKey().score({ answer: 'x', used_memory_fact: '' }, withHistory)
    expect(shown(result.metrics['pass_rate'])).toBe('no-answer-key')
    expect(answerKey().bounds(withHistory)['pass_rate']?.worst.denominator).toBe(0)
    expect(answerKey().bounds(persona)['pass_rate']).toEqual({
      worst: { numerator: 0, denominator: 1 },
      best: { numerator: 1, denominator: 1 },
    })
  })
})

describe('utilization baselines', () => {
  // System by grounding_accuracy and pass_rate on the persona case, then grounding_accuracy with a history.
  it.each([
    ['oracle', 1, 1, 1],
    ['baseline:empty', 0, 0, 0],
    // P5: the memory that was handed over comes back. With a history, "my parrot" is no part of the gold.
    ['baseline:copy', 1, 0, 0],
    ['baseline:echo', 0, 0, 0],
    ['baseline:generic', 0, 0, 0],
    // P4: one letter is part of the gold value.
    ['baseline:one-letter', 1, 0, 1],
  ])('%s', async (name, grounding, pass, groundingWithHistory) => {
    const first = await predict(name, persona)
    const second = await predict(name, withHistory)
    const exact = publicExactUtilization()
    expect(shown(exact.score(first, persona).metrics['grounding_accuracy'])).toBe(grounding)
    expect(shown(answerKey().score(first, persona).metrics['pass_rate'])).toBe(pass)
    expect(shown(exact.score(second, withHistory).metrics['grounding_accuracy'])).toBe(groundingWithHistory)
  })

  it('copy the last thing the user said, not the assistant', async () => {
    expect(await predict('baseline:copy', withHistory)).toEqual({
      answer: 'my parrot',
      used_memory_fact: 'my parrot',
    })
  })
})

describe('answer keys of the sample', () => {
  const folder = fileURLToPath(new URL('../../../../sample/alpsbench/sessions', import.meta.url))
  const rows = readdirSync(folder)
    .map((file) => sampleSessionSchema.parse(parseJson(readFileSync(join(folder, file), 'utf8'))))
    .flatMap((session) =>
      session.utilization.map((row) => {
        const memory = session.memories.find(({ memory_id }) => memory_id === row.target)
        return {
          name: `${session.session_id} ${row.id}`,
          ability: row.ability,
          input:
            row.ability === 'persona'
              ? { query: row.query, selected_memory: { value: memory?.value ?? '' } }
              : {
                  query: row.query,
                  dialogue_history: session.dialogue.map(({ role, text }) => ({ role, text })),
                },
          gold: {
            selected_memory: memory === undefined ? null : { value: memory.value },
            answer_key: { accept: row.accept, reject: row.reject },
            reference_answer: row.reference_answer,
          },
        }
      }),
    )

  it('pass every reference answer', async () => {
    const failed = []
    for (const row of rows) {
      const score = answerKey().score(await predict('oracle', row), row)
      if (shown(score.metrics['pass_rate']) !== 1) failed.push({ name: row.name, detail: score.detail })
    }
    expect(rows.length).toBeGreaterThan(50)
    expect(failed).toEqual([])
  })

  it.each(abilities)('let no answer pass in %s that knows nothing of the user', async (ability) => {
    const ofAbility = rows.filter((row) => row.ability === ability)
    for (const { id } of utilizationBaselines.filter(({ kind }) => kind === 'input-blind')) {
      let passed = 0
      for (const row of ofAbility) {
        passed += Number(shown(answerKey().score(await predict(id, row), row).metrics['pass_rate']))
      }
      // The oracle passes all, and no headline of ours may be worth more than 5 % of it to the blind.
      expect(passed / ofAbility.length, id).toBeLessThanOrEqual(0.05)
    }
  })
})
