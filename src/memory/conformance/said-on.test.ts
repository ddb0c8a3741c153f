import { describe, expect, it } from 'vitest'
import type { MemoryItem } from '../../core/memory.ts'
import { saidOn } from './said-on.ts'

const item = (change: Partial<MemoryItem>): MemoryItem => ({
  id: 'a',
  text: 'A tortoise.',
  saidAt: null,
  happenedAt: null,
  sources: [],
  score: null,
  raw: null,
  ...change,
})

describe('the day of an item', () => {
  it.each([
    ['2023-03-17T12:00:00+00:00', 'field'],
    ['2023-03-17T21:00:00+09:00', 'field'],
    ['2023-03-17T01:00:00-11:00', 'field'],
    ['2023-03-17', 'field'],
    ['2023-03-18T12:00:00Z', null],
    ['last week', null],
    ['', null],
  ])('said at %j: %s', (time, place) => {
    expect(saidOn(item({ saidAt: time }), '2023-03-17')).toBe(place)
    expect(saidOn(item({ happenedAt: time }), '2023-03-17')).toBe(place)
  })

  it.each([
    '2023-03-17',
    'on 2023/3/17.',
    '17.03.2023',
    '03/17/2023',
    '17/03/2023',
    'March 17, 2023',
    'march 17th 2023',
    'Mar. 17, 2023',
    '17 March 2023',
    '17th of March, 2023',
    '2023年3月17日',
    '[2023-03-17T12:00]',
  ])('in the text: %s', (text) => {
    expect(saidOn(item({ text }), '2023-03-17')).toBe('text')
  })

  it.each(['2023-03-170', '12023-03-17', '2023-03-18', '7 March 2023', '117 March 2023', 'March 2023', '17'])(
    'is not in the text: %s',
    (text) => {
      expect(saidOn(item({ text }), '2023-03-17')).toBeNull()
    },
  )
})
