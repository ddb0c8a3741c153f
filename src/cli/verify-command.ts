import type { Command } from 'commander'
import type { CliContext } from './context.ts'

/** `rapport verify <bundle>`. */
export function addVerifyCommand(program: Command, context: CliContext): void {
  program
    .command('verify')
    .description('compute every figure of a bundle again, from raw answers on; needs no run and no network')
    .argument('<bundle>', 'a folder of: rapport export <run> --form bundle --out <folder>')
    .option('--complete', 'fail too when something could not be computed again')
    .option('--json', 'everything as one JSON document')
    .option('--quiet', 'no progress')
    .action(async (folder: string, options: { complete?: boolean; json?: boolean; quiet?: boolean }) => {
      const { verifyCommand } = await import('./commands/verify.ts')
      const { complete = false, json = false, quiet = false } = options
      await verifyCommand(folder, { complete, json, quiet }, context)
    })
}
