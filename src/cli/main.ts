#!/usr/bin/env node
import process from 'node:process'
import { performance } from 'node:perf_hooks'
import { format } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { endPrograms } from '../io/process-group.ts'
import { packageVersion } from './provenance.ts'
import { runCli } from './program.ts'
import { errorText, exitCodeOf } from './show-error.ts'

// Rows and cases live just long enough to outlast a quick collection. By default the heap may then grow to four
// times what is in use before the next thorough one; here to a fifth more.
setFlagsFromString('--heap-growing-percent=20')

// mem0 reports its use to its makers unless this is set before it is loaded.
process.env['MEM0_TELEMETRY'] ??= 'false'

// Packages and modules of memory systems speak through the console; a report or a JSON document must not be mixed with it.
const overheard =
  (process.env['RAPPORT_CONSOLE'] ?? '') === ''
    ? () => {}
    : (...words: readonly unknown[]) => void process.stderr.write(`${format(...words)}\n`)
for (const name of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[name] = overheard

const stop = new AbortController()
const handlers = {
  SIGINT: () => {
    // The second Ctrl-C does not wait for what is under way.
    if (stop.signal.aborted) process.exit(130)
    process.stderr.write('\nstopping; what finished is kept (Ctrl-C again leaves at once)\n')
    stop.abort(new Error('stopped by Ctrl-C'))
  },
  SIGTERM: () => stop.abort(new Error('stopped by SIGTERM')),
} as const
const signals = ['SIGINT', 'SIGTERM'] as const
const listen = (): void => signals.forEach((name) => void process.on(name, handlers[name]))
/** Without a handler the system ends the process, which needs no turn of ours. */
const unlisten = (): void => signals.forEach((name) => void process.off(name, handlers[name]))
listen()
let isOver = false
// A module of a user's own may end the process, which must not look like a run that went well.
process.on('exit', (code) => {
  if (isOver || code !== 0) return
  process.stderr.write(
    'rapport: a module that was loaded ended the process\n  what finished is kept; once it is mended: rapport resume latest\n',
  )
  process.exitCode = 1
})
// A reader such as `head` may close the pipe; that is no error of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      isOver = true
      process.exit(0)
    }
    throw error
  })
}
// Programs run in process groups of their own, which would outlive this process.
process.on('exit', endPrograms)

try {
  await runCli(
    process.argv.slice(2),
    {
      env: process.env,
      cwd: process.cwd(),
      stdout: process.stdout,
      stderr: process.stderr,
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      signal: stop.signal,
      whileBusy(work) {
        unlisten()
        try {
          return work()
        } finally {
          listen()
        }
      },
    },
    await packageVersion(),
  )
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`)
  process.exitCode = exitCodeOf(error)
}

isOver = true
// What a memory's SDK left open, such as a socket or a timer of a call that never ended, keeps nobody: only what is
// still to be written is waited for.
const leave = (): void => {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit()
  setTimeout(leave, 100).unref()
}
setTimeout(leave, 1000).unref()
