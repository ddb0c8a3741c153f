import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkShape } from '../core/check-shape.ts'
import type { PublishedResult } from '../core/published.ts'
import { writeTextFile } from '../io/atomic-file.ts'
import { readJsonFile } from '../io/json-file.ts'
import { figureKey } from './published-csv.ts'

const storedShape = z.strictObject({
  version: z.literal(1),
  figures: z.array(
    z.strictObject({
      track: z.string(),
      system: z.string(),
      instrument: z.string(),
      metric: z.string(),
      value: z.number(),
      source: z.string(),
      imported: z.strictObject({ table: z.string(), checker: z.string(), date: z.string() }),
      slice: z.strictObject({ tag: z.string(), value: z.string() }).exactOptional(),
    }),
  ),
})

function pathIn(home: string): string {
  return join(home, 'published.json')
}

/**
 * Figures that were imported into a home (the folder RAPPORT_HOME); none where nothing was.
 * @throws InputError when the file was changed into something else
 */
export async function importedFigures(home: string): Promise<readonly PublishedResult[]> {
  const path = pathIn(home)
  if (!existsSync(path)) return []
  return checkShape(storedShape, await readJsonFile(path), { file: path }).figures
}

/**
 * Adds figures; one with the same track, system, instrument, metric and slice is replaced.
 * @returns how many were replaced
 */
export async function addImportedFigures(home: string, figures: readonly PublishedResult[]): Promise<number> {
  const all = new Map((await importedFigures(home)).map((figure) => [figureKey(figure), figure]))
  const replaced = figures.filter((figure) => all.has(figureKey(figure))).length
  for (const figure of figures) all.set(figureKey(figure), figure)
  await save(home, [...all.values()])
  return replaced
}

/**
 * Removes the figures of a source, or all.
 * @param source as it stands in the CSV; null for all
 * @returns how many were removed
 */
export async function forgetImportedFigures(home: string, source: string | null): Promise<number> {
  const all = await importedFigures(home)
  const kept = source === null ? [] : all.filter((figure) => figure.source !== source)
  if (kept.length < all.length) await save(home, kept)
  return all.length - kept.length
}

async function save(home: string, figures: readonly PublishedResult[]): Promise<void> {
  await writeTextFile(pathIn(home), `${JSON.stringify({ version: 1, figures }, null, 1)}\n`)
}
