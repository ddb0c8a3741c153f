import { contentHash } from '../../core/hash.ts'
import type { AnswerPlan, Evidence } from '../../core/memory-plan.ts'
import type { MemoryItem } from '../../core/memory.ts'
import type { MemoryTools } from '../../core/memory-tools.ts'
import type { Retrieved } from '../../core/memory-record.ts'
import type { SystemStage } from '../../core/stage.ts'
import { fitBudget } from './fit-budget.ts'
import type { MemoryTerms } from './bench.ts'
import { plainItem } from './plain-item.ts'

/** In place of a search: what the right answer rests on, in the data's words. Reads gold. */
export function goldEvidenceStage({
  plan,
  terms,
  tools,
}: {
  readonly plan: AnswerPlan
  readonly terms: MemoryTerms
  readonly tools: Pick<MemoryTools, 'countTokens'>
}): SystemStage {
  return {
    kind: 'system',
    name: 'retrieve',
    version: '1',
    needs: [],
    settings: { memory: 'gold-evidence', plan: plan.version, budget: terms.budget },
    eager: false,
    seen: ({ input, gold }) => ({ input: contentHash(input), gold: contentHash(gold) }),
    async run({ subject }): Promise<Retrieved> {
      const found = plan.evidence(subject).map((evidence) => plainItem(itemOf(evidence)))
      const { items, tokens, trimmed } = await fitBudget(found, terms.budget, (text) =>
        tools.countTokens(text),
      )
      return {
        query: plan.query(subject.input),
        k: null,
        returned: found.length,
        found,
        shown: items.map(plainItem),
        trimmed,
        tokens,
        unlisted: null,
        deleted: null,
        searchTime: null,
      }
    },
  }
}

function itemOf({ id, text, sessions }: Evidence): MemoryItem {
  return { id, text, saidAt: null, happenedAt: null, sources: sessions, score: null, raw: null }
}
