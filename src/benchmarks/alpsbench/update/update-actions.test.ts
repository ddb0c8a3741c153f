import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/json.ts'
import type { MetricScore, ScorerCase } from '../../../core/scorer.ts'
import { appendOnly, withoutAddition, withoutTarget } from './constructed.ts'
import { updateActions } from './update-actions.ts'

const item = (memory_id: string, value: string): JsonObject => ({
  memory_id,
  type: 'direct',
  label: 'Preferences/Food',
  value,
  confidence: 0.8,
})

const dairy = item('m1', 'Avoids dairy because of lactose intolerance')
const parrot = item('m2', 'Has a parrot called Biscuit')
const cello = item('m3', 'Plays the cello in a community orchestra')
const cheese = item('m1_updated', 'Eats cheese and yoghurt again since the stomach healed')
const portuguese = item('m_new_1', 'Started learning Portuguese for a move to Porto')
const stranger = item('m9', 'Collects vintage fountain pens from the fifties')

const pool = [dairy, parrot, cello]
const answer = [parrot, cello, cheese, portuguese]
const targets = new Set(['m1'])
const subject: ScorerCase = {
  input: { existing_memories: pool, old_dialogue: [], new_dialogue: [] },
  gold: { answer, selected_memory_id: 'm1' },
}

/** Numerator and denominator: action_f1, action_accuracy, addition, modification, retention, stale, invented. */
type Pair = readonly [numerator: number, denominator: number]
type Row = readonly [name: string, prediction: readonly JsonObject[], expected: readonly Pair[]]

// Written before the scorer: 2 items to keep, 1 to modify, 1 to add.
const table: readonly Row[] = [
  [
    'oracle',
    answer,
    [
      [4, 4],
      [4, 4],
      [1, 1],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 4],
    ],
  ],
  [
    'shuffled oracle',
    answer.toReversed(),
    [
      [4, 4],
      [4, 4],
      [1, 1],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 4],
    ],
  ],
  [
    'do nothing',
    pool,
    [
      [0, 2],
      [2, 4],
      [0, 1],
      [0, 1],
      [2, 2],
      [1, 1],
      [0, 3],
    ],
  ],
  [
    'without target',
    withoutTarget({ pool, answer, targets }),
    [
      [0, 2],
      [2, 4],
      [0, 1],
      [0, 1],
      [2, 2],
      [0, 1],
      [0, 2],
    ],
  ],
  [
    'append only',
    appendOnly({ pool, answer, targets }),
    [
      [2, 4],
      [3, 4],
      [1, 1],
      [0, 1],
      [2, 2],
      [1, 1],
      [0, 5],
    ],
  ],
  [
    'without addition',
    withoutAddition({ pool, answer, targets }),
    [
      [2, 3],
      [3, 4],
      [0, 1],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 3],
    ],
  ],
  [
    'without update',
    [parrot, cello, portuguese],
    [
      [2, 3],
      [3, 4],
      [1, 1],
      [0, 1],
      [2, 2],
      [0, 1],
      [0, 3],
    ],
  ],
  [
    'target overwritten by a stranger',
    [stranger, parrot, cello],
    [
      [0, 3],
      [2, 4],
      [0, 1],
      [0, 1],
      [2, 2],
      [0, 1],
      [1, 3],
    ],
  ],
  [
    'kept item overwritten by a stranger',
    [stranger, cello, cheese, portuguese],
    [
      [4, 6],
      [3, 4],
      [1, 1],
      [1, 1],
      [1, 2],
      [0, 1],
      [1, 4],
    ],
  ],
  [
    'update added, stale kept',
    [dairy, parrot, cello, cheese],
    [
      [0, 3],
      [2, 4],
      [0, 1],
      [0, 1],
      [2, 2],
      [1, 1],
      [0, 4],
    ],
  ],
  [
    'a stranger appended',
    [...pool, stranger],
    [
      [0, 3],
      [2, 4],
      [0, 1],
      [0, 1],
      [2, 2],
      [1, 1],
      [1, 4],
    ],
  ],
  [
    'paraphrase',
    [
      parrot,
      cello,
      item('a', 'Eats cheese and yoghurt again now that the stomach has healed'),
      item('b', 'Is learning Portuguese because of a planned move to Porto'),
    ],
    [
      [4, 4],
      [4, 4],
      [1, 1],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 4],
    ],
  ],
  [
    'everything twice',
    [...answer, ...answer],
    [
      [4, 8],
      [4, 4],
      [1, 1],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 8],
    ],
  ],
  [
    'empty',
    [],
    [
      [0, 4],
      [0, 4],
      [0, 1],
      [0, 1],
      [0, 2],
      [0, 1],
      [0, 0],
    ],
  ],
]
const names = [
  'action_f1',
  'action_accuracy',
  'addition_recall',
  'modification_recall',
  'retention_recall',
  'stale_retention',
  'invented_rate',
] as const

const scorer = updateActions()
const score = (items: readonly JsonObject[], of: ScorerCase = subject) =>
  scorer.score({ memory_items: items }, of)

function ratio(of: MetricScore | undefined): number | undefined {
  if (of === undefined || !('numerator' in of) || of.denominator === 0) return undefined
  return of.numerator / of.denominator
}

describe('update actions', () => {
  it.each(table)('%s', (_name, prediction, expected) => {
    const { metrics } = score(prediction)
    expect(metrics).toEqual(
      Object.fromEntries(
        names.map((name, at) => [name, { numerator: expected[at]?.[0], denominator: expected[at]?.[1] }]),
      ),
    )
  })

  it('judges a replacement that says the same as the old item as retention', () => {
    const same = item('m1_updated', 'Avoids dairy because of lactose intolerance')
    const unchanged: ScorerCase = {
      input: { existing_memories: pool },
      gold: { answer: [parrot, cello, same], selected_memory_id: 'm1' },
    }
    const { metrics } = score(pool, unchanged)
    expect(metrics['retention_recall']).toEqual({ numerator: 3, denominator: 3 })
    expect(metrics['modification_recall']).toEqual({ numerator: 0, denominator: 0 })
    expect(metrics['stale_retention']).toEqual({ numerator: 0, denominator: 0 })
    expect(metrics['action_f1']).toEqual({ numerator: 0, denominator: 0 })
  })

  it('tells a reversed preference from the old one', () => {
    const old = item('m1', 'Prefers tea over coffee')
    const reversed = item('m1_updated', 'Prefers coffee over tea')
    const of: ScorerCase = {
      input: { existing_memories: [old] },
      gold: { answer: [reversed], selected_memory_id: 'm1' },
    }
    expect(score([reversed], of).metrics['action_f1']).toEqual({ numerator: 2, denominator: 2 })
    expect(score([old], of).metrics['stale_retention']).toEqual({ numerator: 1, denominator: 1 })
    expect(score([old], of).metrics['modification_recall']).toEqual({ numerator: 0, denominator: 1 })
  })

  it('says nothing about additions where the session has none', () => {
    const without: ScorerCase = {
      input: { existing_memories: pool },
      gold: { answer: [parrot, cello, cheese], selected_memory_id: 'm1' },
    }
    expect(score([parrot, cello, cheese], without).metrics['addition_recall']).toEqual({
      numerator: 0,
      denominator: 0,
    })
  })

  it('does not take an old item that resembles the addition for it', () => {
    const near = item('m_new_1', 'Plays the cello in a string quartet')
    const of: ScorerCase = {
      input: { existing_memories: pool },
      gold: { answer: [parrot, cello, cheese, near], selected_memory_id: 'm1' },
    }
    expect(score([...pool, cello], of).metrics['addition_recall']).toEqual({ numerator: 0, denominator: 1 })
  })

  it('leaves changes in another language unscored and still scores what was kept', () => {
    const { metrics } = score([
      parrot,
      cello,
      item('a', '胃好了以后又开始吃奶酪和酸奶了'),
      item('b', '为了搬到波尔图开始学习葡萄牙语'),
    ])
    expect(metrics['action_f1']).toEqual({ unscored: 'language' })
    expect(metrics['action_accuracy']).toEqual({ unscored: 'language' })
    expect(metrics['retention_recall']).toEqual({ numerator: 2, denominator: 2 })
  })

  it('stays within its bounds and does not depend on order', () => {
    const parts = [dairy, parrot, cello, cheese, portuguese, stranger]
    const bounds = scorer.bounds(subject)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (items) => {
        const { metrics } = score(items)
        expect(score(items.toReversed()).metrics).toEqual(metrics)
        for (const { name, direction } of scorer.metrics) {
          const value = ratio(metrics[name])
          const worst = ratio(bounds[name]?.worst)
          const best = ratio(bounds[name]?.best)
          if (value === undefined || best === undefined) continue
          const sign = direction === 'higher' ? 1 : -1
          expect(sign * value).toBeLessThanOrEqual(sign * best)
          if (worst !== undefined) expect(sign * value).toBeGreaterThanOrEqual(sign * worst)
        }
      }),
    )
  })
})
