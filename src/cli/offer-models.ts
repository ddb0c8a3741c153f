import { randomBytes } from 'node:crypto'
import type { RunStop } from '../core/fault.ts'
import type { ModelPort, SampleKey } from '../core/model.ts'
import type { ModelSettings } from '../core/run.ts'
import { listen, type Endpoint } from '../models/endpoint/listen.ts'
import type { OfferedModels } from '../systems/program/program.ts'

/** Output limit of programs' requests that name none. */
const DEFAULT_OUTPUT = 4096

interface Opened {
  readonly token: string
  readonly endpoint: Promise<Endpoint>
}

/**
 * Offers models to the programs of a run through its gateway. Each repeat and attempt has an endpoint of its own,
 * opened when the first program needs it: equal requests of two repeats are two samples.
 */
export class ModelOffer implements OfferedModels {
  readonly ids: readonly string[]
  readonly #port: ModelPort
  readonly #maxOutputTokens: number
  readonly #opened = new Map<string, Opened>()
  #stop: RunStop | null = null

  constructor(settings: Pick<ModelSettings, 'offered' | 'maxOutputTokens'>, port: ModelPort) {
    this.ids = settings.offered
    this.#port = port
    this.#maxOutputTokens = settings.maxOutputTokens ?? DEFAULT_OUTPUT
  }

  /** Where to ask, and a token that only this process and its programs know. Empty when nothing is offered. */
  async env(sample: SampleKey): Promise<Readonly<Record<string, string>>> {
    if (this.ids.length === 0) return {}
    const key = JSON.stringify([sample.repeat, sample.attempt, sample.fresh])
    const opened = this.#opened.get(key) ?? this.#open(sample)
    this.#opened.set(key, opened)
    const { baseUrl } = await opened.endpoint
    return { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: opened.token }
  }

  stop(): RunStop | null {
    return this.#stop
  }

  /** Ends calls under way and closes all ports. */
  async close(): Promise<void> {
    const opened = [...this.#opened.values()]
    this.#opened.clear()
    // One that never opened has told the program's case already.
    await Promise.allSettled(opened.map(async ({ endpoint }) => (await endpoint).close()))
  }

  #open(sample: SampleKey): Opened {
    const token = `rapport-${randomBytes(24).toString('base64url')}`
    const endpoint = listen({
      models: this.#port,
      token,
      offered: this.ids,
      defaultMaxOutputTokens: this.#maxOutputTokens,
      purpose: 'program',
      sample: { repeat: sample.repeat, attempt: sample.attempt, fresh: sample.fresh },
      onStop: (stop) => (this.#stop ??= stop),
    })
    return { token, endpoint }
  }
}
