import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { hashJson } from '../core/hash.ts'
import { runMemoryChecks } from '../memory/conformance/index.ts'
import type { CliContext } from './context.ts'
import { memoryNamed, toolsOf, type MemoryContext } from './memory-systems.ts'
import { memoryWord } from './memory-word.ts'
import type { ModelKit } from './models.ts'

/**
 * Puts every memory system of a run through the conformance suite, once, before the run asks anything of it, and writes
 * down how it did. A check that fails stops nothing: it is shown beside the scores.
 * @param onSystem is told of each memory before it is checked
 */
export async function checkMemories(
  run: RunRecord,
  store: Store,
  kit: ModelKit,
  context: CliContext,
  onSystem: (name: string) => void,
): Promise<void> {
  const { memory: settings } = run.spec
  if (!settings.checks) return
  const done = new Set(
    (await store.events(run.id, 0)).flatMap(({ event }) =>
      event.type === 'memory-checks' ? [event.memory] : [],
    ),
  )
  const memories: MemoryContext = { settings, run: run.id, programs: run.spec.programs, outside: context }
  for (const { name, model } of memoriesOf(run, kit)) {
    if (done.has(name)) continue
    onSystem(name)
    const memory = await memoryNamed(name, toolsOf(model, kit, memories), memories)
    try {
      const results = await runMemoryChecks(memory, {
        // Another one each time: a service still has what a crash left under the last one.
        scopePrefix: `rapport-${hashJson([run.id, name, context.clock.now()]).slice(0, 16)}`,
        wait: settings.wait * 1000,
        sample: { repeat: 0, attempt: 1, fresh: run.spec.fresh },
        signal: context.signal,
      })
      await store.appendEvents(run.id, [
        {
          at: context.clock.now(),
          event: { type: 'memory-checks', memory: name, version: memory.version, results: [...results] },
        },
      ])
    } finally {
      await memory.close?.()
    }
  }
}

/** The memory systems of a run with the model that writes for each, none twice. */
function memoriesOf(
  { spec }: Pick<RunRecord, 'spec'>,
  kit: Pick<ModelKit, 'sources'>,
): { readonly name: string; readonly model: string | null }[] {
  const found = new Map<string, string | null>()
  for (const { systems } of spec.tracks) {
    for (const { spec: word, memory } of systems) {
      const parts = memory === undefined ? null : memoryWord(word, kit.sources)
      if (parts !== null && !found.has(parts.name)) found.set(parts.name, parts.model)
    }
  }
  return [...found].map(([name, model]) => ({ name, model }))
}
