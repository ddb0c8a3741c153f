import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Fault } from '../../core/fault.ts'
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../core/json.ts'
import {
  complaint,
  forgetGroup,
  killGroup,
  STDERR_KEPT,
  startProgram,
  type ProgramCommand,
} from '../../io/process-group.ts'
import { asciiJson } from '../../text/python-json.ts'
import { LineReader } from './line-reader.ts'
import type { Method } from './messages.ts'
import { resultOf, shown } from './read-answer.ts'
import type { ProtocolLimits, Transport } from './transport.ts'

/** Milliseconds that a program has to end by itself once its input has ended. */
const FAREWELL = 2000

interface Pending {
  readonly method: Method
  settle(outcome: { readonly answer: Json } | { readonly fault: Fault }): void
}

/**
 * A program that answers JSON lines on standard output to JSON lines on standard input, in any order. It runs in a
 * process group of its own, which is killed with it.
 */
export class ProgramProcess implements Transport {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #trouble: () => Error | null
  readonly #limits: Pick<ProtocolLimits, 'timeout' | 'maxOutput'>
  readonly #pending = new Map<number, Pending>()
  /** Calls that nobody waits for any more; their answers are no breach. */
  readonly #abandoned = new Set<number>()
  readonly #closed: Promise<void>
  #errors: Buffer = Buffer.alloc(0)
  #lastId = 0
  /** Answers so far, to tell a slow call from a program that hangs. */
  #heard = 0
  #ended: Fault | null = null

  /** @param trouble what the program can't be blamed for when a call fails */
  constructor(
    command: ProgramCommand,
    limits: Pick<ProtocolLimits, 'timeout' | 'maxOutput'>,
    trouble: () => Error | null,
  ) {
    this.#limits = limits
    this.#trouble = trouble
    const child = startProgram(command)
    this.#child = child
    const { pid } = child
    const lines = new LineReader(limits.maxOutput)
    child.stdout.on('data', (chunk: Buffer) => this.#take(lines, chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      this.#errors = Buffer.concat([this.#errors, chunk]).subarray(-STDERR_KEPT)
    })
    // A program that ended is told by its exit.
    child.stdin.on('error', () => {})
    child.on('error', (error) => {
      this.end(new Fault('crash', 'infrastructure', `can't start ${command.file}: ${error.message}`))
    })
    // What it started would hold its output open.
    child.on('exit', () => pid !== undefined && killGroup(pid))
    this.#closed = new Promise((resolve) => {
      child.on('close', (code, killedBy) => {
        if (pid !== undefined) forgetGroup(pid)
        const how = killedBy === null ? `exit code ${code}` : `signal ${killedBy}`
        const said = complaint(this.#errors.toString('utf8'))
        this.end(new Fault('crash', 'system', `the program ended: ${how}${said}`))
        resolve()
      })
    })
  }

  /** Why it does not run any more; null while it does. */
  get ended(): Fault | null {
    return this.#ended
  }

  isGone(): boolean {
    return this.#ended !== null
  }

  async call(
    method: Method,
    params: JsonObject,
    options: { readonly signal: AbortSignal; readonly limit: number | null },
  ): Promise<Json> {
    try {
      return await this.#send(method, params, options)
    } catch (error) {
      throw this.#trouble() ?? error
    }
  }

  #send(
    method: Method,
    params: JsonObject,
    { signal, limit }: { readonly signal: AbortSignal; readonly limit: number | null },
  ): Promise<Json> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) {
        reject(this.#ended)
        return
      }
      const id = (this.#lastId += 1)
      const heardBefore = this.#heard
      const time = limit ?? this.#limits.timeout
      const stop = (): void => this.#stopped(id)
      const timer = setTimeout(() => {
        const fault = new Fault('timeout', 'system', `no answer to ${method} within ${time / 1000} s`)
        this.#abandon(id, fault)
        // Whoever answers nothing at all for so long answers the others no more either.
        if (limit === null && this.#heard === heardBefore) this.end(fault)
      }, time)
      this.#pending.set(id, {
        method,
        settle: (outcome) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', stop)
          this.#pending.delete(id)
          if ('fault' in outcome) {
            reject(outcome.fault)
            return
          }
          try {
            resolve(resultOf(method, outcome.answer))
          } catch (error) {
            reject(error)
          }
        },
      })
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      else this.#child.stdin.write(`${asciiJson({ id, method, params })}\n`)
    })
  }

  /** Kills the program with all it started; calls under way fail with this. */
  end(fault: Fault): void {
    this.#ended ??= fault
    if (this.#child.pid !== undefined) killGroup(this.#child.pid)
    for (const pending of this.#pending.values()) pending.settle({ fault: this.#ended })
  }

  /** Ends its input, gives it a moment to end by itself, then kills it with all it started. */
  async close(): Promise<void> {
    this.#child.stdin.end()
    const fault = new Fault('crash', 'infrastructure', 'the memory system was closed')
    const timer = setTimeout(() => this.end(fault), FAREWELL)
    await this.#closed
    clearTimeout(timer)
  }

  #abandon(id: number, fault: Fault): void {
    this.#abandoned.add(id)
    this.#pending.get(id)?.settle({ fault })
  }

  #stopped(id: number): void {
    const fault = new Fault('crash', 'infrastructure', 'the run was stopped')
    this.#abandon(id, fault)
    // Nobody waits for anything: what it still works on would be paid for nothing.
    if (this.#pending.size === 0) this.end(fault)
  }

  #take(lines: LineReader, chunk: Buffer): void {
    if (this.#ended !== null) return
    try {
      for (const line of lines.push(chunk)) if (line.trim() !== '') this.#answer(line)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.end(new Fault('output-too-large', 'system', error.message))
    }
  }

  #answer(line: string): void {
    const answer = this.#read(line)
    if (answer === null) return
    const { id } = answer
    this.#heard += 1
    if (typeof id === 'number' && this.#abandoned.delete(id)) return
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined
    if (pending === undefined) {
      this.#breach(`field id: no call ${shown(JSON.stringify(id ?? null))} is under way`)
      return
    }
    pending.settle({ answer })
  }

  #read(line: string): JsonObject | null {
    let value: Json = null
    try {
      value = parseJson(line)
    } catch {
      // Told below.
    }
    if (isJsonObject(value)) return value
    this.#breach(`a line of standard output is no JSON object: ${shown(line)}`)
    return null
  }

  /** It can't be told which call a breach belongs to, nor what comes next. */
  #breach(message: string): void {
    this.end(new Fault('unusable-output', 'system', message))
  }
}
