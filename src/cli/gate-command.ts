import { InvalidArgumentError, Option, type Command } from 'commander'
import type { CliContext } from './context.ts'
import type { GateOptions } from './commands/gate.ts'

/** What commander hands over; `--metric` and the others may come several times. */
interface Typed extends Omit<Partial<GateOptions>, 'alpha' | 'margin'> {
  readonly alpha: number
  readonly margin: number
}

/** `rapport gate <run>`. */
export function addGateCommand(program: Command, context: CliContext): void {
  const noWorse = new Option('--no-worse-than <run>', 'the run it must not be worse than, on the same cases')
  // The word begins like a switch that turns something off.
  noWorse.negate = false
  program
    .command('gate')
    .description('decide whether a run is good enough: exit 0 passed, 4 missed, 5 undecided')
    .argument('<run>', 'id, its beginning, or latest')
    .option(
      '--min <conditions...>',
      "figures it must surely reach, such as 'alpsbench/update.action_f1>=0.6' (<= where lower is better)",
      [],
    )
    .addOption(noWorse)
    .option(
      '--metric <figures...>',
      "figures for --no-worse-than (default: each track's headline figure)",
      [],
    )
    .option('--margin <amount>', 'how much worse is still no worse, in the unit of the figure', amount, 0)
    .option('--alpha <p>', 'chance of a wrong decision, of each one-sided test', level, 0.05)
    .option('--system <systems...>', 'only these systems (default: all that are ranked)', [])
    .option('--against-system <system>', 'its counterpart in the other run, where that has another id')
    .option('--intersection', 'let the runs have different cases: compare those that both have')
    .addOption(
      new Option(
        '--failures <policy>',
        "how failures count (default: the system's own as worst, others left out)",
      ).choices(['worst', 'exclude']),
    )
    .option('--waive <differences...>', 'let memory systems differ in these, such as k,version', [])
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--json', 'everything as one JSON document')
    .action(async (run: string, typed: Typed) => {
      const { gateCommand } = await import('./commands/gate.ts')
      const {
        alpha,
        margin,
        min = [],
        metric = [],
        system = [],
        waive = [],
        intersection = false,
        json = false,
      } = typed
      const { noWorseThan, againstSystem, failures, junit } = typed
      const lists = { min, metric, system, waive }
      await gateCommand(
        run,
        { ...lists, alpha, margin, noWorseThan, againstSystem, intersection, failures, junit, json },
        context,
      )
    })
}

function amount(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('a number of at least 0 is needed.')
  return value
}

function level(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 0.5)) throw new InvalidArgumentError('a number between 0 and 0.5 is needed.')
  return value
}
