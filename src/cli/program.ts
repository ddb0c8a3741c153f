import { Argument, Command, CommanderError } from 'commander'
import { UsageError } from '../core/errors.ts'
import type { CliContext } from './context.ts'
import { addReportOptions, addRunOptions, reportOptionsSchema, runOptionsSchema } from './run-options.ts'

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
    if (error.exitCode !== 0)
      throw new UsageError(error.message.replace(/^error: /, ''), 'see: rapport --help')
  }
}

const systemOption = [
  '--system <systems...>',
  'systems to run (rapport list systems); a trailing * selects several',
] as const

function buildProgram(argv: readonly string[], context: CliContext, version: string): Command {
  const program = new Command('rapport')
    .description('Measures how well an AI assistant knows its user.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: () => {},
      outputError: () => {},
    })
    .showSuggestionAfterError(true)

  addRunOptions(
    program
      .command('run')
      .description('run systems on tracks, score them and print a leaderboard')
      .argument('<tracks...>', 'tracks, prefixes or patterns (rapport list tracks)')
      .option(...systemOption, []),
  ).action(async (tracks: string[], options: { system: string[] }) => {
    const { runCommand } = await import('./commands/run.ts')
    await runCommand(tracks, options.system, runOptionsSchema.parse(options), argv, context)
  })

  addRunOptions(
    program
      .command('score')
      .description('score a prediction file under the contract')
      .argument('<predictions>', 'JSONL file')
      .requiredOption('--track <track>', 'the track the predictions are for'),
  ).action(async (file: string, options: { track: string }) => {
    const { runCommand } = await import('./commands/run.ts')
    await runCommand([options.track], [`recorded:${file}`], runOptionsSchema.parse(options), argv, context)
  })

  for (const [name, description, retry] of [
    ['resume', 'go on with a run that was stopped or killed', 'can-succeed'],
    ['retry', 'ask again for every failed case of a run', 'all-failed'],
  ] as const) {
    addReportOptions(
      program
        .command(name)
        .description(description)
        .argument('<run>', 'id, its beginning, or latest')
        .option('--quiet', 'no progress'),
    ).action(async (run: string, options: { quiet?: boolean }) => {
      const { resumeCommand } = await import('./commands/resume.ts')
      await resumeCommand(run, retry, options.quiet === true, reportOptionsSchema.parse(options), context)
    })
  }

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
      .option('--matcher <matcher>', 'pairing of research-algo', 'greedy')
      .option('--quiet', 'no progress'),
  ).action(async (run: string, options: { scorer: string[]; matcher: string; quiet?: boolean }) => {
    const { rescoreCommand } = await import('./commands/rescore.ts')
    const matcher = options.matcher === 'hungarian' ? 'hungarian' : 'greedy'
    await rescoreCommand(
      run,
      { scorer: options.scorer, matcher },
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
    .description('list what there is')
    .addArgument(new Argument('<what>', 'what to list').choices(['tracks', 'systems', 'datasets', 'runs']))
    .action(async (what: 'tracks' | 'systems' | 'datasets' | 'runs') => {
      const { listCommand } = await import('./commands/list.ts')
      await listCommand(what, context)
    })

  const data = program.command('data').description('list, download and check data sets')
  data
    .command('list')
    .description('data sets that can be used after --data')
    .action(async () => {
      const { dataListCommand } = await import('./commands/data.ts')
      dataListCommand(context)
    })
  data
    .command('pull')
    .description('download a data set; goes on where a broken download ended, and verifies every file')
    .argument('<name>', 'a name of rapport data list')
    .option('--revision <revision>', 'another revision than the pinned one')
    .option('--endpoint <url>', 'a mirror of the data host (HF_ENDPOINT does the same)')
    .action(async (name: string, options: { revision?: string; endpoint?: string }) => {
      const { dataPullCommand } = await import('./commands/data.ts')
      await dataPullCommand(name, options, context)
    })
  data
    .command('check')
    .description('look at every row of a data set and report its shape')
    .argument('<dataset>', 'sample, a pulled data set, or a folder')
    .option('--json', 'as a JSON document')
    .action(async (word: string, options: { json?: boolean }) => {
      const { dataCheckCommand } = await import('./commands/data.ts')
      await dataCheckCommand(word, options.json === true, context)
    })

  return program
}
