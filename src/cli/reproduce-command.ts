import { Option, type Command } from 'commander'
import type { CliContext } from './context.ts'
import { wholeNumber } from './run-options.ts'

/** Draws of the retrieval pools when nothing else is said. */
const POOL_SEEDS = 5

/** `rapport reproduce <benchmark>`. */
export function addReproduceCommand(program: Command, context: CliContext, argv: readonly string[]): void {
  program
    .command('reproduce')
    .description("say which findings of a benchmark's paper hold on the data at hand, and what they rest on")
    .argument('<benchmark>', 'such as alpsbench')
    .option('--data <dataset>', 'sample, a pulled data set, or a folder; needed runs are made', 'sample')
    .option('--run <runs...>', 'look at these runs only, and run nothing', [])
    .addOption(
      new Option('--pool-seeds <n>', 'draws of the retrieval pools')
        .default(POOL_SEEDS)
        .argParser(wholeNumber(1, 100)),
    )
    .addOption(
      new Option('--format <format>', 'how to print it')
        .choices(['terminal', 'markdown', 'json'])
        .default('terminal'),
    )
    .option('--out <file>', 'write it to a file instead of standard output')
    .option('--json', 'the same as --format json')
    .option('--quiet', 'no progress')
    .action(
      async (
        benchmark: string,
        options: {
          data: string
          run: string[]
          poolSeeds: number
          format: 'terminal' | 'markdown' | 'json'
          out?: string
          json?: boolean
          quiet?: boolean
        },
      ) => {
        const { reproduceCommand } = await import('./commands/reproduce.ts')
        const { json = false, quiet = false, format, ...choices } = options
        await reproduceCommand(
          benchmark,
          { ...choices, format: json ? 'json' : format, quiet },
          argv,
          context,
        )
      },
    )
}
