import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { inProcess } from './cli.ts'

const documentSchema = z.object({
  agrees: z.boolean(),
  complete: z.boolean(),
  differences: z.number(),
  first: z
    .object({
      file: z.string(),
      line: z.number().nullable(),
      id: z.string(),
      field: z.string(),
      stored: z.unknown().optional(),
      recomputed: z.unknown().optional(),
    })
    .nullable(),
  recomputed: z.record(z.string(), z.number()),
  notRecomputed: z.array(z.object({ what: z.string(), why: z.string() })),
})

const manifestShape = z.looseObject({
  files: z.array(
    z.looseObject({ path: z.string(), bytes: z.number(), sha256: z.string(), rows: z.number() }),
  ),
})

/** What tests do with bundles in a folder. */
export function bundlesIn(folder: string) {
  const fileOf = (bundle: string, file: string) => join(folder, bundle, file)
  const linesOf = (bundle: string, file: string) =>
    readFileSync(fileOf(bundle, file), 'utf8').trimEnd().split('\n')

  /** What verify says of a bundle that it can read. */
  async function verified(name: string) {
    const { out, code, err } = await inProcess(folder, ['verify', name, '--json', '--quiet'])
    expect(code, err).toBeLessThan(2)
    const document = documentSchema.parse(JSON.parse(out))
    expect(code).toBe(document.differences === 0 ? 0 : 1)
    return document
  }

  /** Makes the manifest say what the files are: whoever changes a bundle can do that too. */
  function hashAgain(bundle: string): void {
    const at = fileOf(bundle, 'manifest.json')
    const manifest = manifestShape.parse(JSON.parse(readFileSync(at, 'utf8')))
    for (const file of manifest.files) {
      const data = readFileSync(fileOf(bundle, file.path))
      file.bytes = data.length
      file.sha256 = createHash('sha256').update(data).digest('hex')
      if (file.path.endsWith('.jsonl')) file.rows = data.toString('utf8').split('\n').length - 1
    }
    writeFileSync(at, JSON.stringify(manifest))
  }

  return { verified, fileOf, linesOf, hashAgain }
}

/** Changes the first line that a pattern fits, in that place. @returns the lines and which one it was, from 1 */
export function edit(lines: string[], pattern: RegExp, to: string): string[] {
  const at = lines.findIndex((line) => pattern.test(line))
  expect(at, String(pattern)).toBeGreaterThanOrEqual(0)
  return lines.map((line, index) => (index === at ? line.replace(pattern, to) : line))
}
