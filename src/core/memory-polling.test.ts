import { describe, expect, it } from 'vitest'
import { pollReadiness, type PieceState } from './memory-polling.ts'

/** Time that only waiting moves. */
function still() {
  const waited: number[] = []
  const now = () => waited.reduce((sum, one) => sum + one, 0)
  const wait = (milliseconds: number) => {
    waited.push(milliseconds)
    return Promise.resolve()
  }
  return { waited, clock: { now, monotonic: now }, wait }
}
const { signal } = new AbortController()

/** What is said of each piece, look after look; the last word stays. */
function service(script: Record<string, readonly PieceState[]>) {
  const looks = new Map<string, number>()
  return (piece: string): Promise<PieceState> => {
    const look = looks.get(piece) ?? 0
    looks.set(piece, look + 1)
    const states = script[piece] ?? []
    return Promise.resolve(states[Math.min(look, states.length - 1)] ?? 'pending')
  }
}

describe('waiting for a service', () => {
  it.each([
    ['nothing was told', {}, [], { state: 'ready' }],
    ['all is done', { a: ['done'], b: ['done'] }, [], { state: 'ready' }],
    [
      'it takes some time',
      { a: ['pending', 'pending', 'done'], b: ['done'] },
      [250, 500],
      { state: 'ready' },
    ],
    [
      'a piece fails',
      { a: ['pending', 'failed'], b: ['done'] },
      [250],
      { state: 'failed', sessions: ['of-a'] },
    ],
    ['it never ends', { a: ['pending'] }, [250, 500, 250], { state: 'timeout' }],
  ] as const)('%s', async (_, script, waits, expected) => {
    const tools = still()
    const pieces = new Map(Object.keys(script).map((piece) => [piece, `of-${piece}`]))
    expect(await pollReadiness(tools, pieces, service(script), 1000, signal)).toEqual(expected)
    expect(tools.waited).toEqual(waits)
  })

  it('goes on where an earlier wait ended', async () => {
    const pieces = new Map([['a', 'of-a']])
    const look = service({ a: ['pending', 'pending', 'done'] })
    expect(await pollReadiness(still(), pieces, look, 0, signal)).toEqual({ state: 'timeout' })
    expect(await pollReadiness(still(), pieces, look, 1000, signal)).toEqual({ state: 'ready' })
  })
})
