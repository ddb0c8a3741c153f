import type { MemoryUsage } from './memory.ts'
import type { ChatReply } from './model.ts'

/** Counts what one opened scope uses. Calls that the cache answers count like others: they are what it asked. */
export class MemoryMeter {
  #calls = 0
  #input: number | null = 0
  #output: number | null = 0
  #embedded = 0

  countReply({ usage: { input, output } }: ChatReply): void {
    this.#calls += 1
    this.#input = this.#input === null || input === null ? null : this.#input + input
    this.#output = this.#output === null || output === null ? null : this.#output + output
  }

  countEmbedded(texts: number): void {
    this.#embedded += texts
  }

  usage(): MemoryUsage {
    return {
      modelCalls: this.#calls,
      inputTokens: this.#input,
      outputTokens: this.#output,
      embeddedTexts: this.#embedded,
    }
  }
}
