import { UsageError } from './errors.ts'
import type { JsonObject } from './json.ts'
import type { MemoryMeter } from './memory-meter.ts'
import { memoryPromptId, type MemoryPrompt } from './memory-prompt.ts'
import { memoryPurpose, type MemoryTools } from './memory-tools.ts'
import type { MemoryFacts } from './memory.ts'
import type { ChatMessage, SampleKey } from './model.ts'

/** Enough for what our prompts ask for, with room for a model that thinks aloud. */
const parameters = { temperature: 0, maxOutputTokens: 4096 }

/** What a call of a scope is drawn with, ended by and counted in. */
export interface WriterContext {
  readonly sample: SampleKey
  readonly signal: AbortSignal
  readonly meter: MemoryMeter
}

/** The model that writes the items of a memory system. */
export interface MemoryWriter {
  readonly model: string
  /** Version and hash of the prompt. */
  readonly promptId: string
  /** What of it changes the items. */
  readonly identity: JsonObject
  /** @throws as the model port */
  write(messages: readonly ChatMessage[], context: WriterContext): Promise<string>
}

/** @throws UsageError when no model was named */
export function memoryWriter(
  { port, model }: Pick<MemoryTools, 'port' | 'model'>,
  name: string,
  prompt: MemoryPrompt,
): MemoryWriter {
  if (model === null) {
    throw new UsageError(
      `memory ${name} needs a model that writes what it keeps`,
      'name one with --memory-model <provider>/<model>; in a run, the model that answers does it where none is named',
    )
  }
  const promptId = memoryPromptId(prompt)
  return {
    model,
    promptId,
    identity: { model, prompt: promptId, parameters },
    async write(messages, { sample, signal, meter }) {
      const reply = await port.chat(
        {
          model,
          messages,
          parameters,
          reply: prompt.reply,
          sample,
          purpose: memoryPurpose(name, 'ingest'),
        },
        signal,
      )
      meter.countReply(reply)
      return reply.text
    },
  }
}

/** Facts of a memory whose items a model writes. */
export function writtenFacts(
  { model, promptId }: Pick<MemoryWriter, 'model' | 'promptId'>,
  rest: Pick<MemoryFacts, 'embedder' | 'searches'>,
): MemoryFacts {
  return { ...rest, extractionModel: model, extractionPrompt: promptId }
}
