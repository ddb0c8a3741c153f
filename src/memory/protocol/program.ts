import { parseArgsStringToArgv } from 'string-argv'
import { UsageError } from '../../core/errors.ts'
import { Fault } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import type { MemoryEndpoint, MemoryTools } from '../../core/memory-tools.ts'
import type { MemorySystem } from '../../core/memory.ts'
import type { SampleKey } from '../../core/model.ts'
import type { ProgramCommand } from '../../io/process-group.ts'
import { programIdentity } from '../../io/program-identity.ts'
import { introductionSchema, PROTOCOL, type Introduction } from './messages.ts'
import { ProgramProcess } from './program-process.ts'
import { readResult } from './read-answer.ts'
import { openScope } from './scope.ts'
import { systemOf } from './system-of.ts'
import { protocolLimits, type ProtocolLimits } from './transport.ts'

export interface ProgramMemoryOptions {
  /** Split into words by quotes and blanks; no shell reads it. */
  readonly commandLine: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limits?: Partial<ProtocolLimits>
  /** Further files that belong to the program. */
  readonly files?: readonly string[]
  readonly tools: Pick<MemoryTools, 'model' | 'embedder' | 'clock' | 'wait' | 'endpoint'>
}

/**
 * A memory system in any language: a program that speaks the line protocol. It is started now, to ask what it can do.
 * Where the run names a model or an embedder for memories and the program says that it asks one, it finds an
 * OpenAI-compatible server of ours in its environment, one for each sample, and is started once for each.
 * @throws UsageError for a program that is not there, can't start or does not introduce itself
 */
export async function createProgramMemory(options: ProgramMemoryOptions): Promise<MemorySystem> {
  const [file, ...args] = parseArgsStringToArgv(options.commandLine)
  if (file === undefined) {
    throw new UsageError('a memory program needs a command line', 'for example python3 memory.py')
  }
  const { tools } = options
  const command: ProgramCommand = { file, args, cwd: options.cwd, env: options.env }
  const program = await programIdentity(command, options.files ?? [])
  const pool = new ProgramPool(command, { ...protocolLimits, ...options.limits }, tools)
  const introduction = await pool.introduce(options.commandLine)
  // Which models were named is nothing to a program that asks none.
  const offered: JsonObject = pool.offersModels ? { model: tools.model, embedder: tools.embedder } : {}
  const asksItself = !pool.offersModels && introduction.facts.extractionModel !== null
  return {
    ...systemOf(introduction, { system: 'memory-program', program, ...offered }),
    warnings: [
      ...introduction.warnings,
      ...(asksItself
        ? [`${introduction.name} asks models by itself: its calls are in no ledger or budget of this run`]
        : []),
    ],
    async open(request) {
      const running = await pool.of(request.sample)
      const scope = await openScope(running, introduction, request, tools)
      if (introduction.capabilities.keeps !== 'service') return scope
      return {
        ...scope,
        // What lies in a service is still there when the program that put it there has ended.
        async destroy() {
          if (running.ended === null) return scope.destroy()
          const lasting = { ...request, signal: new AbortController().signal }
          const again = await openScope(await pool.of(request.sample), introduction, lasting, tools)
          return again.destroy()
        },
      }
    },
    close: () => pool.close(),
  }
}

interface Started {
  readonly running: ProgramProcess
  readonly endpoint: MemoryEndpoint | null
}

/** The program, started once; where models are offered, once for each sample, which each have their own replies. */
class ProgramPool {
  readonly #command: ProgramCommand
  readonly #limits: ProtocolLimits
  readonly #tools: ProgramMemoryOptions['tools']
  readonly #started = new Map<string, Promise<Started>>()
  #introduction: Introduction | null = null
  #restarts = 0

  constructor(command: ProgramCommand, limits: ProtocolLimits, tools: ProgramMemoryOptions['tools']) {
    this.#command = command
    this.#limits = limits
    this.#tools = tools
  }

  /** Whether the run names models for it, and it asks any. */
  get offersModels(): boolean {
    const { facts } = this.#introduction ?? {}
    const asks = facts !== undefined && (facts.extractionModel !== null || facts.embedder !== null)
    return asks && this.#areModelsNamed()
  }

  #areModelsNamed(): boolean {
    return this.#tools.model !== null || this.#tools.embedder !== null
  }

  /** @throws UsageError */
  async introduce(commandLine: string): Promise<Introduction> {
    // With models the name is needed first, for the ledger: this start must ask nobody.
    const nobody = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'none' }
    const running = this.#spawn(this.#areModelsNamed() ? nobody : {})
    try {
      this.#introduction = await this.#greet(running)
    } catch (error) {
      await running.close()
      if (!(error instanceof Fault)) throw error
      const fix = `try it by hand: echo '{"id":1,"method":"capabilities","params":{"protocol":${PROTOCOL}}}' | ${commandLine}`
      throw new UsageError(`the memory program ${commandLine} can't be used: ${error.message}`, fix)
    }
    if (this.offersModels) await running.close()
    else this.#started.set('', Promise.resolve({ running, endpoint: null }))
    return this.#introduction
  }

  /**
   * The running program for a sample; one that ended is started again.
   * @throws Fault by the system when it ended too often
   */
  async of(sample: SampleKey): Promise<ProgramProcess> {
    const key = this.offersModels ? JSON.stringify([sample.repeat, sample.attempt, sample.fresh]) : ''
    for (;;) {
      const known = this.#started.get(key)
      const { running, endpoint } = await (known ?? this.#start(key, sample))
      if (running.ended === null) return running
      // Another scope may have seen it first.
      if (this.#started.get(key) !== known) continue
      if (running.ended.by === 'system') {
        if (this.#restarts >= this.#limits.restarts) throw tooOften(this.#restarts, running.ended)
        this.#restarts += 1
      }
      this.#started.delete(key)
      await endpoint?.close()
    }
  }

  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#started.values())
    this.#started.clear()
    await Promise.all(
      all.map(async (one) => {
        if (one.status === 'rejected') return
        await one.value.running.close()
        await one.value.endpoint?.close()
      }),
    )
  }

  #start(key: string, sample: SampleKey): Promise<Started> {
    const started = this.#open(sample)
    this.#started.set(key, started)
    started.catch(() => this.#started.get(key) === started && this.#started.delete(key))
    return started
  }

  async #open(sample: SampleKey): Promise<Started> {
    const name = this.#introduction?.name ?? ''
    const endpoint = this.offersModels ? await this.#tools.endpoint(name, sample) : null
    const running = this.#spawn(
      endpoint === null ? {} : { OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: endpoint.apiKey },
      () => endpoint?.trouble() ?? null,
    )
    try {
      const { name: again, version } = await this.#greet(running)
      if (again !== name || version !== this.#introduction?.version) {
        throw new Fault('unusable-output', 'system', 'the program gave another name or version than before')
      }
    } catch (error) {
      await running.close()
      await endpoint?.close()
      throw error
    }
    return { running, endpoint }
  }

  #spawn(env: Readonly<Record<string, string>>, trouble: () => Error | null = () => null): ProgramProcess {
    const { model, embedder } = this.#tools
    const named = {
      ...(model === null ? {} : { RAPPORT_MEMORY_MODEL: model }),
      ...(embedder === null ? {} : { RAPPORT_MEMORY_EMBEDDER: embedder }),
    }
    return new ProgramProcess(
      { ...this.#command, env: { ...this.#command.env, ...named, ...env } },
      this.#limits,
      trouble,
    )
  }

  async #greet(running: ProgramProcess): Promise<Introduction> {
    const { signal } = new AbortController()
    const result = await running.call('capabilities', { protocol: PROTOCOL }, { signal, limit: null })
    return readResult('capabilities', introductionSchema, result)
  }
}

function tooOften(restarts: number, { reason, message }: Fault): Fault {
  return new Fault(reason, 'system', `started again ${restarts} times, and ended again: ${message}`)
}
