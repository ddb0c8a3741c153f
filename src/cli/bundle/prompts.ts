import type { Case } from '../../core/case.ts'
import { hashJson } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import type { ChatRequest, ModelPort } from '../../core/model.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Stage } from '../../core/stage.ts'
import type { Store } from '../../core/store.ts'
import { foldOf } from '../../engine/execute.ts'
import type { PromptRow } from '../../bundle/format.ts'
import type { KnownRun, KnownSystem } from './graphs.ts'
import { hasNeeds, nameOf, needed, unitsOf, type StoredUnit } from './units.ts'

/** Writes down what it is asked and answers nothing. */
export class Recorder implements ModelPort {
  requests: ChatRequest[] = []

  async chat(request: ChatRequest): Promise<never> {
    this.requests.push(request)
    throw new Error('only written down')
  }

  async embed(): Promise<never> {
    throw new Error('only written down')
  }
}

/** What `prompt` of a row is the hash of. */
export function promptContent({
  messages,
  parameters,
  reply,
}: Pick<ChatRequest, 'messages' | 'parameters' | 'reply'>): {
  readonly messages: Json
  readonly parameters: Json
  readonly reply: Json
} {
  return {
    messages: messages.map(({ role, content }) => ({ role, content })),
    parameters: { ...parameters },
    reply: reply === null ? null : { name: reply.name, schema: reply.schema },
  }
}

/**
 * The prompts of a run's answers and judges, made again from cases and earlier outputs: the store keeps replies, not
 * requests. Of a chat model's answer the last attempt of each repeat; of a judge what it is asked first. Nobody is
 * asked.
 */
export async function* promptRows(store: Store, run: RunRecord, known: KnownRun): AsyncGenerator<PromptRow> {
  const recorder = recorderOf(known)
  const told = new Set<string>()
  for (const { record, systems } of known.tracks) {
    if (!systems.some((system) => askingStages(system).length > 0)) continue
    for await (const subject of store.cases(run.id, record.track)) {
      if (subject.skip !== undefined) continue
      for (const system of systems) {
        const stages = askingStages(system)
        if (stages.length === 0) continue
        for (const unit of await unitsOf(store, run.id, record.track, system.id, subject.id)) {
          if (!unit.isLast) continue
          for (const { stage, request } of await requestsOf(recorder, { subject, system, unit, run })) {
            const content = promptContent(request)
            const prompt = hashJson(content)
            const isNew = !told.has(prompt)
            told.add(prompt)
            yield {
              track: record.track,
              system: system.id,
              case: subject.id,
              repeat: unit.repeat,
              attempt: unit.attempt,
              stage: stage.name,
              instrument: stage.kind === 'system' ? '' : stage.instrument,
              model: request.model,
              prompt,
              ...(isNew ? content : {}),
            }
          }
        }
      }
    }
  }
}

/** Takes the place of a run's models: from now on whatever asks them is written down and answered by nobody. */
export function recorderOf({ kit }: Pick<KnownRun, 'kit'>): Recorder {
  const recorder = new Recorder()
  kit.attach(recorder)
  return recorder
}

/** What a stored answer and its judges were asked first, stage by stage. */
export async function requestsOf(
  recorder: Recorder,
  {
    subject,
    system,
    unit,
    run,
  }: {
    readonly subject: Case
    readonly system: KnownSystem
    readonly unit: StoredUnit
    readonly run: Pick<RunRecord, 'spec'>
  },
): Promise<{ readonly stage: Stage; readonly request: ChatRequest }[]> {
  const found: { stage: Stage; request: ChatRequest }[] = []
  for (const stage of askingStages(system)) {
    if (!unit.references.has(nameOf(stage)) || !hasNeeds(unit, stage)) continue
    recorder.requests = []
    await asked(stage, { subject, unit, fresh: run.spec.fresh })
    for (const request of recorder.requests) found.push({ stage, request })
  }
  return found
}

/** The stages of a system that ask a chat model in a way that can be written down. */
function askingStages({ graph, asksModel }: KnownSystem): Stage[] {
  return [
    ...graph.systemStages.filter(({ name }) => asksModel && name === 'respond'),
    ...graph.instruments.flatMap(({ before }) => before),
  ]
}

async function asked(
  stage: Stage,
  { subject, unit, fresh }: { subject: Parameters<Stage['seen']>[0]; unit: StoredUnit; fresh: string | null },
): Promise<void> {
  const upstream: Record<string, Json> = {}
  for (const need of stage.needs) {
    const result = needed(unit, stage, need)
    if (result !== undefined) upstream[need] = result.output
  }
  const context = { repeat: unit.repeat, fresh, attempt: 1, signal: new AbortController().signal }
  try {
    await stage.run({ subject, fold: foldOf(subject), upstream, context })
  } catch {
    // The recorder answers nothing; a stage that fails before it asks has no prompt.
  }
}
