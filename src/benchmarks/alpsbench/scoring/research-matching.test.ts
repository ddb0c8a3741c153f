import { expect, it } from 'vitest'
import { matchResearch, prepareItems } from './research-matching.ts'

const item = (label: string, value: string) => ({ type: 'direct', label, value, confidence: 0.9 })
const parrot = item('Possessions/Pet', 'Has a parrot')
const soup = item('Preferences/Food', 'Likes soup')
const rockets = item('Thoughts/Curiosity', 'Asks about rockets')

it.each(['greedy', 'hungarian'] as const)(
  '%s: missing are positions of gold, extra ones of predictions',
  (matcher) => {
    const match = matchResearch(prepareItems([parrot, soup, rockets]), prepareItems([soup]), matcher)
    expect(match.pairs.map(({ gold, predicted }) => [gold, predicted])).toEqual([[1, 0]])
    expect([match.missing, match.extra]).toEqual([[0, 2], []])
    const turned = matchResearch(prepareItems([soup]), prepareItems([parrot, rockets, soup]), matcher)
    expect([turned.missing, turned.extra]).toEqual([[], [0, 1]])
  },
)
