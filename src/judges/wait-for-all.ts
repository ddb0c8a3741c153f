import { RunStop } from '../core/fault.ts'

/**
 * Waits for all, so that what was paid is kept; a stop of the run comes before a judge that is down.
 * @throws the stop, else the first failure
 */
export async function waitForAll<T>(asked: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(asked)
  const failures = settled.flatMap((one): { error: unknown }[] =>
    one.status === 'rejected' ? [{ error: one.reason }] : [],
  )
  const worst = failures.find(({ error }) => error instanceof RunStop) ?? failures[0]
  if (worst !== undefined) throw worst.error
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
