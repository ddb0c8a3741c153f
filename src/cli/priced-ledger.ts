import type { Ledger } from '../core/model.ts'
import type { Store } from '../core/store.ts'
import type { PriceListFacts } from '../core/price-list-facts.ts'
import { priceListFacts, type PriceTable } from '../models/gateway/prices.ts'
import { subjectAtWork } from './call-subject.ts'
import type { CliContext } from './context.ts'

/**
 * A run's ledger that says before its first call which prices give the money, and what each call was made for. A
 * resume may have other prices.
 */
export function pricedLedger(store: Store, prices: PriceTable, { clock }: Pick<CliContext, 'clock'>): Ledger {
  let said: Promise<void> | undefined
  return {
    async recordCalls(run, entries) {
      said ??= store.appendEvents(run, [
        { at: clock.now(), event: { type: 'prices', list: priceListFacts(prices) } },
      ])
      await said
      const about = subjectAtWork()
      await store.recordCalls(
        run,
        about === undefined ? entries : entries.map((entry) => ({ ...entry, about })),
      )
    },
    calls: (run) => store.calls(run),
  }
}

/** The price lists that gave a run's money, in the order of their use, none twice. */
export async function priceListsOf(store: Store, run: string): Promise<readonly PriceListFacts[]> {
  const lists = new Map<string, PriceListFacts>()
  for (const { event } of await store.events(run, 0)) {
    if (event.type === 'prices') lists.set(`${event.list.name} ${event.list.hash}`, event.list)
  }
  return [...lists.values()]
}
