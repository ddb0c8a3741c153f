import { parseArgsStringToArgv } from 'string-argv'
import { UsageError } from '../core/errors.ts'
import { providerNames, type ModelSources } from '../models/gateway/model-address.ts'

type Environment = Readonly<Record<string, string | undefined>>

const SERVER = 'RAPPORT_SERVER_'
const KEY_COMMAND = 'RAPPORT_KEY_COMMAND_'

/**
 * Where models are and how their keys are found, from the environment:
 * `RAPPORT_SERVER_LAB=http://127.0.0.1:8000/v1` makes `lab/<model>`, an OpenAI-compatible server of that name, and
 * `RAPPORT_KEY_COMMAND_OPENAI="pass show openai"` is a command that prints the key of `openai`. Names are taken in lower
 * case, `_` as `-`. Commands are run without a shell, and neither they nor what they print is stored.
 * @throws UsageError for a server that is no http address or has a provider's name, or an empty command
 */
export function modelSources(env: Environment): ModelSources {
  const keyCommands = named(env, KEY_COMMAND).map(([name, text]) => {
    const command = parseArgsStringToArgv(text)
    if (command.length > 0) return [name, command] as const
    throw new UsageError(
      `the key command of ${name} is empty`,
      `set ${variable(KEY_COMMAND, name)} to a command`,
    )
  })
  const baseUrls = named(env, SERVER).map(([name, url]) => {
    if (providerNames({ env: {} }).includes(name)) {
      throw new UsageError(
        `${variable(SERVER, name)} takes the name of a provider that Rapport knows`,
        'give the server a name of its own, or set the base URL of that provider',
      )
    }
    if (isHttp(url)) return [name, url] as const
    throw new UsageError(
      `${variable(SERVER, name)} is no http address`,
      'give the base URL of the server, such as http://127.0.0.1:8000/v1',
    )
  })
  return { env, baseUrls: Object.fromEntries(baseUrls), keyCommands: Object.fromEntries(keyCommands) }
}

/** Values of the variables that begin with a prefix, by the name behind it. */
function named(env: Environment, prefix: string): [name: string, value: string][] {
  return Object.entries(env).flatMap(([key, value]): [string, string][] =>
    key.startsWith(prefix) && key.length > prefix.length && value !== undefined
      ? [[key.slice(prefix.length).toLowerCase().replaceAll('_', '-'), value.trim()]]
      : [],
  )
}

function variable(prefix: string, name: string): string {
  return `${prefix}${name.toUpperCase().replaceAll('-', '_')}`
}

function isHttp(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}
