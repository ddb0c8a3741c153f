import { describe, expect, it } from 'vitest'
import type { SystemStage } from '../core/stage.ts'
import { scoreStage } from '../core/respond-parse-score.ts'
import { tinyScorer } from '../testing/tiny-track.ts'
import { sortGraph } from './graph.ts'

const stage = (name: string, ...needs: string[]): SystemStage => ({
  kind: 'system',
  name,
  needs,
  version: '1',
  settings: null,
  eager: false,
  seen: () => null,
  run: async () => null,
})

describe('sortGraph', () => {
  it('puts needs first', () => {
    const graph = sortGraph(
      [stage('c', 'b', 'a'), stage('b', 'a'), stage('a'), scoreStage(tinyScorer())].concat(
        stage('parse', 'c'),
      ),
    )
    expect(graph.systemStages.map((item) => item.name)).toEqual(['a', 'b', 'c', 'parse'])
    expect(graph.instruments.map((chain) => chain.last.instrument)).toEqual(['tiny-exact@1'])
  })

  it.each([
    ['a cycle', [stage('a', 'b'), stage('b', 'a')], 'needs itself'],
    ['an unknown need', [stage('a', 'x')], 'a needs x'],
    ['two of one name', [stage('a'), stage('a')], 'two stages a'],
    ['an instrument without its input', [scoreStage(tinyScorer())], 'score of tiny-exact@1 needs parse'],
    [
      'two instruments of one key',
      [stage('parse'), scoreStage(tinyScorer()), scoreStage(tinyScorer())],
      'two stages',
    ],
  ])('refuses %s', (_name, stages, message) => {
    expect(() => sortGraph(stages)).toThrow(message)
  })
})
