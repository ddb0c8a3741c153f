import type { Command } from 'commander'
import type { CliContext } from './context.ts'

/** `rapport publish`. */
export function addPublishCommand(program: Command, context: CliContext): void {
  program
    .command('publish <run>')
    .description('write a read-only copy of a run that opens in any browser, without a server')
    .requiredOption('--out <folder>', 'folder of the copy; it must not be there yet, or be empty')
    .option('--with-texts', 'dialogues, answers, prompts and verdicts too: mind the licence of the data')
    .option('--quiet', 'no progress')
    .action(async (run: string, options: { out: string; withTexts?: boolean; quiet?: boolean }) => {
      const { publishCommand } = await import('./commands/publish.ts')
      const { out, withTexts = false, quiet = false } = options
      await publishCommand(run, { out, withTexts, quiet }, context)
    })
}
