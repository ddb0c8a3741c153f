import { randomBytes } from 'node:crypto'
import type { Fault, RunStop } from '../core/fault.ts'
import type { ModelPort, SampleKey } from '../core/model.ts'
import type { ModelSettings } from '../core/run.ts'
import { listen, type Endpoint } from '../models/endpoint/listen.ts'
import type { ModelAccess, OfferedModels } from '../systems/program/program.ts'

/** Output limit of programs' requests that name none. */
const DEFAULT_OUTPUT = 4096

/**
 * Offers models to the programs of a run through its gateway. Each start of a program has an endpoint and a token of
 * its own: so it is known whose request met an outage, and nothing that a program leaves behind can go on asking.
 */
export class ModelOffer implements OfferedModels {
  readonly ids: readonly string[]
  readonly #port: ModelPort
  readonly #maxOutputTokens: number
  readonly #opened = new Set<Endpoint>()
  #stop: RunStop | null = null

  constructor(settings: Pick<ModelSettings, 'offered' | 'maxOutputTokens'>, port: ModelPort) {
    this.ids = settings.offered
    this.#port = port
    this.#maxOutputTokens = settings.maxOutputTokens ?? DEFAULT_OUTPUT
  }

  async open(sample: SampleKey): Promise<ModelAccess> {
    const token = `rapport-${randomBytes(24).toString('base64url')}`
    const outages = new Map<string, Fault>()
    const endpoint = await listen({
      models: this.#port,
      token,
      offered: this.ids,
      defaultMaxOutputTokens: this.#maxOutputTokens,
      purpose: 'program',
      sample: { repeat: sample.repeat, attempt: sample.attempt, fresh: sample.fresh },
      onStop: (stop) => (this.#stop ??= stop),
      onServed: (request, fault) => {
        // A request that was answered in the end cost the program nothing but time.
        if (fault === null) outages.delete(request)
        else outages.set(request, fault)
      },
    })
    this.#opened.add(endpoint)
    return {
      env: { OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: token },
      outage: () => [...outages.values()][0] ?? null,
      close: async () => {
        this.#opened.delete(endpoint)
        await endpoint.close()
      },
    }
  }

  stop(): RunStop | null {
    return this.#stop
  }

  /** Ends calls under way and closes all ports. */
  async close(): Promise<void> {
    await Promise.all([...this.#opened].map((endpoint) => endpoint.close()))
    this.#opened.clear()
  }
}
