import { InvalidArgumentError, Option, type Command } from 'commander'
import type { NewProjectOptions } from './annotate-options.ts'
import type { CliContext } from './context.ts'
import { wholeNumber } from './run-options.ts'

function share(text: string): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('Give a number from 0 to 1.')
}

/** `rapport annotate …`: people verify memories, review judges and name causes. */
export function addAnnotateCommand(program: Command, context: CliContext): void {
  const annotate = program
    .command('annotate')
    .description('let people verify memories, review judges and name causes of errors')
  annotate
    .command('list')
    .description('annotation projects and how far they are')
    .option('--json', 'everything as one JSON document')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { annotateListCommand } = await import('./commands/annotate-list.ts')
      await annotateListCommand(json, context)
    })
  addNew(annotate, context)
  annotate
    .command('join')
    .description('add a person, who takes over items that nobody has begun')
    .argument('<project>', 'id, its beginning, or latest')
    .argument('<pseudonym>')
    .action(async (project: string, person: string) => {
      const { annotateJoinCommand } = await import('./commands/annotate-join.ts')
      await annotateJoinCommand(project, person, context)
    })
  annotate
    .command('export')
    .description('write verified data, labels, or the whole log')
    .argument('<project>', 'id, its beginning, or latest')
    .addOption(
      new Option('--form <form>', 'data: a folder in the public layout')
        .choices(['data', 'labels-csv', 'labels-jsonl', 'log-jsonl'])
        .default('data'),
    )
    .requiredOption('--out <path>', 'folder (data) or file; must not be there yet')
    .action(async (project: string, { form, out }: { form: string; out: string }) => {
      const { annotateExportCommand } = await import('./commands/annotate-export.ts')
      await annotateExportCommand(project, form, out, context)
    })
  annotate
    .command('agreement')
    .description('how far the people of a project agree')
    .argument('<project>', 'id, its beginning, or latest')
    .option('--json', 'everything as one JSON document')
    .action(async (project: string, { json = false }: { json?: boolean }) => {
      const { annotateAgreementCommand } = await import('./commands/annotate-agreement.ts')
      await annotateAgreementCommand(project, json, context)
    })
}

function addNew(annotate: Command, context: CliContext): void {
  annotate
    .command('new')
    .description(
      'start a project: from a data set, from verdicts or wrong cases of a run, or from judged rows',
    )
    .requiredOption('--annotators <pseudonyms...>', 'who takes part, also with commas')
    .option('--name <name>', 'what it is called')
    .option('--data <dataset>', 'verify the gold memories of this data')
    .option('--split <split>', 'with --data: only this split')
    .option('--track <track>', 'track of the queue')
    .option('--suggest <models...>', 'with --data: show what these found, such as recorded:<model>', [])
    .option(
      '--verdicts <run>',
      "review a judge of this run; with --track and --instrument where it isn't the only one",
    )
    .option('--instrument <key>', 'with --verdicts or --wrong: of this instrument')
    .option('--per-system <n>', 'with --verdicts: answers of each system', wholeNumber(1), 50)
    .option('--wrong <run>', 'name causes of what a system of this run got wrong')
    .option('--system <system>', 'with --wrong: this system')
    .option('--metric <metric>', 'with --wrong: by this metric')
    .option('--below <share>', "with --wrong: below this share of the metric's range", share, 0.5)
    .option('--judged-rows <file>', 'review published verdicts in this JSONL file')
    .option('--limit <n>', 'items at most', wholeNumber(1))
    .option('--overlap <n>', 'people who see each item', wholeNumber(1), 1)
    .option('--open', "show the judge's verdicts and the names of suggesting models from the start")
    .option('--seed <n>', 'seed of draws and seats', wholeNumber(0), 1)
    .option('--json', 'the project as a JSON document')
    .action(async (options: NewProjectOptions) => {
      const { annotateNewCommand } = await import('./commands/annotate-new.ts')
      await annotateNewCommand(options, context)
    })
}
