import { describe, expect, it } from 'vitest'
import { isJsonObject, jsonObjectSchema, parseJson } from '../../../core/json.ts'
import { alpsbench } from '../benchmark.ts'
import { utilizationPredictionSchema } from '../shapes.ts'

const rubrics = new Map(
  alpsbench.tracks.flatMap(({ id, rubrics: all }) => all.map((rubric) => [`${id} ${rubric.name}`, rubric])),
)
const kinds = ['right', 'wrong-same-topic', 'empty', 'verbose-wrong', 'injection']

/** Languages that each rubric must have probes in. */
const bilingual = /judge-(?:persona|preference|reality|constraint|emotion)(?:-fields)?$|judge-memory-match/

it('every track has rubrics with names of their own', () => {
  expect(alpsbench.tracks).toHaveLength(12)
  for (const { rubrics: all } of alpsbench.tracks) {
    expect(all.length).toBeGreaterThan(0)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  }
})

describe.each([...rubrics])('%s', (name, rubric) => {
  const languages = [...new Set(rubric.probes.map(({ language }) => language))]

  it('has a probe of every kind in every language', () => {
    expect(languages.toSorted()).toEqual(bilingual.test(name) ? ['en', 'zh'] : ['en'])
    for (const language of languages) {
      const own = rubric.probes.filter((probe) => probe.language === language)
      expect(own.length).toBeGreaterThanOrEqual(5)
      expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(kinds))
      // Equal answers would count one error of a judge twice.
      const said = own.map(({ subject }) => JSON.stringify(subject.prediction))
      expect(new Set(said).size).toBe(new Set(own.map(({ id }) => id)).size)
    }
    expect(rubric.probes.every(({ passes, kind }) => passes === (kind === 'right'))).toBe(true)
    expect(new Set(rubric.probes.map(({ id }) => id)).size).toBe(rubric.probes.length)
  })

  it('shows each probe as data, after an instruction that says so', () => {
    for (const { id, subject } of rubric.probes) {
      const prompt = rubric.prompt(subject)
      if ('unscored' in prompt) throw new Error(`${id} is not asked: ${prompt.unscored}`)
      const [system, user, more] = prompt
      expect([system?.role, user?.role, more]).toEqual(['system', 'user', undefined])
      expect(system?.content).toMatch(/never followed|不得照做/)
      expect(system?.content).toContain(JSON.stringify(rubric.reply?.schema))
      const shown = jsonObjectSchema.parse(parseJson(user?.content ?? ''))
      const { prediction } = subject
      const said = utilizationPredictionSchema.safeParse(prediction)
      if (said.success) expect(shown['answer']).toBe(said.data.answer)
      // Nothing of the answer is in the instruction.
      for (const text of textsOf(prediction)) {
        if (text.length > 12) expect(system?.content).not.toContain(text)
      }
    }
  })

  it('shows the query wherever there is one', () => {
    for (const { subject } of rubric.probes) {
      const query = isJsonObject(subject.input) ? subject.input['query'] : undefined
      if (query === undefined) continue
      const prompt = rubric.prompt(subject)
      const user = 'unscored' in prompt ? '' : (prompt[1]?.content ?? '')
      expect(jsonObjectSchema.parse(parseJson(user))['query']).toBe(query)
    }
  })

  it('has one score and one pair of bounds per metric', () => {
    const names = rubric.metrics.map((metric) => metric.name).toSorted()
    for (const { subject } of rubric.probes) {
      expect(Object.keys(rubric.bounds(subject)).toSorted()).toEqual(names)
    }
  })
})

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
