import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetReport, Finding } from '../../core/dataset.ts'
import { placeText, RapportError, UsageError } from '../../core/errors.ts'
import type { PullDefinition } from '../../core/track.ts'
import { benchmarks } from '../../registry/benchmarks.ts'
import { plainText } from '../../reports/format.ts'
import { layoutTable } from '../../reports/table.ts'
import { openContext, widthOf, type CliContext } from '../context.ts'
import { openDatasets } from '../prepare-run.ts'
import { suggestion } from '../suggest.ts'
import { importedLines } from './published.ts'

function pulls(): PullDefinition[] {
  return benchmarks.flatMap((benchmark) => benchmark.pulls)
}

/** `rapport data list`: what can be used after --data, and what is here already. */
export async function dataListCommand(context: CliContext): Promise<void> {
  const { home } = openContext(context)
  const rows = [
    { name: 'sample', here: 'embedded', licence: 'Apache-2.0', title: 'invented dialogues of this project' },
    ...pulls().map(({ name, licence, title }) => ({
      name,
      here: existsSync(join(home, name)) ? 'pulled' : `rapport data pull ${name}`,
      licence,
      title,
    })),
    {
      name: '<folder>',
      here: '',
      licence: '',
      title: 'packets, the public layout with splits, or the older example files',
    },
  ]
  const columns = ['data', 'state', 'licence', 'what'].map((title, index) => ({
    title,
    align: 'left' as const,
    droppable: index === 3 ? 1 : 0,
    // Names and commands are typed elsewhere: cut, they are of no use.
    ...(index < 2 ? { keep: true as const } : {}),
  }))
  for (const line of layoutTable(
    columns,
    rows.map((row) => ({ cells: [row.name, row.here, row.licence, row.title] })),
    widthOf(context),
  )) {
    context.stdout.write(`${line}\n`)
  }
  for (const line of await importedLines(context)) context.stdout.write(`${line}\n`)
}

/** `rapport data pull <name>`: downloads a data set, verified; a broken download goes on where it ended. */
export async function dataPullCommand(
  name: string,
  options: { revision?: string; endpoint?: string },
  context: CliContext,
): Promise<void> {
  const definition = pulls().find((pull) => pull.name === name)
  if (definition === undefined) {
    throw new UsageError(
      `there is no data set ${JSON.stringify(name)} to pull`,
      suggestion(
        name,
        pulls().map((pull) => pull.name),
        'rapport data list',
      ),
    )
  }
  const destination = join(openContext(context).home, name)
  const say = (text: string): void => void context.stderr.write(text)
  say(
    `${definition.title}\n  from     ${definition.source}\n  licence  ${definition.licence}\n  ${definition.attribution}\n`,
  )
  let shown = Number.NEGATIVE_INFINITY
  const result = await definition.pull({
    destination,
    revision: options.revision ?? null,
    endpoint: options.endpoint ?? null,
    hubEndpoint: context.env['HF_ENDPOINT'] || null,
    token: context.env['HF_TOKEN'] || null,
    signal: context.signal,
    onProgress: ({ file, files, filesDone, bytes, totalBytes }) => {
      const now = context.clock.monotonic()
      if (now - shown < (context.stderr.isTTY === true ? 200 : 10_000)) return
      shown = now
      const amount =
        totalBytes === null ? megabytes(bytes) : `${megabytes(bytes)} of ${megabytes(totalBytes)}`
      const line = `${filesDone}/${files} files  ${amount}  ${plainText(file)}`
      say(
        context.stderr.isTTY === true
          ? `\r\u001B[K${line.slice(0, (context.stderr.columns ?? 80) - 1)}`
          : `${line}\n`,
      )
    },
  })
  if (context.stderr.isTTY === true) say('\r\u001B[K')
  context.stdout.write(
    `${result.files} files, ${megabytes(result.bytes)}, revision ${result.revision}, verified, in ${destination}\nuse it with: --data ${name}\n`,
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** `rapport data check <dataset>`: looks at every row; exit 1 when something is an error. */
export async function dataCheckCommand(word: string, asJson: boolean, context: CliContext): Promise<void> {
  const reports: DatasetReport[] = []
  for (const dataset of await openDatasets(word, context)) reports.push(await dataset.check())
  const text = reports.map((report) => reportText(report, widthOf(context))).join('\n')
  const [only] = reports
  context.stdout.write(asJson ? `${JSON.stringify(reports.length === 1 ? only : reports, null, 2)}\n` : text)
  const errors = reports.flatMap(({ findings }) => findings).filter((finding) => finding.severity === 'error')
  if (errors.length > 0) {
    throw new RapportError(
      `${errors.length} ${errors.length === 1 ? 'rule is' : 'rules are'} broken in ${word}`,
      {
        fix: 'the places are listed above; --json gives them to a program',
      },
    )
  }
}

function reportText(report: DatasetReport, width: number): string {
  const left = (title: string) => ({ title, align: 'left', droppable: 0 }) as const
  const right = (title: string) => ({ title, align: 'right', droppable: 0 }) as const
  const counts = Object.entries(report.counts).map(([name, count]) => ({
    cells: [name.replaceAll('_', ' '), String(count)],
  }))
  const lines = [
    `${report.dataset.title} (${report.dataset.layout}), licence ${report.dataset.licence}`,
    '',
    ...layoutTable([left('what'), right('count')], counts, width),
    '',
    ...(report.findings.length === 0 ? ['nothing to report'] : report.findings.flatMap(findingLines)),
  ]
  return `${lines.join('\n')}\n`
}

function findingLines(finding: Finding): string[] {
  return [
    `${finding.severity.padEnd(7)} ${finding.rule} (${finding.count}): ${plainText(finding.message)}`,
    ...finding.places.slice(0, 3).map((place) => `          at ${plainText(placeText(place))}`),
  ]
}
