import type { JsonObject } from '../../core/json.ts'
import type { AnswerPlan } from '../../core/memory-plan.ts'
import type { MemorySheet } from '../../core/memory-sheet.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { SystemStage } from '../../core/stage.ts'
import type { InputSystem, StagedSystem } from '../../core/system.ts'
import type { MemoryBench, MemoryUnderTest } from './bench.ts'
import { goldEvidenceStage } from './gold-evidence.ts'
import { respondStage } from './respond-stage.ts'
import { Scopes } from './scopes.ts'
import { fillStages, retrieveStage } from './store-stages.ts'

/**
 * A memory system on a track, as a system that ranks beside others: ingest, ready, retrieve (where the plan asks for
 * it), respond. Every stage is kept, so that nothing is told or asked twice.
 */
export function createMemorySystem(under: MemoryUnderTest): StagedSystem {
  const { id, memory, plan, answerer } = under
  const sheet = sheetOf(under)
  const bench: MemoryBench = {
    ...under,
    scopes: new Scopes(memory, under.owner),
    identity: memoryIdentity(memory),
  }
  const stages: SystemStage[] = [...fillStages(bench)]
  if (plan.use !== 'list') stages.push(retrieveStage(bench, plan))
  stages.push(respondStage({ plan, answerer, own: under.ownPrompt ? memory : null }))
  return {
    id,
    access: 'stages',
    kind: 'ranked',
    external: true,
    identity: {
      system: 'memory',
      version: '1',
      memory: bench.identity,
      plan: { use: plan.use, version: plan.version },
      terms: { ...under.terms },
      own_prompt: under.ownPrompt,
      answerer: answerer?.identity ?? null,
    },
    warnings: [...memory.warnings, ...(answerer?.warnings ?? [])],
    memory: sheet,
    stages,
    close: async () => {
      await bench.scopes.close()
      await memory.close?.()
    },
  }
}

/** The name of the ceiling that is handed the evidence itself. */
export const GOLD_EVIDENCE = 'gold-evidence'

/** The ceiling of a track where a model answers: shown the evidence and nothing else. Reads gold. */
export function createGoldEvidence(
  under: Pick<MemoryUnderTest, 'id' | 'terms' | 'tools'> & {
    readonly plan: AnswerPlan
    readonly answerer: InputSystem
  },
): StagedSystem {
  const { id, plan, answerer } = under
  return {
    id,
    access: 'stages',
    kind: 'privileged',
    external: true,
    identity: {
      system: 'memory',
      version: '1',
      memory: { name: GOLD_EVIDENCE, version: '1' },
      plan: { use: plan.use, version: plan.version },
      terms: { ...under.terms },
      answerer: answerer.identity,
    },
    warnings: answerer.warnings ?? [],
    stages: [goldEvidenceStage(under), respondStage(under)],
  }
}

/** Everything about a memory system that changes what it keeps and finds. */
function memoryIdentity({ name, version, identity }: MemorySystem): JsonObject {
  return { name, version, identity }
}

/** The part of a fairness sheet that the harness sets, with what the memory tells of itself. */
function sheetOf({ name, memory, plan, terms, answerer, ownPrompt }: MemoryUnderTest): MemorySheet {
  const { facts, capabilities } = memory
  const isAsked = answerer !== null && plan.use !== 'search'
  return {
    memory: name,
    version: memory.version,
    k:
      facts.searches && plan.use !== 'list'
        ? allowedK(plan.use === 'search' ? plan.k : terms.k, memory)
        : null,
    budget: plan.use === 'answer' ? terms.budget : null,
    dates: plan.dated === true ? capabilities.dates : null,
    wait: terms.wait,
    embedder: facts.embedder,
    extraction_model: facts.extractionModel,
    extraction_prompt: facts.extractionPrompt,
    answer_model: isAsked ? modelOf(answerer) : null,
    answer_prompt: isAsked && !ownPrompt ? (plan.use === 'answer' ? plan.prompt.id : plan.labels.id) : null,
    own_prompt: ownPrompt,
    ...(memory.hosts === undefined || memory.hosts.length === 0 ? {} : { hosts: [...memory.hosts] }),
  }
}

/** Items that a search is asked for: as many as the memory can return. */
function allowedK(wanted: number, { capabilities: { maxK } }: MemorySystem): number {
  return Math.min(wanted, maxK ?? wanted)
}

function modelOf({ identity, id }: InputSystem): string {
  const { model } = identity
  return typeof model === 'string' ? model : id
}
