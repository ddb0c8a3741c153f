import { Argument, Command, CommanderError, Help, Option } from 'commander'
import { UsageError } from '../core/errors.ts'
import type { CliContext } from './context.ts'
import {
  addJudgeOptions,
  addReportOptions,
  addResumeOptions,
  addRunOptions,
  judgeOptionsSchema,
  reportOptionsSchema,
  resumeOptionsSchema,
  runOptionsSchema,
  wholeNumber,
} from './run-options.ts'
import { addCalibrateCommand } from './calibrate-command.ts'
import { addAnnotateCommand } from './annotate-command.ts'
import { addAuditCommand } from './audit-command.ts'
import { addCompareCommand } from './compare-command.ts'
import { addGateCommand } from './gate-command.ts'
import { addMemoryCommands } from './memory-commands.ts'
import { addReproduceCommand } from './reproduce-command.ts'
import { addVerifyCommand } from './verify-command.ts'
import { addPublishCommand } from './publish-command.ts'
import { addServeCommand } from './serve-command.ts'
import { addSensitivityCommand } from './sensitivity-command.ts'
import { exportForms, type ExportForm } from './export-forms.ts'
import { addPlanCommand } from './plan-command.ts'
import { systemWords } from './system-words.ts'
import { suggestion } from './suggest.ts'

/**
 * The command line. Every action loads its code when it is called, so that `--help` stays quick.
 * @param argv words after the program's name
 */
export async function runCli(argv: readonly string[], context: CliContext, version: string): Promise<void> {
  const program = buildProgram(argv, context, version)
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version end here with 0; commander has printed what was wrong with anything else.
    if (error.code === 'commander.help') throw new UsageError('a command is needed', 'they are listed above')
    // A mistyped `--track` says more than that the track is missing.
    const typed = error.code === 'commander.missingMandatoryOptionValue' ? unknownOption(argv, program) : null
    if (typed !== null) throw new UsageError(`unknown option '${typed.word}'`, typed.fix)
    if (error.exitCode !== 0)
      throw new UsageError(error.message.replace(/^error: /, ''), `see: ${helpOf(argv, program)}`)
  }
}

/** The commands that the first words name: `[data, check]`. */
function commandsOf(argv: readonly string[], program: Command): Command[] {
  const found: Command[] = []
  let level = program
  for (const word of argv) {
    const next = level.commands.find((command) => command.name() === word)
    if (next === undefined) break
    found.push(next)
    level = next
  }
  return found
}

/** The help that tells most about what was typed. */
function helpOf(argv: readonly string[], program: Command): string {
  const names = commandsOf(argv, program).map((command) => command.name())
  return ['rapport', ...names, '--help'].join(' ')
}

/** The first option that the command does not have, and what may have been meant. */
function unknownOption(argv: readonly string[], program: Command): { word: string; fix: string } | null {
  const command = commandsOf(argv, program).at(-1)
  if (command === undefined) return null
  const known = command.options.flatMap(({ long }) => long ?? [])
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const words = argv.slice(0, end).flatMap((word) => /^--[^=]+/.exec(word)?.[0] ?? [])
  const word = words.find((name) => !known.includes(name) && name !== '--help')
  if (word === undefined) return null
  return { word, fix: suggestion(word, known, helpOf(argv, program)) }
}

const systemOption = [
  '--system <systems...>',
  "systems to run besides the track's standard ones, also with commas (rapport list systems); a trailing * selects several",
] as const

function buildProgram(argv: readonly string[], context: CliContext, version: string): Command {
  const program = new Command('rapport')
    .configureHelp({
      // An empty list is no default that says anything.
      optionDescription: (option) => new Help().optionDescription(option).replace(/ \(default: \[\]\)/, ''),
    })
    .description('Measures how well an AI assistant knows its user.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      // Only the help of a command that lacks a word is written here; errors go through `show-error`.
      writeErr: (text) => context.stderr.write(text),
      outputError: () => {},
    })
    .showSuggestionAfterError(true)

  addRunOptions(
    program
      .command('run')
      .description('run systems on tracks, score them and print a leaderboard')
      .argument('<tracks...>', 'tracks, or beginnings such as alpsbench/retrieval (rapport list tracks)')
      .option(...systemOption, [])
      .option('--run-id <id>', 'name of the run instead of one made from the time; no run may have it yet'),
  ).action(async (tracks: string[], options: { system: string[] }) => {
    const { runCommand } = await import('./commands/run.ts')
    const systems = systemWords(options.system)
    await runCommand(tracks, systems, runOptionsSchema.parse(options), argv, context)
  })

  addRunOptions(
    program
      .command('score')
      .description('score a file of predictions, one JSON object per line')
      .argument('<predictions>', 'JSONL file; docs/score-predictions.md says what is in it')
      .requiredOption('--track <track>', 'the track the predictions are for'),
  ).action(async (file: string, options: { track: string }) => {
    const { runCommand } = await import('./commands/run.ts')
    await runCommand([options.track], [`recorded:${file}`], runOptionsSchema.parse(options), argv, context)
  })

  addReportOptions(
    addResumeOptions(
      program
        .command('resume')
        .description('go on with a run that was stopped or killed')
        .argument('<run>', 'id, its beginning, or latest'),
    ),
  ).action(async (run: string, options: object) => {
    const { resumeCommand } = await import('./commands/resume.ts')
    const choices = reportOptionsSchema.parse(options)
    await resumeCommand(run, 'can-succeed', resumeOptionsSchema.parse(options), choices, context)
  })

  addReportOptions(
    addResumeOptions(
      program
        .command('retry')
        .description('ask again for every case of a run that failed or whose verdict could not be read')
        .argument('<run>', 'id, its beginning, or latest')
        .option('--failed', 'only cases that failed')
        .option('--unscored', 'only verdicts that could not be read: their judges are asked again'),
    ),
  ).action(async (run: string, options: { failed?: boolean; unscored?: boolean }) => {
    const { resumeCommand, retryPolicy } = await import('./commands/resume.ts')
    const choices = reportOptionsSchema.parse(options)
    await resumeCommand(run, retryPolicy(options), resumeOptionsSchema.parse(options), choices, context)
  })

  addReportOptions(
    program
      .command('rescore')
      .description('score a stored run with other instruments, without asking any system again')
      .argument('<run>', 'id, its beginning, or latest')
      .option(
        '--scorer <names>',
        'instruments to add, separated by commas',
        (text: string) => text.split(','),
        [],
      )
      .addOption(
        new Option('--matcher <matcher>', 'how the scorer research-algo pairs memories')
          .choices(['greedy', 'hungarian'])
          .default('greedy'),
      )
      .option('--allow-egress', 'let judges under a rubric that changed see the texts of this data')
      .option('--quiet', 'no progress'),
  ).action(
    async (
      run: string,
      options: {
        scorer: string[]
        matcher: 'greedy' | 'hungarian'
        allowEgress?: boolean
        quiet?: boolean
      },
    ) => {
      const { rescoreCommand } = await import('./commands/rescore.ts')
      const { scorer, matcher, allowEgress = false, quiet = false } = options
      const choices = reportOptionsSchema.parse(options)
      await rescoreCommand(run, { scorer, matcher, judge: null, allowEgress }, quiet, choices, context)
    },
  )

  addReportOptions(
    addJudgeOptions(
      program
        .command('rejudge')
        .description('let other judges judge the stored answers of a run; no system is asked')
        .argument('<run>', 'id, its beginning, or latest')
        .option('--quiet', 'no progress'),
    ),
  ).action(async (run: string, options: { quiet?: boolean }) => {
    const { rescoreCommand } = await import('./commands/rescore.ts')
    const chosen = judgeOptionsSchema.parse(options)
    const { judge: models, judgeRule: rule, rubric: rubrics, allowEgress } = chosen
    if (models.length === 0) throw new UsageError('rejudge needs a judge', 'name one or more with --judge')
    await rescoreCommand(
      run,
      {
        scorer: [],
        matcher: 'greedy',
        judge: {
          models,
          rule,
          rubrics,
          decomposer: chosen.decomposer ?? null,
          maxOutputTokens: chosen.judgeOutputTokens ?? null,
        },
        allowEgress,
      },
      options.quiet === true,
      reportOptionsSchema.parse(options),
      context,
    )
  })

  addReportOptions(
    program
      .command('report')
      .description('print the figures of a stored run')
      .argument('[run]', 'id, its beginning, or latest', 'latest'),
  ).action(async (run: string, options: object) => {
    const { reportCommand } = await import('./commands/report.ts')
    await reportCommand(run, reportOptionsSchema.parse(options), context)
  })

  program
    .command('list')
    .description('list tracks, systems, rubrics, data sets, published figures or runs')
    .addArgument(
      new Argument('<what>', 'what to list').choices([
        'tracks',
        'systems',
        'datasets',
        'runs',
        'rubrics',
        'published',
      ]),
    )
    .action(async (what: 'tracks' | 'systems' | 'datasets' | 'runs' | 'rubrics' | 'published') => {
      const { listCommand } = await import('./commands/list.ts')
      await listCommand(what, context)
    })

  program
    .command('export')
    .description('write predictions, the official run files, or every outcome of a run')
    .argument('<run>', 'id, its beginning, or latest')
    .addOption(new Option('--form <form>', 'what to write').choices(exportForms).default('predictions'))
    .requiredOption('--out <folder>', 'where to write; files of the same names are replaced')
    .option('--track <track>', 'only this track')
    .option('--system <system>', 'only this system')
    .option('--redact', 'with --form bundle: salted hashes in place of texts and ids')
    .action(
      async (
        run: string,
        options: {
          form: ExportForm
          out: string
          track?: string
          system?: string
          redact?: boolean
        },
      ) => {
        const { exportCommand } = await import('./commands/export.ts')
        await exportCommand(
          run,
          {
            form: options.form,
            out: options.out,
            track: options.track,
            system: options.system,
            redact: options.redact === true,
          },
          context,
        )
      },
    )

  program
    .command('read-results')
    .description('figures of a results folder of the original CUPID code, as it computes them and strictly')
    .argument('<folder>', 'the results folder, or the folder of one model')
    .option('--json', 'everything as one JSON document')
    .action(async (folder: string, options: { json?: boolean }) => {
      const { readResultsCommand } = await import('./commands/read-results.ts')
      await readResultsCommand(folder, options.json === true, context)
    })

  program
    .command('doctor')
    .description('check that this machine and this folder have what Rapport needs')
    .action(async () => {
      const { doctorCommand } = await import('./commands/doctor.ts')
      await doctorCommand(context)
    })

  program
    .command('demo-server')
    .description('start a scripted model server: try everything that needs models without a key')
    .addOption(
      new Option('--port <port>', 'port on 127.0.0.1; 0 takes any free one')
        .default(0)
        .argParser(wholeNumber(0)),
    )
    .option('--data <dataset>', 'data whose answers the models know', 'sample')
    .addOption(
      new Option('--latency <ms>', 'milliseconds that every answer takes')
        .default(0)
        .argParser(wholeNumber(0)),
    )
    .action(async (options: { port: number; data: string; latency: number }) => {
      const { demoServerCommand } = await import('./commands/demo-server.ts')
      await demoServerCommand(options, context)
    })

  addMemoryCommands(program, context)
  addSensitivityCommand(program, context)
  addVerifyCommand(program, context)
  addReproduceCommand(program, context, argv)
  addAuditCommand(program, context)
  addCompareCommand(program, context)
  addGateCommand(program, context)
  addPlanCommand(program, context)
  addCalibrateCommand(program, context)
  addAnnotateCommand(program, context)
  addServeCommand(program, context)
  addPublishCommand(program, context)

  const data = program.command('data').description('list, download and check data sets')
  data
    .command('list')
    .description('data sets that can be used after --data')
    .action(async () => {
      const { dataListCommand } = await import('./commands/data.ts')
      await dataListCommand(context)
    })
  data
    .command('pull')
    .description('download a data set; goes on where a broken download ended, and verifies every file')
    .argument('<name>', 'a name of rapport data list')
    .option('--revision <revision>', 'another revision than the pinned one')
    .option('--endpoint <url>', 'a mirror of the data host (for the hub, HF_ENDPOINT does the same)')
    .action(async (name: string, options: { revision?: string; endpoint?: string }) => {
      const { dataPullCommand } = await import('./commands/data.ts')
      await dataPullCommand(name, options, context)
    })
  data
    .command('import-published')
    .description('take in figures of the literature from a CSV file, to stand beside measured ones')
    .argument(
      '<csv>',
      'columns track,system,instrument,metric,value,unit,source,table,checker,date[,slice_tag,slice_value]',
    )
    .action(async (file: string) => {
      const { importPublishedCommand } = await import('./commands/published.ts')
      await importPublishedCommand(file, context)
    })
  data
    .command('forget-published')
    .description('remove imported figures')
    .argument('[source]', 'their source, as in the CSV file')
    .option('--all', 'all of them')
    .action(async (source: string | undefined, options: { all?: boolean }) => {
      const { forgetPublishedCommand } = await import('./commands/published.ts')
      await forgetPublishedCommand(source, options, context)
    })
  data
    .command('check')
    .description('look at every row of a data set and report its shape')
    .argument('<dataset>', 'sample, a pulled data set, or a folder')
    .option('--json', 'print the report as a JSON document')
    .action(async (word: string, options: { json?: boolean }) => {
      const { dataCheckCommand } = await import('./commands/data.ts')
      await dataCheckCommand(word, options.json === true, context)
    })

  return program
}
