import type { Command } from 'commander'
import type { CliContext } from './context.ts'
import { amount, wholeNumber } from './run-options.ts'
import { systemWords } from './system-words.ts'

/** `rapport calibrate …`: how far the judges of a run can be believed. */
export function addCalibrateCommand(program: Command, context: CliContext): void {
  const calibrate = program
    .command('calibrate')
    .description('measure the judges of a run: against people, against themselves, and for bias')

  calibrate
    .command('sample')
    .description('draw judged answers at random for people to label, without systems and verdicts')
    .argument('<run>', 'id, its beginning, or latest')
    .requiredOption('--out <file>', 'labels.csv, or labels.jsonl for a labelling tool')
    .option('--per-system <n>', 'answers of each system', wholeNumber(1), 50)
    .option('--track <track>', 'of this track')
    .option('--rubric <rubric>', 'judged under this rubric')
    .option('--system <systems...>', 'only answers of these systems, also with commas', [])
    .option('--stratify <tag>', 'give each value of this tag its share within a system')
    .option('--fields <fields>', 'ask for these metrics only, separated by commas')
    .option('--seed <n>', 'seed of the draw', wholeNumber(0), 0)
    .action(
      async (
        run: string,
        options: {
          out: string
          perSystem: number
          track?: string
          rubric?: string
          system: string[]
          stratify?: string
          fields?: string
          seed: number
        },
      ) => {
        const { calibrateSampleCommand } = await import('./commands/calibrate-sample.ts')
        const { out, perSystem, track, rubric, system, stratify, fields, seed } = options
        const choices = { out, perSystem, track, rubric, stratify, seed }
        await calibrateSampleCommand(
          run,
          { ...choices, systems: systemWords(system), fields: wordsOf(fields) },
          context,
        )
      },
    )

  calibrate
    .command('labels')
    .description('take in a labelling file that somebody filled in')
    .argument('<run>', 'id, its beginning, or latest')
    .argument('<csv>', 'the file of calibrate sample, with its columns filled in')
    .option('--annotator <pseudonym>', 'who labelled; or a column annotator in the file')
    .action(async (run: string, file: string, { annotator }: { annotator?: string }) => {
      const { calibrateLabelsCommand } = await import('./commands/calibrate-labels.ts')
      await calibrateLabelsCommand(run, file, annotator, context)
    })

  calibrate
    .command('stability')
    .description('ask the judges of a run again, and count how often they contradict themselves')
    .argument('<run>', 'id, its beginning, or latest')
    .option('--times <n>', 'askings of each answer, beside the stored verdict', wholeNumber(1, 100), 2)
    .option('--per-system <n>', 'answers of each system', wholeNumber(1), 20)
    .option('--judge <models...>', "models that judge instead of the run's own", [])
    .option('--track <track>', 'only this track')
    .option('--rubric <rubric>', 'only under this rubric')
    .option('--seed <n>', 'seed of the draw', wholeNumber(0), 0)
    .option('--dry-run', 'say what it would cost, and send nothing')
    .option('--max-cost <usd>', 'stop before this can cost more', amount)
    .option('--allow-egress', 'let the texts of this data go to the hosts of the models')
    .option('--json', 'everything as one JSON document')
    .option('--quiet', 'no progress')
    .action(
      async (
        run: string,
        options: {
          times: number
          perSystem: number
          judge: string[]
          track?: string
          rubric?: string
          seed: number
          dryRun?: boolean
          maxCost?: number
          allowEgress?: boolean
          json?: boolean
          quiet?: boolean
        },
      ) => {
        const { calibrateStabilityCommand } = await import('./commands/calibrate-stability.ts')
        const { judge, dryRun = false, allowEgress = false, json = false, quiet = false, ...rest } = options
        const { times, perSystem, seed, track, rubric, maxCost } = rest
        const choices = { times, perSystem, seed, track, rubric, maxCost }
        await calibrateStabilityCommand(
          run,
          { ...choices, judges: judge, dryRun, allowEgress, json, quiet },
          context,
        )
      },
    )

  calibrate
    .command('report')
    .description('how far the judges of a run can be believed, and its figures corrected by labels')
    .argument('[run]', 'id, its beginning, or latest', 'latest')
    .option('--track <track>', 'only this track')
    .option('--rubric <rubric>', 'only under this rubric')
    .option('--gold-author <models...>', 'models that wrote the gold, where that is not known or wrong', [])
    .option('--json', 'everything as one JSON document')
    .action(
      async (
        run: string,
        options: { track?: string; rubric?: string; goldAuthor: string[]; json?: boolean },
      ) => {
        const { calibrateReportCommand } = await import('./commands/calibrate-report.ts')
        const { track, rubric, goldAuthor, json = false } = options
        await calibrateReportCommand(run, { track, rubric, goldAuthors: goldAuthor, json }, context)
      },
    )
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
