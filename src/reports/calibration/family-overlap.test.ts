import { describe, expect, it } from 'vitest'
import { familyOverlap, type OverlapInput } from './family-overlap.ts'

const metric = { name: 'pass_rate', range: [0, 1] } as const
const cases = Array.from({ length: 20 }, (_, at) => at)

/** An instrument of one model that gives each answer what `verdict` says. */
function judgedBy(model: string, verdict: (system: string, at: number) => number): OverlapInput {
  const systems = ['openai/gpt-5.2', 'recorded:claude-sonnet', 'my-system']
  return {
    label: `judge (${model})`,
    judges: [{ role: 'judge', models: [model] }],
    answers: systems.flatMap((system) =>
      cases.map((at) => ({
        place: JSON.stringify([system, at]),
        system,
        cluster: `c${at}`,
        language: null,
        answer: 'h',
        length: 1,
        values: { pass_rate: verdict(system, at) },
      })),
    ),
  }
}

/** Half of everything is right. */
const fair = (_system: string, at: number): number => at % 2
const kind = (system: string, at: number): number => (system.startsWith('openai/') ? 1 : at % 2)

describe('overlap of makers', () => {
  const own = judgedBy('openai/gpt-4.1-mini', kind)
  const other = judgedBy('google/gemini-3-flash', fair)

  it('names the systems of the judge and of the author of the gold, and the score without them', () => {
    expect(familyOverlap(own, metric, ['anthropic', 'openai'], [])).toEqual({
      judges: ['openai'],
      authors: ['anthropic', 'openai'],
      judgesThatWrote: ['openai'],
      systems: [
        { system: 'openai/gpt-5.2', family: 'openai', as: ['judge', 'author'] },
        { system: 'recorded:claude-sonnet', family: 'anthropic', as: ['author'] },
      ],
      unknown: ['my-system'],
      mean: { all: (1 + 0.5 + 0.5) / 3, without: 0.5, systems: 1 },
      preferences: [],
    })
  })

  it('a judge that is kind to its own family is seen against one of another family', () => {
    const { preferences } = familyOverlap(own, metric, [], [other])
    expect(preferences).toMatchObject([{ family: 'openai', against: other.label }])
    const difference = preferences[0]?.difference
    expect(difference?.value).toBeCloseTo(0.5, 12)
    expect(difference?.low).toBeGreaterThan(0.2)
    expect(difference).toMatchObject({ n: 20, clusters: 20 })
  })

  it('a judge that is kinder to all alike has no preference', () => {
    const lenient = judgedBy('openai/gpt-4.1-mini', () => 1)
    const { preferences } = familyOverlap(lenient, metric, [], [other])
    expect(preferences[0]?.difference?.value).toBeCloseTo(0, 12)
  })

  it('judges of the same family, or of none that is known, show nothing', () => {
    const same = judgedBy('openai/o3', fair)
    const unknown = judgedBy('compatible/judge-fair', fair)
    expect(familyOverlap(own, metric, [], [same, unknown]).preferences).toEqual([])
    expect(familyOverlap(unknown, metric, [], [other])).toMatchObject({ judges: [], systems: [] })
  })
})
