import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { isLoopback } from '../../server/access.ts'
import { createApp } from '../../server/app.ts'
import type { Access } from '../../server/guards.ts'
import { listen } from '../../server/listen.ts'
import { packageRoot, type CliContext } from '../context.ts'
import { packageVersion } from '../provenance.ts'
import { errorText } from '../show-error.ts'
import { openWorkbench } from '../workbench/workbench.ts'

export interface ServeChoices {
  /** 0: any free port. */
  readonly port: number
  readonly host: string
  readonly open: boolean
  readonly readOnly: boolean
  readonly quiet: boolean
}

/** Tokens that people choose are guessed at: nothing shorter is taken. */
const LEAST_TOKEN = 16

/**
 * `rapport serve`: the workbench until Ctrl-C. Runs that it started are processes of their own and go on.
 * @throws UsageError when the port is taken, or the token too short
 */
export async function serveCommand(choices: ServeChoices, context: CliContext): Promise<void> {
  if (choices.port > 65_535)
    throw new UsageError(`there is no port ${choices.port}`, 'choose --port from 0 to 65535')
  const token = tokenFor(choices, context)
  const workbench = openWorkbench(context, choices)
  const closing = new AbortController()
  // The port is known only afterwards where any will do; a cookie of another workbench is merely not right.
  const access: Access = {
    token,
    hosts: isLoopback(choices.host) ? ['localhost', '127.0.0.1', '[::1]', choices.host.toLowerCase()] : null,
    readOnly: choices.readOnly,
    cookie: `rapport_${choices.port}`,
  }
  const app = createApp(workbench, {
    access,
    web: join(packageRoot(), 'dist', 'web'),
    version: await packageVersion(),
    closing: closing.signal,
    onFault: (error) => void context.stderr.write(`${errorText(error)}\n`),
  })
  try {
    const server = await listen(app.fetch, choices.host, choices.port)
    try {
      const address = addressOf(choices.host, server.port, token)
      context.stdout.write(welcome(address, token, choices, context))
      if (choices.open) openBrowser(address)
      await stopped(context.signal)
    } finally {
      closing.abort()
      await server.close()
    }
  } finally {
    await workbench.close()
  }
  if (!choices.quiet) context.stdout.write('closed; runs that it started go on (rapport list runs)\n')
}

/** What a reader needs to have: nothing on this machine alone, else the token of the environment or a new one. */
function tokenFor({ host }: ServeChoices, { env }: CliContext): string | null {
  const given = env['RAPPORT_TOKEN']?.trim() ?? ''
  if (given !== '' && (given.length < LEAST_TOKEN || !/^[\w.~-]+$/.test(given)))
    throw new UsageError(
      'RAPPORT_TOKEN is no token',
      `give it at least ${LEAST_TOKEN} letters, digits, dots or dashes, or unset it to have one made`,
    )
  if (given !== '') return given
  return isLoopback(host) ? null : randomBytes(24).toString('base64url')
}

function addressOf(host: string, port: number, token: string | null): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/${token === null ? '' : `?token=${token}`}`
}

function welcome(
  address: string,
  token: string | null,
  { host, readOnly, quiet }: ServeChoices,
  { env }: CliContext,
): string {
  // A token that somebody chose is known to them, and is not written where it may be read.
  const isOwn = token !== null && (env['RAPPORT_TOKEN']?.trim() ?? '') !== ''
  const shown = isOwn ? address.replace(/\?token=.*/, '') : address
  if (quiet) return `${shown}\n`
  return [
    `The workbench is at ${shown}${readOnly ? ' (read-only)' : ''}`,
    ...(token === null
      ? []
      : [
          isOwn
            ? '  it asks for the token in RAPPORT_TOKEN'
            : '  the token in this address is made anew at every start; set RAPPORT_TOKEN to keep one',
        ]),
    ...(host === '0.0.0.0' || host === '::'
      ? ['  others open the same address with the name of this machine in place of 127.0.0.1']
      : []),
    ...(isLoopback(host) ? [] : ['  connections are not encrypted: use it in a network that you trust']),
    'Ctrl-C closes it.',
    '',
  ].join('\n')
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Best effort: who has no browser reads the address. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address]
  if (command === undefined) return
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
