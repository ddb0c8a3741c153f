import { describe, expect, it } from 'vitest'
import { RapportError, UsageError } from '../../core/errors.ts'
import { Fault, RunStop } from '../../core/fault.ts'
import { guarded, isOwnFault } from './guarded.ts'

const { signal } = new AbortController()
async function thrown(error: unknown, ended = signal): Promise<unknown> {
  const failing = async (): Promise<never> => {
    throw error
  }
  try {
    return await guarded('search', ended, failing)
  } catch (caught) {
    return caught
  }
}

describe('what a step of a memory system throws', () => {
  it('is its own fault, in one line that is not too long', async () => {
    expect(await thrown(new Error(' a\n\u001B[31mb\u0000c '))).toMatchObject({
      name: 'Fault',
      reason: 'crash',
      by: 'system',
      message: 'search: a [31mb c',
    })
    expect(await thrown('text')).toMatchObject({ message: 'search: text' })
    expect(await thrown(undefined)).toMatchObject({ message: 'search: undefined' })
    const long = await thrown(new Error('x'.repeat(9999)))
    expect(long).toHaveProperty('message', `search: ${'x'.repeat(300)}`)
  })

  it.each([
    new Fault('provider', 'infrastructure', 'down'),
    new Fault('refusal', 'system', 'no'),
    new RunStop('the budget is used up', 'x'),
    new RapportError('a mistake in the data', {}),
  ])('%s stays what it is', async (error) => {
    expect(await thrown(error)).toBe(error)
  })

  it('that it can not be used at all ends the run, with what to do', async () => {
    const found = await thrown(new UsageError('no key', 'set KEY'))
    expect(found).toBeInstanceOf(RunStop)
    expect(found).toMatchObject({ message: 'no key', fix: 'set KEY' })
    expect(await thrown(new UsageError('no key'))).toMatchObject({ fix: '' })
  })

  it('after the run was stopped is not its fault', async () => {
    const error = new Error('socket closed')
    expect(await thrown(error, AbortSignal.abort())).toBe(error)
  })

  it('own faults are those by the system', () => {
    expect(isOwnFault(new Fault('crash', 'system', ''))).toBe(true)
    expect(isOwnFault(new Fault('provider', 'infrastructure', ''))).toBe(false)
    expect(isOwnFault(new Error('x'))).toBe(false)
  })
})
