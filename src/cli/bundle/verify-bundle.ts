import { join } from 'node:path'
import type { Difference } from '../../bundle/difference.ts'
import { firstDifference } from '../../bundle/difference.ts'
import { fileDifferences, type OpenBundle } from '../../bundle/read-bundle.ts'
import { UsageError, RapportError } from '../../core/errors.ts'
import { isJsonObject, jsonSchema, type Json } from '../../core/json.ts'
import type { Store } from '../../core/store.ts'
import { readJsonFile } from '../../io/json-file.ts'
import type { CliContext } from '../context.ts'
import { compareOutcomes, comparePrompts, referenceLine } from './compare-rows.ts'
import { figuresOf, instrumentsOf } from './figures.ts'
import { knownRun, type Gap } from './graphs.ts'
import { loadBundle } from './load-bundle.ts'
import { recompute } from './recompute.ts'
import { withScratch } from './scratch.ts'

/** So many differences are kept; all are counted. */
const KEPT = 50

/** What a bundle came to. */
export interface Verification {
  /** In the order of the work, those inside files before those of whole files. */
  readonly differences: readonly Difference[]
  /** How many there are in all. */
  readonly total: number
  readonly gaps: readonly Gap[]
  /** What was computed again, in numbers. */
  readonly counts: Readonly<Record<string, number>>
}

class Differences {
  readonly inside: Difference[] = []
  readonly whole: Difference[] = []
  total = 0

  readonly tell = (difference: Difference): void => {
    this.total += 1
    const list = difference.line === null && difference.id === difference.file ? this.whole : this.inside
    if (list.length < KEPT) list.push(difference)
  }

  list(): Difference[] {
    return [...this.inside, ...this.whole].slice(0, KEPT)
  }
}

/**
 * Computes again what a bundle says, in a store of its own that is gone afterwards.
 * @param step told of how far it is
 * @throws UsageError or InputError (exit code 2) for rows that can't be read
 */
export async function verifyBundle(
  bundle: OpenBundle,
  context: Pick<CliContext, 'clock'>,
  step: (what: string, done?: number) => void,
): Promise<Verification> {
  const found = new Differences()
  const gaps: Gap[] = []
  const counts: Record<string, number> = { files: bundle.manifest.files.length }
  step('files')
  const files = await fileDifferences(bundle)
  await withScratch(context, async (scratch) => {
    const { store } = scratch
    await loadBundle(bundle, store, found.tell, step)
    // What is compared is what any home would read.
    const run = bundle.manifest.run
    if (bundle.manifest.redacted) {
      gaps.push(
        { what: 'hashes of cases and answers', why: 'texts are redacted' },
        { what: 'scores and verdicts', why: 'texts are redacted: outcomes were taken as they stand' },
        { what: 'prompts', why: 'texts are redacted' },
      )
    } else {
      const known = await knownRun(run, scratch.context)
      gaps.push(...known.gaps)
      Object.assign(counts, await recompute(store, run, known, found.tell, step))
      step('outcomes')
      const left = await compareOutcomes(bundle, store, known, found.tell)
      if (left > 0)
        gaps.push({
          what: `${left} outcomes`,
          why: 'this version lacks their system or their instrument in this form',
        })
      step('prompts')
      const prompts = await comparePrompts(bundle, store, run, known, found.tell)
      counts['prompts'] = prompts.compared
      if (prompts.left > 0)
        gaps.push({ what: `${prompts.left} prompts`, why: 'this version would not send them in this form' })
    }
    step('figures')
    counts['figures'] = await compareFigures(bundle, store, scratch.context, found, gaps)
  })
  for (const difference of files) found.tell(difference)
  return { differences: await withLines(bundle, found.list()), total: found.total, gaps, counts }
}

/** @returns how many figures were compared */
async function compareFigures(
  bundle: OpenBundle,
  store: Store,
  context: Pick<CliContext, 'env' | 'cwd'>,
  { tell }: Differences,
  gaps: Gap[],
): Promise<number> {
  const { run, instruments, redacted } = bundle.manifest
  const file = 'figures.json'
  const stored = await readJsonFile(join(bundle.folder, file), { name: file })
  let fresh: Json
  try {
    fresh = await figuresOf(store, run, context, { redacted })
    const found = firstDifference(
      jsonSchema.parse(instruments),
      jsonSchema.parse(JSON.parse(JSON.stringify(await instrumentsOf(store, run, context)))),
      'instruments',
    )
    if (found !== null) tell({ file: 'manifest.json', line: null, id: 'instruments', ...found })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { message } = error
    const fix =
      error instanceof UsageError || error instanceof RapportError ? '' : ' (the rows do not fit together)'
    gaps.push({ what: 'every figure', why: `${message}${fix}` })
    return 0
  }
  for (const found of allDifferences(stored, fresh))
    tell({ file, line: null, id: figureId(stored, found.field), ...found })
  const results = isJsonObject(fresh) ? fresh['results'] : undefined
  return Array.isArray(results) ? results.length : 0
}

/** One difference for each entry of a list that differs, and for each other part of the document. */
function* allDifferences(
  stored: Json,
  fresh: Json,
): Generator<NonNullable<ReturnType<typeof firstDifference>>> {
  if (!isJsonObject(stored) || !isJsonObject(fresh)) {
    const found = firstDifference(stored, fresh)
    if (found !== null) yield found
    return
  }
  for (const key of new Set([...Object.keys(stored), ...Object.keys(fresh)])) {
    const [a, b] = [stored[key], fresh[key]]
    if (Array.isArray(a) && Array.isArray(b)) {
      for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
        const found = firstDifference(jsonOrNone(a[at]), jsonOrNone(b[at]), `${key}[${at}]`)
        if (found !== null) yield found
      }
    } else {
      const found = firstDifference(a, b, key)
      if (found !== null) yield found
    }
  }
}

function jsonOrNone(value: unknown): Json | undefined {
  return value === undefined ? undefined : jsonSchema.parse(value)
}

/** Which figure a field is of, in words; the field's first part where it is none. */
function figureId(stored: Json, field: string): string {
  const at = /^results\[(\d+)\]/.exec(field)?.[1]
  const results = isJsonObject(stored) ? stored['results'] : undefined
  const row: Json | undefined =
    at !== undefined && Array.isArray(results) ? jsonOrNone(results[Number(at)]) : undefined
  if (!isJsonObject(row)) return field.split(/[.[]/)[0] ?? field
  return ['track', 'system', 'instrument', 'metric']
    .flatMap((key) => (typeof row[key] === 'string' ? [row[key]] : []))
    .join(' ')
}

/** Stages are known by their names while they are computed; people want the line. */
async function withLines(bundle: OpenBundle, differences: Difference[]): Promise<Difference[]> {
  const [first, ...others] = differences
  if (first === undefined || first.file !== 'references.jsonl' || first.line !== null) return differences
  return [{ ...first, line: await referenceLine(bundle, first.id) }, ...others]
}
