import type { MemorySettings, SystemRecord } from '../core/run.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import type { InputSystem } from '../core/system.ts'
import type { Track } from '../core/track.ts'
import { memoryLedger } from '../systems/memory/ledger.ts'
import { usageTest } from '../systems/memory/usage-test.ts'
import { answererOf } from './memory-systems.ts'
import { memoryWord } from './memory-word.ts'
import type { ModelKit } from './models.ts'

/** The instruments that look into memory systems: what became of the evidence, and whether answers rest on it. */
export function memoryInstruments(
  track: Track,
  systems: readonly Pick<SystemRecord, 'id' | 'memory'>[],
  settings: Pick<MemorySettings, 'usageTest'>,
  kit: ModelKit,
): JudgedInstrument[] {
  const plan = track.memory
  const measured = systems.filter(({ memory }) => memory !== undefined)
  if (plan === undefined || measured.length === 0) return []
  const ledger = memoryLedger(
    plan,
    measured.map(({ id }) => id),
  )
  if (plan.use !== 'answer' || !settings.usageTest) return [ledger]
  const answerers = new Map<string, InputSystem>()
  for (const { id, memory } of measured) {
    const word = memoryWord(id, kit.sources)
    // Under a prompt of its own another question would be asked.
    if (memory?.own_prompt === true || word?.model == null) continue
    answerers.set(id, answererOf(word.name, plan.prompt, word.model, kit, 'usage-test'))
  }
  return [ledger, ...usageTest({ track, plan, answerers })]
}
