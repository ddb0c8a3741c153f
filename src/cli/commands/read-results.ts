import { resolve } from 'node:path'
import { readResultsFolder, type ModelResults } from '../../registry/results-folders.ts'
import { plainText } from '../../reports/format.ts'
import { layoutTable } from '../../reports/table.ts'
import { wrap } from '../../reports/wrap.ts'
import { widthOf, type CliContext } from '../context.ts'

type Estimated = { readonly value: number; readonly low: number; readonly high: number } | null
type Outcome = ModelResults['reference']['inference']

/**
 * `rapport read-results <folder>`: figures of a results folder that the original CUPID code wrote, as that code computes
 * them and under the strict rules. Calls no model and keeps nothing.
 */
export async function readResultsCommand(
  folder: string,
  asJson: boolean,
  context: CliContext,
): Promise<void> {
  const models = await readResultsFolder(resolve(context.cwd, folder))
  context.stdout.write(asJson ? `${JSON.stringify(models, null, 2)}\n` : textOf(models, widthOf(context)))
}

function textOf(models: readonly ModelResults[], width: number): string {
  const left = (title: string) => ({ title, align: 'left', droppable: 0 }) as const
  const right = (title: string) => ({ title, align: 'right', droppable: 0 }) as const
  const rows = models.flatMap((model) => rowsOf(model).map((cells) => ({ cells })))
  return [
    ...layoutTable(
      [left('model'), left('figure'), right('original'), left('strict'), right('n')],
      rows,
      width,
    ),
    '',
    ...models.flatMap((model) => notesOf(model).flatMap((note) => wrap(plainText(`• ${note}`), width, '  '))),
    ...wrap(
      'original: what the authors’ code prints for this folder. strict: what was measured, with 95 % intervals over personas; failures are left out and counted above.',
      width,
      '',
    ),
    '',
  ].join('\n')
}

function rowsOf({ model, reference, strict }: ModelResults): string[][] {
  const { inference, generation } = strict
  const match = reference.inference?.status === 'figures' ? reference.inference.summary.inference : undefined
  const mean =
    reference.generation?.status === 'figures' ? reference.generation.summary.generation : undefined
  const matched = String(inference.states.ok + inference.states.overflow)
  const figures = (['precision', 'recall', 'f1'] as const).map((name) => [
    plainText(model),
    name,
    match === undefined ? missing(reference.inference) : fixed(match[name]),
    shown(inference.primary[name]),
    matched,
  ])
  const alignment = [
    plainText(model),
    'alignment',
    mean === undefined ? missing(reference.generation) : fixed(mean.average_score),
    shown(generation.primary),
    String(generation.states.ok),
  ]
  return [
    ...(reference.inference === null ? [] : figures),
    ...(reference.generation === null ? [] : [alignment]),
  ]
}

function missing(outcome: Outcome): string {
  return outcome?.status === 'crash' ? `none (${outcome.defect})` : 'none'
}

function fixed(value: number): string {
  return Number.isFinite(value) ? value.toFixed(4) : String(value)
}

function shown(estimate: Estimated): string {
  if (estimate === null) return 'not measured'
  const { value, low, high } = estimate
  return `${value.toFixed(4)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
}

function notesOf({ model, reference, strict, quarantined, collisions }: ModelResults): string[] {
  const notes: string[] = []
  for (const task of ['inference', 'generation'] as const) {
    const outcome = reference[task]
    if (outcome === null) continue
    const { ok, overflow, pending, failed } = strict[task].states
    const kinds = Object.entries(failed).map(([kind, count]) => `${kind} ${count}`)
    const states = [
      `${ok} ok`,
      `${overflow} overflow`,
      `${pending} pending`,
      ...kinds.map((one) => `failed: ${one}`),
    ]
    notes.push(`${model}, ${task}: ${states.join(', ')}.`)
    if (outcome.status === 'crash') {
      notes.push(
        `${model}, ${task}: the original code gives no figure here (${outcome.defect}): ${outcome.message}.`,
      )
    }
  }
  for (const { file, rule, message } of quarantined) notes.push(`${file} is left out: ${rule}, ${message}`)
  for (const names of collisions) {
    notes.push(`${names.join(' and ')} are one instance to the original code, which keeps the last (D22).`)
  }
  return notes
}
