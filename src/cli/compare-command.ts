import { InvalidArgumentError, Option, type Command } from 'commander'
import type { CliContext } from './context.ts'
import type { CompareChoices } from './compare-choices.ts'
import { wholeNumber } from './run-options.ts'

function list(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}

function level(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError('a number between 0 and 1 is needed.')
  return value
}

/** `rapport compare <run…>`. */
export function addCompareCommand(program: Command, context: CliContext): void {
  program
    .command('compare')
    .description('which systems differ, by how much and how sure, within a run or across runs')
    .argument('<runs...>', 'ids, beginnings of ids, or latest')
    .option('--as <labels>', 'names for the runs, in their order, separated by commas', list, [])
    .option(
      '--metric <figures...>',
      'figures as <track>.<metric> (default: headline, published and judged ones)',
      [],
    )
    .option('--system <systems...>', 'only these systems (default: all that are ranked)', [])
    .option('--against <system>', 'compare all with this one alone; may be an oracle or a baseline')
    .option('--baselines', 'compare oracles and baselines too; they are never ranked')
    .option('--intersection', 'let the runs have different cases: compare those that all have')
    .option('--slice <tags>', 'explore values of these tags too, such as language', list, [])
    .option('--flips <n>', 'changed cases to show for each pair', wholeNumber(0), 5)
    .option('--alpha <p>', 'chance of any false difference in a table', level, 0.05)
    .addOption(
      new Option(
        '--failures <policy>',
        "how failures count (default: the system's own as worst, others left out)",
      ).choices(['worst', 'exclude']),
    )
    .option('--include-invalid', 'compare figures that lost too many of their cases, too')
    .option('--moved-judges', 'compare figures of judges that changed between the runs, too')
    .option('--waive <differences...>', 'let memory systems differ in these, such as k,version', [])
    .addOption(
      new Option('--format <format>', 'how to print')
        .choices(['terminal', 'markdown', 'html', 'csv', 'json'])
        .default('terminal'),
    )
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--json', 'the same as --format json')
    .action(async (runs: string[], typed: Partial<CompareChoices> & { json?: boolean }) => {
      const { compareCommand } = await import('./commands/compare.ts')
      const { metric = [], system = [], waive = [], as = [], slice = [] } = typed
      const { alpha = 0.05, flips = 5, format = 'terminal', against, failures, out } = typed
      const { baselines = false, intersection = false, includeInvalid = false, movedJudges = false } = typed
      await compareCommand(
        runs,
        {
          as,
          metric,
          system,
          waive,
          slice,
          alpha,
          flips,
          against,
          failures,
          out,
          baselines,
          intersection,
          includeInvalid,
          movedJudges,
          format: typed.json === true ? 'json' : format,
        },
        context,
      )
    })
}
