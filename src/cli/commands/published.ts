import { resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { readSmallTextFile } from '../../io/small-text-file.ts'
import { tracks } from '../../registry/benchmarks.ts'
import {
  addImportedFigures,
  forgetImportedFigures,
  importedFigures,
} from '../../registry/imported-published.ts'
import { readPublishedCsv } from '../../registry/published-csv.ts'
import { importedText } from '../../reports/published-text.ts'
import { plainText } from '../../reports/format.ts'
import { homeOf, type CliContext } from '../context.ts'

/** `rapport data import-published <csv>`: figures of the literature, checked line by line; all or none are taken. */
export async function importPublishedCommand(file: string, context: CliContext): Promise<void> {
  const figures = readPublishedCsv(await readSmallTextFile(resolve(context.cwd, file)), file, tracks)
  const replaced = await addImportedFigures(homeOf(context), figures)
  context.stdout.write(
    `${figures.length} ${figures.length === 1 ? 'figure' : 'figures'} imported${replaced === 0 ? '' : `, ${replaced} of them in place of earlier ones`}\n`,
  )
}

/** `rapport data forget-published <source>`, or `--all`. */
export async function forgetPublishedCommand(
  source: string | undefined,
  options: { all?: boolean },
  context: CliContext,
): Promise<void> {
  if ((source === undefined) === (options.all !== true)) {
    throw new UsageError('say which figures to forget', 'name their source, or add --all')
  }
  const home = homeOf(context)
  const removed = await forgetImportedFigures(home, source ?? null)
  if (removed === 0 && source !== undefined) {
    const sources = [...new Set((await importedFigures(home)).map((figure) => figure.source))].toSorted()
    throw new UsageError(
      `no imported figure has the source ${JSON.stringify(source)}`,
      sources.length === 0 ? 'nothing is imported here' : `sources are: ${sources.join('; ')}`,
    )
  }
  context.stdout.write(`${removed} imported ${removed === 1 ? 'figure' : 'figures'} forgotten\n`)
}

/** Lines of `rapport data list` on what was imported; empty when nothing was. */
export async function importedLines(context: CliContext): Promise<string[]> {
  const figures = await importedFigures(homeOf(context))
  if (figures.length === 0) return []
  return [
    '',
    'imported figures:',
    ...figures.map((figure) => {
      const slice = figure.slice === undefined ? '' : ` (${figure.slice.tag}=${figure.slice.value})`
      const { track, system, instrument, metric, value } = figure
      return plainText(
        `  ${track}  ${system}  ${instrument} ${metric}${slice}  ${value}  ${importedText(figure)}`,
      )
    }),
  ]
}
