import { contentHash } from '../../core/hash.ts'
import { fraction, meanMetric, ratioMetric } from '../../core/metric-kit.ts'
import { readySchema, retrievedSchema } from '../../core/memory-record.ts'
import type { Evidence, MemoryPlan } from '../../core/memory-plan.ts'
import type { MemoryItem } from '../../core/memory.ts'
import type { MetricScore, ScoreResult, ScorerCase } from '../../core/scorer.ts'
import { instrumentKey, type Instrument } from '../../core/scorer.ts'
import type { InstrumentStage, JudgedInstrument } from '../../core/stage.ts'
import type { Bounds } from '../../core/outcome.ts'

/** Names of the ledger's metrics, in the order in which evidence gets lost. */
export const LEDGER = 'memory-ledger'

const NOT_APPLICABLE = { unscored: 'not-applicable' } as const

/**
 * Follows the evidence of an answer through a memory system: is it stored, is it found, is it shown? Per case the
 * share of its pieces of evidence; cases without known evidence don't apply. Beside it the share of what is stored
 * that is evidence, so that storing everything is seen for what it is.
 * @param systems ids of those it measures
 */
export function memoryLedger(plan: MemoryPlan, systems: readonly string[]): JudgedInstrument {
  const searches = plan.use !== 'list'
  const instrument: Instrument = {
    name: LEDGER,
    version: '1',
    options: {},
    metrics: [
      meanMetric('stored', 'Evidence of the right answer that is in the store'),
      ...(searches ? [meanMetric('retrieved', 'Evidence that is among the first k of the search')] : []),
      ...(plan.use === 'answer' ? [meanMetric('shown', 'Evidence that the answer model is shown')] : []),
      ratioMetric('evidence_share', 'Stored items that tell evidence of the case'),
    ],
    bounds: ({ input, gold }: ScorerCase): Record<string, Bounds> => {
      const known = plan.evidence({ input, gold }).length > 0
      const unit: Bounds = known
        ? { worst: fraction(0), best: fraction(1) }
        : { worst: fraction(0, 0), best: fraction(0, 0) }
      return {
        stored: unit,
        ...(searches ? { retrieved: unit } : {}),
        ...(plan.use === 'answer' ? { shown: unit } : {}),
        evidence_share: { worst: fraction(0, 0), best: fraction(0, 0) },
      }
    },
  }
  const stage: InstrumentStage = {
    kind: 'instrument',
    name: 'score',
    instrument: instrumentKey(instrument),
    scorer: instrument,
    version: '1',
    needs: searches ? ['ready', 'retrieve'] : ['ready'],
    settings: { scorer: LEDGER, plan: plan.version },
    seen: ({ input, gold }) => ({ input: contentHash(input), gold: contentHash(gold) }),
    async run({ subject, upstream }): Promise<ScoreResult> {
      const evidence = plan.evidence(subject)
      const { stored } = readySchema.parse(upstream['ready'])
      const retrieved = searches ? retrievedSchema.parse(upstream['retrieve']) : null
      const share = (items: readonly MemoryItem[]): MetricScore => carriedShare(plan, items, evidence)
      return {
        metrics: {
          stored: stored === null ? NOT_APPLICABLE : share(stored),
          ...(retrieved === null ? {} : { retrieved: share(retrieved.found) }),
          ...(retrieved === null || plan.use !== 'answer' ? {} : { shown: share(retrieved.shown) }),
          evidence_share: stored === null ? NOT_APPLICABLE : evidenceShare(plan, stored, evidence),
        },
        detail: {
          evidence: evidence.map(({ id }) => id),
          shown: retrieved === null ? [] : carriers(plan, retrieved.shown, evidence),
        },
      }
    },
  }
  return { ...instrument, stages: [stage], only: systems }
}

/** How much of the evidence these items tell; not applicable where that can't be told. */
function carriedShare(
  plan: MemoryPlan,
  items: readonly MemoryItem[],
  evidence: readonly Evidence[],
): MetricScore {
  let carried = 0
  for (const one of evidence) {
    const told = items.map((item) => plan.carries(item, one))
    if (told.includes(true)) carried += 1
    else if (told.includes(null)) return NOT_APPLICABLE
  }
  return fraction(carried, evidence.length)
}

function evidenceShare(
  plan: MemoryPlan,
  stored: readonly MemoryItem[],
  evidence: readonly Evidence[],
): MetricScore {
  if (evidence.length === 0) return fraction(0, 0)
  const told = stored.map((item) => evidence.map((one) => plan.carries(item, one)))
  if (told.some((one) => !one.includes(true) && one.includes(null))) return NOT_APPLICABLE
  return fraction(told.filter((one) => one.includes(true)).length, stored.length)
}

/** Ids of the items that tell any of the evidence. */
export function carriers(
  plan: Pick<MemoryPlan, 'carries'>,
  items: readonly MemoryItem[],
  evidence: readonly Evidence[],
): string[] {
  return items.filter((item) => evidence.some((one) => plan.carries(item, one) === true)).map(({ id }) => id)
}
