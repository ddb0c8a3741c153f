import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectedComponents } from './union-find.ts'

describe('connectedComponents', () => {
  it('joins what edges connect, in the order of the nodes', () => {
    const components = connectedComponents(
      ['a', 'b', 'c', 'd', 'e'],
      [
        ['e', 'b'],
        ['d', 'e'],
      ],
    )
    expect(components).toEqual([['a'], ['b', 'd', 'e'], ['c']])
  })

  it('takes loops, repeated edges and repeated nodes', () => {
    const components = connectedComponents(
      [1, 2, 1],
      [
        [1, 1],
        [1, 2],
        [2, 1],
      ],
    )
    expect(components).toEqual([[1, 2]])
  })

  it('is empty without nodes and refuses unknown ones', () => {
    expect(connectedComponents([], [])).toEqual([])
    expect(() => connectedComponents(['a'], [['a', 'b']])).toThrow(RangeError)
  })

  it('walks long chains without recursion', () => {
    const nodes = Array.from({ length: 50_000 }, (_, index) => index)
    const edges = nodes.slice(1).map((node) => [node - 1, node] as const)
    expect(connectedComponents(nodes, edges.toReversed())).toHaveLength(1)
  })

  it('agrees with reachability', () => {
    const node = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node), { maxLength: 15 }), (edges) => {
        const nodes = Array.from({ length: 10 }, (_, index) => index)
        const reachable = (start: number) => {
          const seen = new Set([start])
          for (const current of seen) {
            for (const [from, to] of edges) {
              if (from === current) seen.add(to)
              if (to === current) seen.add(from)
            }
          }
          return Array.from(seen).toSorted((a, b) => a - b)
        }
        const components = connectedComponents(nodes, edges)
        expect(components.flat().toSorted((a, b) => a - b)).toEqual(nodes)
        for (const component of components) expect(component).toEqual(reachable(component[0] ?? -1))
      }),
    )
  })
})
