import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CaseTable, OutcomeColumns } from '../../../../src/server/api-types.ts'
import {
  applyFilter,
  columnsOf,
  facetTags,
  readFilter,
  sortPlaces,
  statusCounts,
  tagCounts,
  tightest,
} from './filter.ts'

function tableOf(tags: readonly Record<string, string[]>[]): CaseTable {
  return {
    run: 'r',
    track: 't',
    title: 'T',
    systems: [
      { id: 'a', kind: 'ranked' },
      { id: 'b', kind: 'ranked' },
    ],
    figures: [],
    leading: null,
    cases: tags.map((own, place) => ({
      id: `c${place}`,
      hash: String(place),
      cluster: `k${place % 2}`,
      weight: 1,
      tags: own,
    })),
  }
}

function outcomesOf(
  a: (number | null)[],
  b: (number | null)[],
  statusA = 's'.repeat(a.length),
): OutcomeColumns {
  const base = { run: 'r', track: 't', instrument: 'i', metric: 'm' }
  return {
    ...base,
    systems: [
      { system: 'a', status: statusA, values: a, reasons: {} },
      { system: 'b', status: 's'.repeat(b.length), values: b, reasons: {} },
    ],
  }
}

const table = tableOf([
  { language: ['en'], type: ['x'] },
  { language: ['zh'], type: ['x', 'y'] },
  { language: ['en'], type: ['y'] },
  { language: ['ar'] },
])
const columns = columnsOf(outcomesOf([1, 0.5, null, 0], [1, 0, 0.2, 0], 'ssfs'))

/** Address, cases that are left. */
const filters: [Record<string, string>, number[]][] = [
  [{}, [0, 1, 2, 3]],
  [{ 'tag.language': 'en' }, [0, 2]],
  [{ 'tag.language': 'en|zh' }, [0, 1, 2]],
  [{ 'tag.language': 'en', 'tag.type': 'y' }, [2]],
  [{ 'tag.constructor': 'x' }, []],
  [{ 'is.a': 'f' }, [2]],
  [{ 'is.a': 'sf' }, [0, 1, 2, 3]],
  [{ 'is.none': 's' }, []],
  [{ score: '0.5..1 a' }, [0, 1]],
  [{ score: '..0 a' }, [3]],
  [{ score: '0.1.. b' }, [0, 2]],
  [{ score: 'a..b a' }, [0, 1, 2, 3]],
  [{ differ: 'a|b' }, [1, 2]],
  [{ differ: 'a' }, [0, 1, 2, 3]],
  [{ cluster: 'k1' }, [1, 3]],
]

describe('filters', () => {
  it.each(filters)('%j', (address, places) => {
    expect(applyFilter(table, columns, readFilter(address, null)).places).toEqual(places)
  })

  it('found ids narrow too', () => {
    expect(applyFilter(table, columns, readFilter({}, new Set(['c3', 'zz']))).places).toEqual([3])
  })

  it('tell for each facet what the others leave', () => {
    const { without, places } = applyFilter(
      table,
      columns,
      readFilter({ 'tag.language': 'ar', 'is.a': 'f' }, null),
    )
    expect(places).toEqual([])
    expect(without.get('tag.language')).toEqual([2])
    expect(without.get('is.a')).toEqual([3])
    expect(tightest({ without })).toEqual({ facet: 'tag.language', left: 1 })
  })

  it('agree with filtering condition by condition', () => {
    const value = fc.option(fc.constantFrom(0, 0.5, 1), { nil: null })
    const rows = fc.array(fc.record({ tag: fc.constantFrom('p', 'q'), a: value, b: value }), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(rows, fc.boolean(), fc.boolean(), (all, byTag, byScore) => {
        const own = tableOf(all.map(({ tag }) => ({ tag: [tag] })))
        const cols = columnsOf(
          outcomesOf(
            all.map((row) => row.a),
            all.map((row) => row.b),
          ),
        )
        const address = { ...(byTag ? { 'tag.tag': 'p' } : {}), ...(byScore ? { score: '0.5.. a' } : {}) }
        const wanted = all.flatMap(({ tag, a }, place) =>
          (!byTag || tag === 'p') && (!byScore || (a !== null && a >= 0.5)) ? [place] : [],
        )
        expect(applyFilter(own, cols, readFilter(address, null)).places).toEqual(wanted)
      }),
    )
  })
})

describe('order', () => {
  it.each([
    ['', false, [0, 1, 2, 3]],
    ['', true, [3, 2, 1, 0]],
    ['a', true, [0, 1, 3, 2]],
    ['a', false, [3, 1, 0, 2]],
    ['a|b', true, [1, 0, 3, 2]],
    ['none', true, [0, 1, 2, 3]],
  ])('by %j, descending %s', (by, descending, places) => {
    expect(sortPlaces([0, 1, 2, 3], columns, { by, descending })).toEqual(places)
  })
})

it('facets are tags with several values, and not a name for each case', () => {
  const many = tableOf(
    Array.from({ length: 40 }, (_, place) => ({
      id: [String(place)],
      one: ['x'],
      two: [place % 2 ? 'a' : 'b'],
    })),
  )
  expect(facetTags(many)).toEqual(['two'])
  expect(tagCounts(table, 'type', [0, 1, 2])).toEqual([
    ['x', 2],
    ['y', 2],
  ])
  expect(Object.fromEntries(statusCounts('ssfs', [1, 2, 3, 9]))).toEqual({ s: 2, f: 1, '-': 1 })
})
