import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UsageError } from '../core/errors.ts'
import type { Fault, RunStop } from '../core/fault.ts'
import { sha256 } from '../core/hash.ts'
import { memoryPurpose, type MemoryTools } from '../core/memory-tools.ts'
import { listen } from '../models/endpoint/listen.ts'
import { tokenCounter } from '../models/gateway/tokens.ts'
import type { CliContext } from './context.ts'
import type { ModelKit } from './models.ts'

/** Output limit of an SDK's requests that name none. */
const DEFAULT_OUTPUT = 4096

/** What memory systems may use, from the world outside. */
export function memoryTools(
  { model, embedder }: Pick<MemoryTools, 'model' | 'embedder'>,
  kit: Pick<ModelKit, 'port'>,
  { env, cwd, clock }: Pick<CliContext, 'env' | 'cwd' | 'clock'>,
): MemoryTools {
  return {
    port: kit.port,
    model,
    embedder,
    clock,
    async endpoint(name, sample) {
      const offered = [model, embedder].flatMap((id) => (id === null ? [] : [id]))
      if (offered.length === 0) {
        throw new UsageError(
          `memory:${name} asks a model for what it keeps, and none is named`,
          'add --memory-model <provider>/<model>, or a model that answers: +<provider>/<model>',
        )
      }
      const apiKey = `rapport-${randomBytes(24).toString('base64url')}`
      const outages = new Map<string, Fault>()
      let stop: RunStop | null = null
      const endpoint = await listen({
        models: kit.port,
        token: apiKey,
        offered,
        defaultMaxOutputTokens: DEFAULT_OUTPUT,
        purpose: memoryPurpose(name, 'sdk'),
        sample,
        onStop: (reason) => (stop ??= reason),
        onServed: (request, fault) => {
          if (fault === null) outages.delete(request)
          else outages.set(request, fault)
        },
      })
      return {
        baseUrl: endpoint.baseUrl,
        apiKey,
        trouble() {
          const [outage = null] = outages.values()
          outages.clear()
          return stop ?? outage
        },
        close: () => endpoint.close(),
      }
    },
    env: (name) => env[name],
    load: (specifier) => loadModule(specifier, cwd),
    countTokens: async (text) => (await tokenCounter())(text),
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
  }
}

/**
 * A module that is not part of Rapport: a package, as the working directory sees it, or a file.
 * @throws UsageError when it is not there
 */
export async function loadModule(specifier: string, cwd: string): Promise<unknown> {
  const manifest = manifestOf(specifier, cwd)
  if (manifest !== null) return JSON.parse(await readFile(manifest, 'utf8'))
  const { createJiti } = await import('jiti')
  // Nothing of what it compiles is left behind.
  const jiti = createJiti(join(cwd, '/'), { fsCache: false, tryNative: true })
  try {
    const loaded: unknown = await jiti.import(specifier)
    return loaded
  } catch (error) {
    if (!isMissing(error, specifier)) throw unloadable(specifier, error)
    const isFile = /^[./]/.test(specifier)
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
    throw new UsageError(
      isFile ? `there is no module ${specifier}` : `the package ${name} is not installed here`,
      isFile ? 'write its path from the working directory' : `npm install ${name}`,
    )
  }
}

/**
 * SHA-256 of a module's file: part of what it is. Files that it loads are not seen: `--fresh` after they changed.
 * @param path from the working directory
 */
export async function hashOfFile(path: string, cwd: string): Promise<string> {
  return sha256(await readFile(resolve(cwd, path), 'utf8'))
}

/** What a module throws while it is loaded, such as that it needs a package that is not there. */
function unloadable(specifier: string, error: unknown): UsageError {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return new UsageError(
    `${specifier} can't be loaded: ${first}`,
    'see whether it runs by itself: node <module>',
  )
}

/** Where the `package.json` of a package is, which few packages export; null for what asks for something else. */
function manifestOf(specifier: string, cwd: string): string | null {
  if (!/^(?:@[^/.]+\/)?[^@/.][^/]*\/package\.json$/.test(specifier)) return null
  const folders = createRequire(join(cwd, '/')).resolve.paths(specifier) ?? []
  return folders.map((folder) => join(folder, specifier)).find((file) => existsSync(file)) ?? null
}

/** The module itself, not one that it needs. */
function isMissing(error: unknown, specifier: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const isGone = error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND'
  return isGone && error.message.includes(specifier)
}
