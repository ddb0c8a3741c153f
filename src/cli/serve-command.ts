import { Option, type Command } from 'commander'
import type { CliContext } from './context.ts'
import { wholeNumber } from './run-options.ts'

/** `rapport serve`. */
export function addServeCommand(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('open the workbench in a browser: follow runs, compare, read cases, annotate')
    .addOption(
      new Option('--port <port>', 'port; 0 takes any free one').default(4747).argParser(wholeNumber(0)),
    )
    .option(
      '--host <address>',
      'address to listen on; any but this machine alone needs a token (RAPPORT_TOKEN, or one is made)',
      '127.0.0.1',
    )
    .option('--open', 'open the browser')
    .option('--read-only', 'nothing can be started, stopped or written')
    .option('--quiet', 'print the address alone')
    .action(
      async (options: {
        port: number
        host: string
        open?: boolean
        readOnly?: boolean
        quiet?: boolean
      }) => {
        const { serveCommand } = await import('./commands/serve.ts')
        const { port, host, open = false, readOnly = false, quiet = false } = options
        await serveCommand({ port, host, open, readOnly, quiet }, context)
      },
    )
}
