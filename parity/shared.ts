import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const dataFolder = fileURLToPath(new URL('../../shared/data', import.meta.url))
const specFolder = fileURLToPath(new URL('../../shared/spec', import.meta.url))

const isRequired = (process.env['RAPPORT_REQUIRE'] ?? '')
  .split(',')
  .map((name) => name.trim())
  .includes('shared')

/** Why a test that needs the shared reference data was skipped; use it in the name of the suite. */
export const skipReason = 'needs the reference data in ../shared/data, which is not part of this repository'

/**
 * Path of a file or folder of the shared reference data, or undefined where it is absent.
 * `sharedData()` without segments is the data folder itself.
 * @throws when it is absent although the environment variable RAPPORT_REQUIRE (comma list) names `shared`,
 * so that a machine that must run the parity tests can't skip them silently
 */
export function sharedData(...segments: readonly string[]): string | undefined {
  return present(join(dataFolder, ...segments))
}

/** The same for the specifications with their vectors. */
export function sharedSpec(...segments: readonly string[]): string | undefined {
  return present(join(specFolder, ...segments))
}

function present(path: string): string | undefined {
  if (existsSync(path)) return path
  if (isRequired) throw new Error(`RAPPORT_REQUIRE names "shared", but ${path} does not exist`)
  return undefined
}
