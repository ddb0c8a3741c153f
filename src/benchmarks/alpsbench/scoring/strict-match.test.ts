import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import type { MetricScore } from '../../../core/scorer.ts'
import { strictMatch } from './strict-match.ts'

const item = (value: string, more: JsonObject = {}): JsonObject => ({
  memory_id: value.slice(0, 2),
  type: 'direct',
  label: 'Preferences/Food',
  value,
  confidence: 0.95,
  ...more,
})
const dairy = item('Avoids dairy because of lactose intolerance')
const tidal = item('Keeps asking about tidal power plants', { label: 'Thoughts/Curiosity', type: 'indirect' })
const parrot = item('Has a parrot called Biscuit', { label: 'Possessions/Pet' })
const stranger = item('Collects vintage fountain pens from the fifties')
const gold = [dairy, tidal, parrot]

const scorer = strictMatch('memory_items')
const subjectOf = (items: readonly JsonObject[]) => ({ input: null, gold: { memory_items: items } })
const score = (predicted: readonly JsonObject[], of: readonly JsonObject[] = gold) =>
  scorer.score({ memory_items: predicted }, subjectOf(of))
const fraction = (numerator: number, denominator: number) => ({ numerator, denominator })
const gap = { unscored: 'language' }

function ratio(of: MetricScore | undefined): number {
  return of !== undefined && 'numerator' in of ? of.numerator / of.denominator : Number.NaN
}

describe('strict-match', () => {
  it('accepts on the value alone and scores label, type and confidence apart', () => {
    const other = { label: 'UNMAPPED', type: 'indirect', confidence: 0.5 }
    const { metrics } = score([item('Avoids dairy products, lactose intolerance', other), parrot, stranger])
    expect(metrics).toEqual({
      precision: fraction(2, 3),
      recall: fraction(2, 3),
      f1: fraction(4, 6),
      label_accuracy: fraction(1, 2),
      type_accuracy: fraction(1, 2),
      confidence_error: fraction(0.95 - 0.5, 2),
    })
  })

  it('gives nothing for equal labels with another value', () => {
    const constants = gold.map((one) => ({ ...one, value: 'User prefers' }))
    expect(score(constants).metrics['f1']).toEqual(fraction(0, 6))
  })

  it('counts a second prediction of the same memory as an extra', () => {
    expect(score([parrot, parrot]).metrics).toMatchObject({
      precision: fraction(1, 2),
      recall: fraction(1, 3),
    })
  })

  it('has nothing to say when both lists are empty, and 0 when one is', () => {
    expect(score([], []).metrics).toMatchObject({
      precision: fraction(0, 0),
      recall: fraction(0, 0),
      f1: fraction(0, 0),
    })
    expect(score([]).metrics).toMatchObject({
      precision: fraction(0, 1),
      recall: fraction(0, 3),
      f1: fraction(0, 3),
    })
    expect(score([dairy], []).metrics).toMatchObject({
      precision: fraction(0, 1),
      recall: fraction(0, 0),
      f1: fraction(0, 1),
    })
  })

  it('leaves out confidences that are none', () => {
    const { metrics } = score([
      { ...parrot, confidence: null },
      { ...dairy, confidence: 7 },
    ])
    expect(metrics['confidence_error']).toEqual(fraction(0, 0))
  })

  describe('across languages', () => {
    const chinese = [
      item('因为乳糖不耐受所以不吃乳制品'),
      item('一直在问潮汐发电站的问题'),
      item('养了一只叫饼干的鹦鹉'),
    ]
    const spanish = [
      item('El usuario evita los lácteos porque tiene intolerancia a la lactosa'),
      item('Pregunta mucho por las centrales que aprovechan la fuerza de las mareas'),
    ]

    it('leaves the case unscored rather than booking 0', () => {
      for (const predicted of [chinese, spanish]) {
        const { metrics, items } = score(predicted)
        expect(metrics).toMatchObject({ precision: gap, recall: gap, f1: gap })
        expect(items).toEqual([])
      }
      expect(score(chinese, chinese).metrics['f1']).toEqual(fraction(6, 6))
    })

    it('is not escaped by mixing some foreign items into a bad answer', () => {
      const bad = [stranger, item('Plays chess on Sundays'), item('Works as a baker in Lyon')]
      expect(score([...bad, ...chinese]).metrics['f1']).toEqual(fraction(0, 9))
      expect(score([...bad.slice(0, 2), ...chinese]).metrics['f1']).toEqual(fraction(0, 8))
    })

    it('is unscored when half or more of the possible pairs cross, whatever the others are worth', () => {
      const two = [dairy, parrot]
      expect(score([dairy, ...chinese.slice(0, 1)], two).metrics['f1']).toEqual(gap)
      expect(score([stranger, ...chinese.slice(0, 1)], two).metrics['f1']).toEqual(gap)
      expect(score([dairy, parrot, ...chinese.slice(0, 1)], two).metrics['f1']).toEqual(fraction(4, 5))
    })

    it('gives single items of another language no item row', () => {
      const { items } = score([dairy, tidal, ...chinese.slice(0, 1)])
      expect(items?.filter((row) => row.tags['side'] === 'predicted')).toHaveLength(2)
      expect(items?.filter((row) => row.tags['side'] === 'gold')).toHaveLength(3)
    })
  })

  it('does not depend on order, gains nothing from wrong items, and stays within its bounds', () => {
    const parts = [...gold, stranger, item('The user has a parrot, Biscuit'), item('Asks about tidal plants')]
    const bounds = scorer.bounds(subjectOf(gold))
    const lists = fc.array(fc.constantFrom(...parts), { maxLength: 7 })
    fc.assert(
      fc.property(lists, fc.array(fc.nat(), { minLength: 7, maxLength: 7 }), (items, keys) => {
        const { metrics } = score(items)
        const shuffled = items
          .map((one, at) => ({ one, key: keys[at] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        expect(score(shuffled, gold.toReversed()).metrics).toEqual(metrics)
        expect(ratio(score([...items, stranger]).metrics['f1'])).toBeLessThanOrEqual(ratio(metrics['f1']))
        for (const { name, direction } of scorer.metrics) {
          const value = ratio(metrics[name])
          if (Number.isNaN(value)) continue
          const sign = direction === 'higher' ? 1 : -1
          expect(sign * value).toBeLessThanOrEqual(sign * ratio(bounds[name]?.best))
          const worst = ratio(bounds[name]?.worst)
          if (!Number.isNaN(worst)) expect(sign * value).toBeGreaterThanOrEqual(sign * worst)
        }
      }),
    )
  })

  it('breaks ties between equal values the same way in any order', () => {
    const twins = [parrot, { ...parrot, label: 'UNMAPPED', type: 'indirect', confidence: 0.5 }]
    expect(score(twins.toReversed()).metrics).toEqual(score(twins).metrics)
  })

  it('counts a failed case as an empty prediction', () => {
    const bounds = scorer.bounds(subjectOf(gold))
    for (const [name, of] of Object.entries(score([]).metrics)) {
      const worst = bounds[name]?.worst
      expect('numerator' in of && of.denominator > 0).toBe(worst !== undefined && worst.denominator > 0)
      if (worst !== undefined && worst.denominator > 0) expect(ratio(of)).toBe(ratio(worst))
    }
  })
})
