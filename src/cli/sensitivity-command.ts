import { Option, type Command } from 'commander'
import type { CliContext } from './context.ts'
import { wholeNumber } from './run-options.ts'

/** `rapport sensitivity <track>`. */
export function addSensitivityCommand(program: Command, context: CliContext): void {
  program
    .command('sensitivity')
    .description('plant errors into the gold of a track, and see which of its scorers notice')
    .argument('<track>', 'one track (rapport list tracks)')
    .option('--data <dataset>', 'sample, a pulled data set, or a folder', 'sample')
    .addOption(
      new Option('--pools <pools>', 'retrieval candidates: as the data has them, or drawn anew')
        .choices(['original', 'drawn'])
        .default('original'),
    )
    .option('--seed <n>', 'seed of what is planted where', wholeNumber(0), 0)
    .option('--json', 'everything as one JSON document')
    .option('--quiet', 'no progress')
    .action(
      async (
        track: string,
        options: { data: string; pools: 'original' | 'drawn'; seed: number; json?: boolean; quiet?: boolean },
      ) => {
        const { sensitivityCommand } = await import('./commands/sensitivity.ts')
        const { data, pools, seed, json = false, quiet = false } = options
        await sensitivityCommand(track, { data, pools, seed, json, quiet }, context)
      },
    )
}
