import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { extractionTrack } from './extraction/track.ts'
import { updateTrack } from './update/track.ts'

describe.each([extractionTrack, updateTrack])('$id', (track) => {
  it('names scorers that exist, the headline among those that run by default', () => {
    for (const figure of [track.headline, track.publishedFigure]) {
      if (figure === null || 'none' in figure) throw new Error('a figure is missing')
      expect(track.defaultScorers).toContain(figure.instrument)
      const scorer = track.scorer(figure.instrument, { matcher: 'greedy' })
      expect(scorer.name).toBe(figure.instrument)
      expect(scorer.metrics.map((metric) => metric.name)).toContain(figure.metric)
    }
    expect(() => track.scorer('constructor', { matcher: 'greedy' })).toThrow(UsageError)
  })

  it('returns every metric that it declares, with bounds, even for empty lists', () => {
    for (const name of track.scorerNames) {
      const scorer = track.scorer(name, { matcher: 'hungarian' })
      const subject = { input: { existing_memories: [] }, gold: { memory_items: [], answer: [] } }
      const declared = scorer.metrics.map((metric) => metric.name).toSorted()
      expect(Object.keys(scorer.score({ memory_items: [] }, subject).metrics).toSorted()).toEqual(declared)
      expect(Object.keys(scorer.bounds(subject)).toSorted()).toEqual(declared)
    }
  })

  it('shows published figures of the seven models under their instruments', () => {
    const scores = track.publishedResults.filter(
      ({ instrument, metric }) => instrument === 'research-algo' && metric === 'score',
    )
    expect(scores).toHaveLength(7)
    expect(track.publishedResults.every((result) => result.track === track.id)).toBe(true)
  })
})
