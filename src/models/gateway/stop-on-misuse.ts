import { RapportError } from '../../core/errors.ts'
import { RunStop } from '../../core/fault.ts'

/**
 * A mistake in ids, keys or installed packages is the same for every case: it must end the run with one message
 * instead of failing each case by itself.
 */
export async function stopOnMisuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RapportError && !(error instanceof RunStop)) {
      throw new RunStop(error.message, error.fix ?? 'check the id of the model, and its key')
    }
    throw error
  }
}
