import { UsageError } from '../core/errors.ts'
import type { ModelSettings, RunRecord } from '../core/run.ts'
import { KeyRing } from '../models/gateway/key-ring.ts'
import {
  addressOf,
  serverOf,
  UnknownProviderError,
  type ModelAddress,
} from '../models/gateway/model-address.ts'
import { Redactor } from '../models/gateway/redact.ts'
import { modelsOfRun, type ModelKit } from './models.ts'
import { nearest } from './suggest.ts'

/**
 * Finds out before anything is sent whether every model of a run has a provider and an address.
 * @throws UsageError that names what to set, or the nearest provider
 */
export function checkAddresses(
  run: Pick<RunRecord, 'spec'>,
  kit: Pick<ModelKit, 'sources'>,
): readonly ModelAddress[] {
  return modelsOfRun(run, kit).map((model) => {
    try {
      const address = addressOf(model, kit.sources)
      refuseOtherServer(address, run.spec.models.servers)
      return address
    } catch (error) {
      const near = error instanceof UnknownProviderError ? nearest(error.given, error.known) : []
      if (!(error instanceof UnknownProviderError) || near.length === 0) throw error
      throw new UsageError(error.message, `did you mean ${near.join(' or ')}?`)
    }
  })
}

/** @throws UsageError when a model of a stored run is now at another server: its answers would be a mixture */
function refuseOtherServer(address: ModelAddress, servers: ModelSettings['servers']): void {
  if (servers === null) return
  const now = serverOf(address)
  const then = servers[address.id] ?? null
  if (now === then) return
  const place = (server: string | null): string => server ?? "its provider's usual address"
  throw new UsageError(
    `${address.id} was at ${place(then)} when the run was started, and is now at ${place(now)}`,
    `set ${address.provider.baseUrlVariable} as it was, or start a new run`,
  )
}

/** The same, and its key; runs no key command. @throws UsageError that names what to set */
export function checkModels(run: Pick<RunRecord, 'spec'>, kit: Pick<ModelKit, 'sources'>): void {
  const keys = new KeyRing(kit.sources, new Redactor())
  for (const address of checkAddresses(run, kit)) keys.check(address)
}
