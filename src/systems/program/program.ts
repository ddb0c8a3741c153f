import { parseArgsStringToArgv } from 'string-argv'
import { UsageError } from '../../core/errors.ts'
import { Fault, type RunStop } from '../../core/fault.ts'
import { findJsonFlaw } from '../../core/json-flaw.ts'
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../core/json.ts'
import type { SampleKey } from '../../core/model.ts'
import type { RowSystem } from '../../core/system.ts'
import type { Track } from '../../core/track.ts'
import type { ProgramCommand } from '../../io/process-group.ts'
import { programIdentity } from '../../io/program-identity.ts'
import { asciiJson } from '../../text/python-json.ts'
import { runProgram, type ProgramLimits } from './run-program.ts'

/** Models that a program may ask, under the limits, the ledger and the budget of the run. */
export interface OfferedModels {
  /** Part of the program's identity. */
  readonly ids: readonly string[]
  /** For one start of a program; other samples get other replies. Close it when the program has ended. */
  open(sample: SampleKey): Promise<ModelAccess>
  /** Why the run must end, once a program's request has shown it; else null. */
  stop(): RunStop | null
}

/** What one start of a program has of the offered models. */
export interface ModelAccess {
  /** Variables that tell the program where to ask, and with which token. */
  readonly env: Readonly<Record<string, string>>
  /** An outage of a model that the program's requests met and that no later try of theirs made good; else null. */
  outage(): Fault | null
  close(): Promise<void>
}

export interface ProgramOptions {
  /** Id in tables, `program:<name or command line>`. */
  readonly id: string
  /** Command line, split into words by quotes and blanks; no shell reads it. */
  readonly commandLine: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limits: ProgramLimits
  /** Further files that belong to the program. */
  readonly files?: readonly string[]
  /** Processes at once; the run's concurrency when absent. */
  readonly maxConcurrent?: number
  /** Absent: the program finds its environment as it is. */
  readonly models?: OfferedModels
  readonly checkRow: Track['checkRow']
}

/**
 * A program under AlpsBench's own protocol (spec 1.7): started once per row, reads the whole public row as
 * ASCII-escaped JSON on standard input, writes one prediction row on standard output.
 * @throws UsageError for an empty command line or a program that is not there
 */
export async function createProgramSystem(options: ProgramOptions): Promise<RowSystem> {
  const [file, ...args] = parseArgsStringToArgv(options.commandLine)
  if (file === undefined)
    throw new UsageError('program: needs a command line', "for example --system 'program:python3 adapter.py'")
  const command: ProgramCommand = { file, args, cwd: options.cwd, env: options.env }
  const { limits, models } = options
  const identity = await programIdentity(command, options.files ?? [])
  return {
    id: options.id,
    kind: 'ranked',
    access: 'row',
    identity: models === undefined ? identity : { ...identity, models: [...models.ids] },
    external: true,
    ...(options.maxConcurrent === undefined ? {} : { maxConcurrent: options.maxConcurrent }),
    warnings: [
      `${options.id} is handed whole rows, audit context included, as the official protocol does; a chat system sees less`,
    ],
    async respond({ row }, { signal, ...sample }) {
      const access = await models?.open(sample)
      try {
        const env = { ...command.env, ...access?.env }
        const text = await runProgram({ ...command, env }, asciiJson(row), limits, signal)
        const value = readRow(text.trim(), row, options.checkRow)
        // What a program made of a refused call is no answer of its own.
        const stop = models?.stop() ?? null
        if (stop !== null) throw stop
        return { form: 'contract', value }
      } catch (error) {
        throw models?.stop() ?? spared(error, access?.outage() ?? null)
      } finally {
        await access?.close()
      }
    },
  }
}

/** A program that fails on a case while a model it needed was out of reach is not to blame. */
function spared(error: unknown, outage: Fault | null): unknown {
  if (outage === null || !(error instanceof Fault) || error.by !== 'system') return error
  const message = `a model that was offered could not be reached (${outage.message}); then: ${error.message}`
  return new Fault(outage.reason, 'infrastructure', message)
}

/** @throws Fault by the system when the output is no row of the contract for this input */
function readRow(text: string, row: JsonObject, checkRow: Track['checkRow']): JsonObject {
  if (text === '') throw new Fault('empty-reply', 'system', 'nothing on standard output')
  let value: Json
  try {
    value = parseJson(text)
  } catch {
    throw new Fault('unusable-output', 'system', 'standard output is not one JSON object')
  }
  if (!isJsonObject(value))
    throw new Fault('unusable-output', 'system', 'standard output is not a JSON object')
  // A flaw found later, when the answer is hashed, would count as a fault of ours and spare the system the case.
  const flaw = findJsonFlaw(value)
  if (flaw !== null) throw new Fault('unusable-output', 'system', `${flaw.rule}: ${flaw.message}`)
  const checked = checkRow(value)
  if ('rule' in checked) {
    throw new Fault(
      'unusable-output',
      'system',
      `${checked.rule}: field ${checked.field}: ${checked.message}`,
    )
  }
  if (checked.id !== row['benchmark_id']) {
    throw new Fault('unusable-output', 'system', 'benchmark_id of the output is not that of the input')
  }
  const { benchmark_id: _id, ...prediction } = value
  return prediction
}
