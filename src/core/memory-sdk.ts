import { z } from 'zod'
import { UsageError } from './errors.ts'
import { jsonSchema, type Json } from './json.ts'
import type { MemorySession } from './memory.ts'
import type { MemoryTools } from './memory-tools.ts'

// SDKs of memory systems are optional packages: nothing of them is imported, and what they give is outside data.

const manifest = z.object({ version: z.string().min(1) })
const manifestModule = z.union([
  manifest,
  z.object({ default: manifest }).transform((module) => module.default),
])

/** Version of an optional package, from its own package.json; `unknown` where that can't be had. */
export async function sdkVersion(tools: Pick<MemoryTools, 'load'>, name: string): Promise<string> {
  try {
    return manifestModule.parse(await tools.load(`${name}/package.json`)).version
  } catch {
    return 'unknown'
  }
}

/** A package as it was loaded, with what is said when it is not as expected. */
export interface Sdk {
  /** Name as it is installed. */
  readonly name: string
  readonly version: string
  readonly module: unknown
}

/**
 * Loads a package and its version.
 * @param specifier where the module is another than the package itself, such as `mem0ai/oss`
 * @throws UsageError that says how to install it
 */
export async function loadSdk(
  tools: Pick<MemoryTools, 'load'>,
  name: string,
  specifier: string = name,
): Promise<Sdk> {
  const module = await tools.load(specifier)
  return { name, version: await sdkVersion(tools, name), module }
}

/**
 * Makes an object of a class that a package exports, by name or as its default.
 * @throws UsageError when the package has no such class
 */
export function construct({ name, version, module }: Sdk, exported: string, ...options: unknown[]): object {
  const direct = part(module, exported)
  const made: unknown = direct ?? part(part(module, 'default'), exported) ?? part(module, 'default')
  if (typeof made !== 'function') throw unexpected(name, version, exported)
  const instance: unknown = Reflect.construct(made, options)
  if (typeof instance !== 'object' || instance === null) throw unexpected(name, version, exported)
  return instance
}

/**
 * Calls a method of an SDK's object, such as `graph.edge.getByUserId`.
 * @throws UsageError when it has no such method: another version than the adapter was written for
 */
export async function call(
  sdk: Pick<Sdk, 'name' | 'version'>,
  target: unknown,
  path: string,
  ...values: unknown[]
): Promise<unknown> {
  const steps = path.split('.')
  const method = steps.pop() ?? ''
  const owner = steps.reduce<unknown>(part, target)
  const found = part(owner, method)
  if (typeof found !== 'function') throw unexpected(sdk.name, sdk.version, path)
  const result: unknown = await Reflect.apply(found, owner, values)
  return result
}

/** A property of anything; undefined where there is none. */
export function part(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  const found: unknown = Reflect.get(value, key)
  return found
}

function unexpected(name: string, version: string, what: string): UsageError {
  return new UsageError(
    `the package ${name} ${version} has no ${what}`,
    `Install the version that docs/memory-adapters.md names.`,
  )
}

/** Anything an SDK returned, as JSON for people to look at; dates become texts, functions are left out. */
export function rawJson(value: unknown): Json {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? null : jsonSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** HTTP status of an error that an SDK threw; null where it has none. */
export function statusOf(error: unknown): number | null {
  for (const key of ['statusCode', 'status']) {
    const status = part(error, key)
    if (typeof status === 'number') return status
  }
  return null
}

/**
 * What a message says with its date before it, for systems that have no field for dates:
 * `[2026-03-01T09:00:00+01:00] I moved to Porto.`
 * @param time of the message or else of its session; null: the text as it is
 */
export function datedText(text: string, time: string | null): string {
  return time === null ? text : `[${time}] ${text}`
}

/** Messages that say something: SDKs refuse blank ones, and nothing is lost with them. */
export function spoken(session: MemorySession): MemorySession['messages'] {
  return session.messages.filter(({ content }) => content.trim() !== '')
}

/**
 * An environment variable that an adapter can't do without.
 * @throws UsageError that names it
 */
export function requiredEnv(tools: Pick<MemoryTools, 'env'>, system: string, name: string): string {
  const value = tools.env(name)
  if (value === undefined || value === '') {
    throw new UsageError(
      `memory:${system} needs the environment variable ${name}`,
      `Set ${name} and run again.`,
    )
  }
  return value
}
