import { describe, expect, it } from 'vitest'
import { condition, figureWord } from './condition.ts'

describe('a condition', () => {
  it.each([
    ['alpsbench/update.action_f1>=0.6', 'alpsbench/update', null, 'action_f1', '>=', 0.6],
    [' alpsbench/update.action_f1 >= .6 ', 'alpsbench/update', null, 'action_f1', '>=', 0.6],
    [
      'alpsbench/extraction.research-algo.score>=40',
      'alpsbench/extraction',
      'research-algo',
      'score',
      '>=',
      40,
    ],
    ['alpsbench/extraction.missing_rate<=3e-1', 'alpsbench/extraction', null, 'missing_rate', '<=', 0.3],
    [
      'a/b.judge-persona@1?judge=x/gpt-4.1&setup=aa.pass_rate>=0.5',
      'a/b',
      'judge-persona@1?judge=x/gpt-4.1&setup=aa',
      'pass_rate',
      '>=',
      0.5,
    ],
    ['a/b.headline>=-0.1', 'a/b', null, 'headline', '>=', -0.1],
  ])('%s', (text, track, instrument, metric, operator, threshold) => {
    expect(condition(text)).toMatchObject({ track, instrument, metric, operator, threshold })
  })

  it.each([
    ['alpsbench/update.action_f1', 'it has no >= or <='],
    ['alpsbench/update.action_f1>0.6', "> can't be tested: write >= or <="],
    ['alpsbench/update.action_f1==0.6', "== can't be tested: write >= or <="],
    ['alpsbench/update.action_f1>=', '"" is no number'],
    ['alpsbench/update.action_f1>=high', '"high" is no number'],
    ['alpsbench/update.action_f1>=Infinity', '"Infinity" is no number'],
    ['action_f1>=0.5', 'the figure is not <track>.<metric>'],
    ['.f1>=0.5', 'the figure is not <track>.<metric>'],
    ['alpsbench/update.>=0.5', 'the figure is not <track>.<metric>'],
    ['>=0.5', 'the figure is not <track>.<metric>'],
  ])('%s is refused', (text, wrong) => {
    expect(condition(text)).toEqual({ wrong })
  })

  it('has a figure whose instrument may hold dots', () => {
    expect(figureWord('a/b.x@1?m=gpt-4.1.f1')).toEqual({
      track: 'a/b',
      instrument: 'x@1?m=gpt-4.1',
      metric: 'f1',
    })
  })
})
