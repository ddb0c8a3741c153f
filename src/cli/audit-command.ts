import { Option, type Command } from 'commander'
import type { CliContext } from './context.ts'
import type { AuditChoices } from './audit-choices.ts'
import { wholeNumber } from './run-options.ts'

function list(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}

/** `rapport audit <dataset>`. */
export function addAuditCommand(program: Command, context: CliContext): void {
  program
    .command('audit')
    .description('look for what makes figures on a data set wrong: shortcuts, leaks, duplicates, bad gold')
    .argument('[dataset]', 'sample, a pulled data set, or a folder (rapport data list)', 'sample')
    .option('--track <tracks...>', 'only these tracks, or beginnings of names', [])
    .option('--overlay <name>', 'write an overlay: run --view <name> then leaves the flagged cases out')
    .option('--rules <rules>', 'rules whose cases the overlay leaves out, separated by commas', list, [])
    .option('--list', 'list the overlays that are there')
    .option('--no-probes', 'leave out the systems that read nothing')
    .option('--sample <file>', 'write distractors that may answer too to a CSV file, for people to look at')
    .option('--sample-size <n>', 'how many of them, drawn by the seed', wholeNumber(1), 50)
    .option('--seed <n>', 'of probes and samples', wholeNumber(0), 0)
    .addOption(
      new Option('--fail-on <severity>', 'exit 3 when there is a finding of it, or worse').choices([
        'error',
        'warning',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'how to print')
        .choices(['terminal', 'markdown', 'json'])
        .default('terminal'),
    )
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--json', 'the same as --format json')
    .option('--quiet', 'no progress')
    .action(async (dataset: string, typed: Partial<AuditChoices> & { list?: boolean; json?: boolean }) => {
      const { auditCommand, overlayListCommand } = await import('./commands/audit.ts')
      if (typed.list === true) {
        await overlayListCommand(context)
        return
      }
      const { track = [], rules = [], probes = true, sampleSize = 50, seed = 0, quiet = false } = typed
      const { overlay, sample, failOn, out, format = 'terminal' } = typed
      await auditCommand(
        dataset,
        {
          track,
          rules,
          probes,
          sampleSize,
          seed,
          quiet,
          overlay,
          sample,
          failOn,
          out,
          format: typed.json === true ? 'json' : format,
        },
        context,
      )
    })
}
