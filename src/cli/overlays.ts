import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { auditOverlaySchema, type AuditOverlay, type AuditReport } from '../core/audit.ts'
import type { Case } from '../core/case.ts'
import { checkShape } from '../core/check-shape.ts'
import type { DatasetDescriptor } from '../core/dataset.ts'
import { UsageError } from '../core/errors.ts'
import { hashJson } from '../core/hash.ts'
import { writeTextFile } from '../io/atomic-file.ts'
import { readJsonFile } from '../io/json-file.ts'
import { homeOf, type CliContext } from './context.ts'

type Home = Pick<CliContext, 'env' | 'cwd'>

/** Names become names of files. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i

function folderOf(context: Home): string {
  return join(homeOf(context), 'overlays')
}

/** Where audits are kept. */
export function auditFolder(context: Home): string {
  return join(homeOf(context), 'audits')
}

/** Where the newest whole audit of a data set is kept. */
export function auditPath(
  { id, benchmark }: Pick<DatasetDescriptor, 'id' | 'benchmark'>,
  context: Home,
): string {
  return join(auditFolder(context), `${hashJson({ id, benchmark }).slice(0, 16)}.json`)
}

/** Keeps the newest audit of each data set, so that reports of runs on it can show it. */
export async function saveAudit(report: AuditReport, context: Home): Promise<void> {
  await writeTextFile(auditPath(report.dataset, context), `${JSON.stringify(report, null, 2)}\n`)
}

/**
 * The cases that an overlay leaves out.
 * @param rules whose cases; those of every error when empty
 * @throws UsageError for a bad name, an unknown rule, and where nothing would be left out
 */
export function overlayOf(
  name: string,
  dataset: string,
  reports: readonly AuditReport[],
  rules: readonly string[],
): AuditOverlay {
  if (!NAME.test(name) || name === 'as-published' || name === 'clean' || name === 'every-query')
    throw new UsageError(
      `${JSON.stringify(name)} can't be the name of an overlay`,
      'use letters, digits, dots and dashes, and no name of a view',
    )
  const findings = reports.flatMap((report) => report.findings).filter(({ hashes }) => hashes.length > 0)
  const known = new Set(findings.map(({ rule }) => rule))
  const unknown = rules.find((rule) => !known.has(rule))
  if (unknown !== undefined)
    throw new UsageError(
      `no case was flagged by ${JSON.stringify(unknown)}`,
      known.size === 0
        ? 'the audit flagged no case at all'
        : `rules that flagged some: ${[...known].join(', ')}`,
    )
  const chosen = findings.filter(({ rule, severity }) =>
    rules.length === 0 ? severity === 'error' : rules.includes(rule),
  )
  const cases = new Map<string, AuditOverlay['cases'][number]>()
  for (const { rule, track, hashes } of chosen)
    for (const hash of hashes) {
      const key = `${track ?? ''} ${hash}`
      if (!cases.has(key)) cases.set(key, { track: track ?? '', hash, rule })
    }
  if (cases.size === 0)
    throw new UsageError(
      'the overlay would leave nothing out: no case was flagged as an error',
      known.size === 0 ? 'nothing to do' : `name rules with --rules: ${[...known].join(', ')}`,
    )
  const listed = [...cases.values()]
  return {
    formatVersion: 1,
    name,
    dataset,
    hash: hashJson(listed),
    rules: [...new Set(chosen.map(({ rule }) => rule))],
    cases: listed,
  }
}

/** The word for a data set that means the same from every folder. */
export function datasetWord(word: string, { cwd }: Pick<CliContext, 'cwd'>): string {
  const colon = word.indexOf(':')
  const [layout, path] = colon > 1 ? [word.slice(0, colon + 1), word.slice(colon + 1)] : ['', word]
  const whole = resolve(cwd, path)
  return existsSync(whole) && word !== 'sample' ? `${layout}${whole}` : word
}

/** @returns the path of the file */
export async function saveOverlay(overlay: AuditOverlay, context: Home): Promise<string> {
  const path = join(folderOf(context), `${overlay.name}.json`)
  await writeTextFile(path, `${JSON.stringify(overlay, null, 2)}\n`)
  return path
}

/** All overlays of this home, by name. @throws InputError for a file that was damaged */
export async function overlays(context: Home): Promise<AuditOverlay[]> {
  const folder = folderOf(context)
  if (!existsSync(folder)) return []
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(names.map((name) => readOverlay(join(folder, name))))
}

async function readOverlay(path: string): Promise<AuditOverlay> {
  const overlay = checkShape(auditOverlaySchema, await readJsonFile(path), { file: path })
  if (hashJson(overlay.cases) !== overlay.hash)
    throw new UsageError(
      `the overlay ${path} was changed by hand: its cases are not those of its hash`,
      'write it again with: rapport audit <dataset> --overlay <name>',
    )
  return overlay
}

/**
 * The overlay that a view's word names; null when it names none.
 * @throws UsageError for an overlay of other data
 */
export async function overlayFor(view: string, dataset: string, context: Home): Promise<AuditOverlay | null> {
  const path = join(folderOf(context), `${view}.json`)
  if (!NAME.test(view) || !existsSync(path)) return null
  const overlay = await readOverlay(path)
  if (overlay.dataset !== datasetWord(dataset, context))
    throw new UsageError(
      `the overlay ${view} is of ${JSON.stringify(overlay.dataset)}, not of ${JSON.stringify(dataset)}`,
      `audit the data that you run on: rapport audit ${dataset} --overlay <name>`,
    )
  return overlay
}

/**
 * Cases that an overlay names are skipped, with the rule as the reason.
 * @throws UsageError at the end where it names cases of the track and none of them is there: the data has changed
 */
export async function* withOverlay(
  cases: AsyncIterable<Case>,
  { name, cases: flagged }: AuditOverlay,
  track: string,
): AsyncGenerator<Case> {
  const rules = new Map(flagged.filter((one) => one.track === track).map(({ hash, rule }) => [hash, rule]))
  let met = 0
  for await (const subject of cases) {
    const rule = rules.get(subject.hash)
    if (rule !== undefined) met += 1
    yield rule === undefined || subject.skip !== undefined
      ? subject
      : { ...subject, skip: `overlay ${name}: ${rule}` }
  }
  if (rules.size > 0 && met === 0)
    throw new UsageError(
      `none of the ${rules.size} cases that the overlay ${name} leaves out of ${track} is in this data`,
      'the data has changed since; audit it again',
    )
}
