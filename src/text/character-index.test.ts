import { expect, test } from 'vitest'
import { CharacterIndex } from './character-index.ts'
import { codePoints } from './code-points.ts'

const indexOf = (text: string, autojunk = true) => new CharacterIndex(codePoints(text), autojunk)

function positionsOf(index: CharacterIndex, character: string): number[] | undefined {
  const id = index.ids.get(character.codePointAt(0) ?? 0)
  return id === undefined ? undefined : [...index.positions.subarray(index.starts[id], index.starts[id + 1])]
}

const filler = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')

test('lists the positions of each character in order', () => {
  const index = indexOf('ab🙂a🙂a')
  expect(positionsOf(index, 'a')).toEqual([0, 3, 5])
  expect(positionsOf(index, '🙂')).toEqual([2, 4])
  expect(positionsOf(index, 'c')).toBeUndefined()
})

test('from 200 code points on, more than floor(length / 100) + 1 occurrences are too many', () => {
  const threeTimes = indexOf(`aaa${filler(197)}`)
  expect(threeTimes.hasPopular).toBe(false)
  expect(positionsOf(threeTimes, 'a')).toEqual([0, 1, 2])

  const fourTimes = indexOf(`aaaa${filler(196)}`)
  expect(fourTimes.hasPopular).toBe(true)
  expect(positionsOf(fourTimes, 'a')).toBeUndefined()
})

test('nothing is popular in 199 code points or with autojunk off', () => {
  expect(indexOf(`aaaa${filler(195)}`).hasPopular).toBe(false)
  expect(indexOf(`aaaa${filler(196)}`, false).hasPopular).toBe(false)
})
