import { resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { csvRecord } from '../../io/csv.ts'
import { comparisonCells, comparisonColumns } from '../../reports/compare/comparison-rows.ts'
import { renderComparisonMarkdown } from '../../reports/compare/comparison-markdown.ts'
import { comparisonLines } from '../../reports/compare/comparison-lines.ts'
import { renderComparisonHtml } from '../../reports/html/comparison-page.ts'
import type { Comparison } from '../../reports/compare/comparison.ts'
import { widthOf, type CliContext } from '../context.ts'
import type { CompareChoices } from '../compare-choices.ts'
import { compareRuns } from '../compare-runs.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { readGateRun, type GateRun } from '../gate-run.ts'
import { extensionWarnings, noteLooked } from '../looked.ts'

/** `rapport compare <run…>`: systems of stored runs beside each other. */
export async function compareCommand(
  words: readonly string[],
  choices: CompareChoices,
  context: CliContext,
): Promise<void> {
  const store = await openExistingStore(context)
  try {
    const runs = await labelledRuns(store, words, choices, context)
    const found = compareRuns(runs, choices)
    const looked: string[] = []
    for (const { run } of runs) looked.push(...(await extensionWarnings(store, run)))
    for (const { run } of runs) await noteLooked(store, run, 'compare', context)
    const comparison = { ...found, warnings: [...new Set([...looked, ...found.warnings])] }
    const text = render(comparison, choices, context)
    if (choices.out === undefined) context.stdout.write(text)
    else await writeTextFile(resolve(context.cwd, choices.out), text)
  } finally {
    await store.close()
  }
}

/** The runs in the order in which they were named, each under a label of its own. */
async function labelledRuns(
  store: Store,
  words: readonly string[],
  { as, failures }: CompareChoices,
  context: CliContext,
): Promise<(GateRun & { readonly label: string })[]> {
  const found: RunRecord[] = []
  for (const word of words) {
    const run = await findRun(store, word)
    if (found.some(({ id }) => id === run.id))
      throw new UsageError(
        `run ${run.id} is named twice`,
        'name each run once; its systems are compared anyway',
      )
    found.push(run)
  }
  if (as.length > 0 && (as.length !== words.length || new Set(as).size !== as.length))
    throw new UsageError(
      `--as has ${as.length} labels for ${words.length} runs`,
      'give each run a label of its own, in the same order',
    )
  const runs: (GateRun & { readonly label: string })[] = []
  for (const [i, run] of found.entries()) {
    const policy = failures ?? run.spec.failures
    runs.push({ ...(await readGateRun(store, run, policy, context)), label: as[i] ?? run.id })
  }
  return runs
}

function render(comparison: Comparison, { format, out, flips }: CompareChoices, context: CliContext): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(comparison, null, 2)}\n`
    case 'csv':
      return [comparisonColumns, ...comparisonCells(comparison)].map(csvRecord).join('')
    case 'markdown':
      return renderComparisonMarkdown(comparison)
    case 'html':
      return renderComparisonHtml(comparison)
    case 'terminal':
      return `${comparisonLines(comparison, out === undefined ? widthOf(context) : 120, flips).join('\n')}\n`
  }
}
