import { InvalidArgumentError, Option, type Command } from 'commander'
import type { CliContext } from './context.ts'
import type { PlanChoices } from './commands/plan.ts'
import { wholeNumber } from './run-options.ts'

/** A number inside ]low, high[, or a message for the person. */
function between(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !(value > low && value < high))
      throw new InvalidArgumentError(
        high === Number.POSITIVE_INFINITY
          ? `a number above ${low} is needed.`
          : `a number between ${low} and ${high} is needed.`,
      )
    return value
  }
}

/** `rapport plan [run]`. */
export function addPlanCommand(program: Command, context: CliContext): void {
  program
    .command('plan')
    .description('what difference so many cases can show, and how many more a decision needs')
    .argument(
      '[run]',
      'a run to learn from: id, its beginning, or latest; without one, say --cases and --clusters',
    )
    .option(
      '--difference <d>',
      'a true difference that is to be found, in the unit of the figure',
      between(0, Infinity),
    )
    .option(
      '--metric <figures...>',
      "figures as <track>.<metric> (default: each track's headline figure)",
      [],
    )
    .option('--system <systems...>', 'compare these systems (default: all that are ranked)', [])
    .option(
      '--min <conditions...>',
      'numbers to hold figures against, as of gate, in place of comparing systems',
      [],
    )
    .option('--alpha <p>', 'chance of seeing what is not there', between(0, 1), 0.05)
    .option('--power <p>', 'chance of seeing what is there', between(0, 1), 0.8)
    .option('--pairs <n>', 'comparisons that share alpha (default: all pairs of the systems)', wholeNumber(1))
    .addOption(
      new Option(
        '--failures <policy>',
        "how failures count (default: the system's own as worst, others left out)",
      ).choices(['worst', 'exclude']),
    )
    .option('--cases <n>', 'without a run: cases', wholeNumber(2))
    .option('--clusters <n>', 'without a run: clusters (default: as many as cases)', wholeNumber(2))
    .option('--rate <p>', 'without a run: the figure is a rate of about this', between(0, 1))
    .option('--deviation <s>', "without a run: standard deviation of a case's score", between(0, Infinity))
    .option('--within <r>', 'without a run: correlation of cases in a cluster', between(-1e-12, 1 + 1e-12), 0)
    .option(
      '--between <r>',
      "without a run: correlation of two systems' scores on a case",
      between(-1 - 1e-12, 1),
      0,
    )
    .option('--json', 'everything as one JSON document')
    .action(
      async (
        run: string | undefined,
        typed: Partial<PlanChoices> & Pick<PlanChoices, 'alpha' | 'power' | 'within' | 'between'>,
      ) => {
        const { planCommand } = await import('./commands/plan.ts')
        const { metric = [], system = [], min = [], json = false, ...rest } = typed
        await planCommand(run, { ...rest, metric, system, min, json }, context)
      },
    )
}
