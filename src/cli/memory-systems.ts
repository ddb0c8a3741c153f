import { UsageError } from '../core/errors.ts'
import type { MemoryPlan } from '../core/memory-plan.ts'
import type { MemorySystem } from '../core/memory.ts'
import { memoryPurpose, type MemoryPhase, type MemoryTools } from '../core/memory-tools.ts'
import type { TrackPrompt } from '../core/prompt.ts'
import type { MemorySettings, RunSpec } from '../core/run.ts'
import type { InputSystem, System } from '../core/system.ts'
import type { Track } from '../core/track.ts'
import { providerNames } from '../models/gateway/model-address.ts'
import { createMemory, isModulePath, memoryForms, memoryNames } from '../registry/memories.ts'
import { createGoldEvidence, createMemorySystem, GOLD_EVIDENCE } from '../systems/memory/memory-system.ts'
import { ownPrompt } from '../systems/memory/own-prompt.ts'
import { sturdyMemory } from '../systems/memory/sturdy-memory.ts'
import type { CliContext } from './context.ts'
import { ANSWER_MODEL } from './memory-settings.ts'
import { hashOfFile, loadModule, memoryTools } from './memory-tools.ts'
import { MEMORY, wordOfMemory, type MemoryWord } from './memory-word.ts'
import { chatWith, type ModelKit } from './models.ts'
import { suggestion } from './suggest.ts'

/** What memory systems of a run need beside its models. */
export interface MemoryContext {
  readonly settings: MemorySettings
  readonly run: string
  readonly programs: RunSpec['programs']
  readonly outside: Pick<CliContext, 'env' | 'cwd' | 'clock'>
}

/**
 * The memory system that a word asks for, on a track.
 * @returns null where the track takes in no memory systems, or this one can't take part in it
 * @throws UsageError for a name that there is not, a model that is missing, a package or key that is not there
 */
export async function memoryOnTrack(
  { name, ownPrompt: isOwn, model: named }: MemoryWord,
  track: Track,
  kit: ModelKit,
  context: MemoryContext,
): Promise<System | null> {
  const plan = track.memory
  if (plan === undefined) return null
  const model = plan.use === 'search' ? null : (named ?? context.settings.answerModel)
  refuseWrongProvider(name)
  if (plan.use === 'answer' && model === null) throw withoutModel(name, track)
  const { k, budget, wait } = context.settings
  const terms = { k, budget, wait }
  const tools = toolsOf(named, kit, context)
  if (name === GOLD_EVIDENCE) {
    if (plan.use !== 'answer' || model === null) return null
    return createGoldEvidence({
      id: wordOfMemory({ name, ownPrompt: false, model }),
      plan,
      terms,
      tools,
      answerer: answererOf(name, plan.prompt, model, kit, 'answer'),
    })
  }
  const memory = await memoryNamed(name, tools, context)
  if (whyNot(plan, memory) !== null) return null
  if (isOwn && memory.ownPrompt === undefined) {
    throw new UsageError(`memory:${name} has no prompt of its own`, `leave out ":own-prompt"`)
  }
  const prompt = promptOf(plan, name, isOwn)
  // Where nobody answers, the model can still be the one that writes what is kept.
  const writes = memory.facts.extractionModel !== null && context.settings.model === null
  const asked = plan.use === 'search' && writes ? (named ?? context.settings.answerModel) : model
  const id = wordOfMemory({ name, ownPrompt: isOwn, model: asked })
  return createMemorySystem({
    id,
    name,
    memory,
    plan,
    terms,
    ownPrompt: isOwn,
    tools,
    owner: `${context.run} ${track.id} ${id}`,
    answerer:
      model === null || prompt === null
        ? null
        : answererOf(name, prompt, model, kit, plan.use === 'list' ? 'labels' : 'answer'),
  })
}

/** The prompt that a plan's model is asked with; null where none is asked. */
function promptOf(plan: MemoryPlan, name: string, isOwn: boolean): TrackPrompt | null {
  if (plan.use === 'search') return null
  if (plan.use === 'list') return plan.labels
  return isOwn ? ownPrompt(plan.prompt, name) : plan.prompt
}

/** A chat model that answers for a memory system; its calls are booked under the memory and the phase. */
export function answererOf(
  name: string,
  prompt: TrackPrompt,
  model: string,
  kit: ModelKit,
  phase: MemoryPhase,
): InputSystem {
  return chatWith(model, prompt, kit, memoryPurpose(name, phase))
}

/** A name that still ends in `+<provider>/<model>` has a provider that there is not. @throws UsageError */
function refuseWrongProvider(name: string): void {
  const [, provider] = /\+([^/+\s]+)\/[^\s]+$/.exec(name) ?? []
  if (provider === undefined || name.startsWith('program:') || /^https?:/.test(name)) return
  throw new UsageError(
    `no model provider is called ${JSON.stringify(provider)}`,
    suggestion(provider, providerNames({ env: {} }), 'rapport list systems'),
  )
}

/** A memory system by name, whose calls end and whose answers are checked. @throws UsageError */
export async function memoryNamed(
  name: string,
  tools: MemoryTools,
  context: MemoryContext,
): Promise<MemorySystem> {
  const { outside, programs } = context
  const memory = await createMemory(name, tools, {
    cwd: outside.cwd,
    env: outside.env,
    limits: programs,
    load: (path) => loadModule(path, outside.cwd),
  })
  if (memory !== null) {
    const file = isModulePath(name) ? { module: await hashOfFile(name, outside.cwd) } : {}
    return sturdyMemory(memory, tools, file)
  }
  refuseWrongProvider(name)
  throw new UsageError(
    `there is no memory system ${JSON.stringify(name)}`,
    suggestion(name, memoryNames, 'rapport memory list'),
  )
}

/** @param named the model that the word names */
export function toolsOf(
  named: string | null,
  kit: ModelKit,
  { settings, outside }: MemoryContext,
): MemoryTools {
  const model = settings.model ?? named ?? settings.answerModel
  return memoryTools({ model, embedder: settings.embedder }, kit, outside)
}

/** Why a memory system can't take part in a track; null when it can. */
function whyNot(plan: MemoryPlan, { capabilities }: MemorySystem): string | null {
  if (plan.use === 'list' && !capabilities.list) return "it can't show what it keeps"
  if (plan.startsFromGiven === true && !capabilities.preload) return "it can't start from given memories"
  return null
}

/** The full words that `memory:` and a beginning with `*` stand for on a track: the built-in ones that fit it. */
export function memoryWords(pattern: MemoryWord, track: Track, context: MemoryContext): string[] {
  const plan = track.memory
  if (plan === undefined) return []
  const start = pattern.name.slice(0, -1)
  const model = pattern.model ?? context.settings.answerModel
  const writer = context.settings.model ?? model
  const fitting = memoryForms
    .filter(({ example, kind }) => kind === 'built-in' && example.startsWith(start))
    .filter(
      ({ searches, asksModel }) =>
        plan.use === 'answer' || ((searches || plan.use === 'list') && (!asksModel || writer !== null)),
    )
    .map(({ example, asksModel }) => ({
      name: example,
      isAsked: plan.use !== 'search' || (asksModel && context.settings.model === null),
    }))
  const ceiling =
    plan.use === 'answer' && GOLD_EVIDENCE.startsWith(start) ? [{ name: GOLD_EVIDENCE, isAsked: true }] : []
  return [...fitting, ...ceiling].map(({ name, isAsked }) =>
    wordOfMemory({ name, ownPrompt: pattern.ownPrompt, model: isAsked ? model : null }),
  )
}

function withoutModel(name: string, track: Track): UsageError {
  return new UsageError(
    `on ${track.id} a model answers with what memory:${name} finds, and none is named`,
    `write ${MEMORY}${name}+<provider>/<model>, or name one for all: --answer-model <provider>/<model>, or ${ANSWER_MODEL}`,
  )
}

/**
 * Refuses a word `memory:…` that fits none of the tracks, with the reason.
 * @throws UsageError always
 */
export async function refuseMemory(
  word: MemoryWord,
  tracks: readonly Track[],
  kit: ModelKit,
  context: MemoryContext,
): Promise<never> {
  const here = tracks.map(({ id }) => id).join(', ')
  const plans = tracks.flatMap(({ memory }) => memory ?? [])
  if (plans.length === 0) {
    throw new UsageError(
      `${here} takes in no memory systems`,
      'see which tracks there are: rapport list tracks',
    )
  }
  if (word.name.endsWith('*')) {
    const named = JSON.stringify(`${MEMORY}${word.name}`)
    throw new UsageError(
      `no built-in memory system fits ${named} on ${here}`,
      'see them with: rapport memory list',
    )
  }
  if (word.name === GOLD_EVIDENCE) {
    throw new UsageError(`memory:${GOLD_EVIDENCE} is for tracks where a model answers, and not for ${here}`)
  }
  const memory = await memoryNamed(word.name, toolsOf(word.model, kit, context), context)
  const reasons = plans.flatMap((plan) => whyNot(plan, memory) ?? [])
  await memory.close?.()
  throw new UsageError(`memory:${word.name} can't take part in ${here}: ${reasons[0] ?? 'no reason known'}`)
}
