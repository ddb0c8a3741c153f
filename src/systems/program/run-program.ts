import { Fault } from '../../core/fault.ts'
import {
  complaint,
  forgetGroup,
  killGroup,
  STDERR_KEPT,
  startProgram,
  type ProgramCommand,
} from '../../io/process-group.ts'

export interface ProgramLimits {
  /** Milliseconds until the program and all that it started are killed. */
  readonly timeout: number
  /** Bytes of standard output after which it is killed. */
  readonly maxOutput: number
}

/**
 * Runs a program once: `input` goes to its standard input, its standard output comes back as UTF-8 text.
 * @throws Fault by the system: `crash` (exit code or signal), `timeout`, `output-too-large`;
 * by the infrastructure: `crash` when it can't be started at all
 */
export function runProgram(
  command: ProgramCommand,
  input: string,
  limits: ProgramLimits,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startProgram(command)
    const out: Buffer[] = []
    let outBytes = 0
    let errors: Buffer = Buffer.alloc(0)
    let ended: Fault | null = null

    const { pid } = child
    const end = (fault: Fault): void => {
      ended ??= fault
      if (pid !== undefined) killGroup(pid)
    }
    const timer = setTimeout(
      () => end(new Fault('timeout', 'system', `no answer within ${limits.timeout / 1000} s`)),
      limits.timeout,
    )
    const stop = (): void => end(new Fault('crash', 'infrastructure', 'the run was stopped'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()

    child.stdout.on('data', (chunk: Buffer) => {
      outBytes += chunk.length
      if (outBytes > limits.maxOutput) {
        end(new Fault('output-too-large', 'system', `more than ${limits.maxOutput} bytes of output`))
        return
      }
      out.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors = Buffer.concat([errors, chunk]).subarray(-STDERR_KEPT)
    })
    // A program may end without reading its input; the exit code tells whether that is a failure.
    child.stdin.on('error', () => {})
    child.on('error', (error) => {
      ended ??= new Fault('crash', 'infrastructure', `can't start ${command.file}: ${error.message}`)
    })
    child.on('close', (code, killedBy) => {
      if (pid !== undefined) forgetGroup(pid)
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      if (ended !== null) reject(ended)
      else if (code === 0) resolve(Buffer.concat(out).toString('utf8'))
      else {
        const how = killedBy === null ? `exit code ${code}` : `signal ${killedBy}`
        reject(new Fault('crash', 'system', `${how}${complaint(errors.toString('utf8'))}`))
      }
    })
    child.stdin.end(input)
  })
}
