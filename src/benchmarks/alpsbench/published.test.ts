import { describe, expect, it } from 'vitest'
import type { PublishedResult } from '../../core/published.ts'
import { publishedFor, publishedResults } from './published.ts'
import { alpsbenchTrackIds } from './shapes.ts'

function find(part: Partial<PublishedResult>, slice?: string): PublishedResult[] {
  return publishedResults.filter(
    (result) =>
      Object.entries(part).every(([key, value]) =>
        Object.entries(result).some(([k, v]) => k === key && v === value),
      ) && result.slice?.value === slice,
  )
}

const utilization = (ability: string) => `alpsbench/utilization/${ability}`

describe('published results of AlpsBench', () => {
  it('are all there: tables, leaderboard rows and figures', () => {
    const counts = new Map<string, number>()
    for (const { source } of publishedResults) counts.set(source, (counts.get(source) ?? 0) + 1)
    expect([...counts.values()]).toEqual([
      7 * 12, // Table 2 without VRA and CF
      7 * 3 + 7 * 8 + 8 * 6 + 2 * 5, // leaderboard: corrected columns, metric rows, emotion, retrievers
      7 * 7 + 2, // Table 3
      7, // Figure 6
      7 * 3, // Figure 5
    ])
    expect(publishedResults).toHaveLength(298)
    expect(new Set(publishedResults.map(({ track }) => track))).toEqual(new Set(alpsbenchTrackIds))
  })

  it('of memory systems stand beside the same system with the published backbone', () => {
    const aliases = (system: string) => find({ track: 'alpsbench/extraction', system })[0]?.aliases
    expect(aliases('Mem0')).toEqual(['mem0+openai/gpt-4.1-mini'])
    expect(aliases('A-Mem')).toContain('a-mem+openai/gpt-4.1-mini')
    expect(aliases('MemOS')).toBeUndefined()
    expect(find({ track: 'alpsbench/extraction', system: 'Mem0' })[0]?.note).toContain('GPT-4.1-mini')
  })

  it('name a figure once', () => {
    const keys = publishedResults.map(({ track, system, instrument, metric, slice }) =>
      JSON.stringify([track, system, instrument, metric, slice ?? null]),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each([
    ['alpsbench/extraction', 'Gemini-3 Flash', 'research-algo', 'score', 51.67, undefined],
    ['alpsbench/update', 'GPT-5.2', 'research-algo', 'score', 81.49, undefined],
    ['alpsbench/extraction', 'Llama-4 Maverick', 'research-algo', 'recall', 0.2097, undefined],
    ['alpsbench/update', 'Qwen3-max', 'judge', 'score', 72.91, undefined],
    ['alpsbench/retrieval/d1000', 'DeepSeek Reasoner', 'judge', 'score', 0.9273, undefined],
    ['alpsbench/retrieval/d100', 'nltk + BM25', 'public-exact', 'accuracy', 0.2592, undefined],
    [utilization('persona'), 'EverMemOS', 'judge', 'pass_rate', 0.7246, undefined],
    [utilization('preference'), 'GPT-5.2', 'judge', 'pass_rate', 0.768, 'interaction'],
    [utilization('preference'), 'Llama-4 Maverick', 'judge', 'pass_rate', 0.1552, undefined],
    [utilization('emotion'), 'GPT-4.1-mini', 'judge', 'score', 2.92, 'zh'],
    [utilization('emotion'), 'Claude-Sonnet-4.5', 'judge', 'reception', 3.29, 'en'],
    ['alpsbench/extraction', 'MemOS', 'research-algo', 'recall', 0.0003, undefined],
    ['alpsbench/extraction', 'Qwen3-max', 'research-algo', 'missing_rate', 0.538, undefined],
  ])('%s: %s, %s %s is %d', (track, system, instrument, metric, value, slice) => {
    expect(find({ track, system, instrument, metric }, slice).map((result) => result.value)).toEqual([value])
  })

  it("hold the leaderboard's VRA and CF, and say so where the paper prints something else", () => {
    const noteOf = (system: string, ability: string) => {
      const [result, ...others] = find({ track: utilization(ability), system })
      expect(others).toEqual([])
      return { value: result?.value, note: result?.note ?? '' }
    }
    expect(noteOf('GPT-5.2', 'reality')).toMatchObject({ value: 0.736 })
    expect(noteOf('GPT-5.2', 'reality').note).toContain('Table 2 prints 0.5702 for VRA')
    expect(noteOf('GPT-4.1-mini', 'constraint')).toMatchObject({ value: 0.7774 })
    expect(noteOf('GPT-4.1-mini', 'constraint').note).toContain('Table 3 confirms')
    expect(noteOf('Qwen3-max', 'reality').note).toContain('0.6834')
    // Printed rightly.
    expect(noteOf('Qwen3-max', 'constraint')).toEqual({ value: 0.8267, note: '' })
    const correctedCount = publishedResults.filter(
      ({ note }) => note?.startsWith('Corrected') === true,
    ).length
    expect(correctedCount).toBe(7 + 2)
  })

  it('agree with each other: pooled preference is the mean over both sub-pools, weighted 981 to 250', () => {
    for (const { system, value } of publishedFor(utilization('preference')).filter(
      ({ source, slice }) => source.includes('leaderboard') && slice === undefined,
    )) {
      const [general] = find({ track: utilization('preference'), system }, 'general')
      const [interaction] = find({ track: utilization('preference'), system }, 'interaction')
      const pooled = (981 * (general?.value ?? 0) + 250 * (interaction?.value ?? 0)) / 1231
      // Spec 2.7.1: exact to four decimals for six models, 0.0008 off for Llama.
      expect(Math.abs(pooled - value)).toBeLessThan(0.0009)
    }
  })

  it('stand beside measured figures of recordings through their aliases', () => {
    const [gpt] = find({
      track: 'alpsbench/extraction',
      system: 'GPT-4.1-mini',
      metric: 'score',
      instrument: 'research-algo',
    })
    expect(gpt?.aliases).toContain('gpt-4.1-mini_again')
  })
})
