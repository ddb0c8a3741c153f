import { UsageError } from '../../core/errors.ts'
import { namedProvider, providers, type Provider } from './provider-table.ts'

/** From where keys and addresses come; everything of the environment is handed in. */
export interface ModelSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Further OpenAI-compatible servers by name: `{ local: 'http://127.0.0.1:8000/v1' }`. */
  readonly baseUrls?: Readonly<Record<string, string>>
  /** Named servers that take a JSON Schema with the request. */
  readonly structuredServers?: readonly string[]
  /** Commands that print a key, by provider: program and arguments, run without a shell. */
  readonly keyCommands?: Readonly<Record<string, readonly string[]>>
}

/** A model id taken apart, and where its requests go. Holds no secret. */
export interface ModelAddress {
  readonly id: string
  readonly provider: Provider
  /** Name of the model at its provider; may hold further slashes. */
  readonly model: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Host and port. */
  readonly host: string
  /** True when requests stay on this machine. */
  readonly loopback: boolean
}

/** A model id whose provider is not known. `known` lets the caller suggest the nearest. */
export class UnknownProviderError extends UsageError {
  readonly given: string
  readonly known: readonly string[]

  constructor(given: string, known: readonly string[]) {
    super(
      `no model provider is called ${JSON.stringify(given)}`,
      `known: ${known.join(', ')}; name any OpenAI-compatible server with a base URL of its own`,
    )
    this.name = 'UnknownProviderError'
    this.given = given
    this.known = known
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Names that may stand before the slash of a model id. */
export function providerNames(sources: ModelSources): readonly string[] {
  return [...providers.map(({ name }) => name), ...Object.keys(sources.baseUrls ?? {})]
}

/** True when the word has the form of a model id under one of the known providers. */
export function isModelId(word: string, sources: ModelSources): boolean {
  const slash = word.indexOf('/')
  return slash > 0 && slash < word.length - 1 && providerNames(sources).includes(word.slice(0, slash))
}

/**
 * Takes `<provider>/<model>` apart and finds the base URL: the provider's variable, else the default.
 * @throws UsageError for a malformed id or base URL, UnknownProviderError
 */
export function addressOf(id: string, sources: ModelSources): ModelAddress {
  const slash = id.indexOf('/')
  const name = slash === -1 ? id : id.slice(0, slash)
  const model = slash === -1 ? '' : id.slice(slash + 1)
  const provider = findProvider(name, sources)
  if (provider === undefined) throw new UnknownProviderError(name, providerNames(sources))
  if (model.trim() === '') {
    throw new UsageError(`${JSON.stringify(id)} names no model`, `write ${name}/<model>`)
  }
  const text = sources.env[provider.baseUrlVariable]?.trim() || provider.baseUrl
  if (text === null) {
    throw new UsageError(
      `${id} has no address`,
      `set ${provider.baseUrlVariable} to the server's base URL, such as http://127.0.0.1:8000/v1`,
    )
  }
  const url = readBaseUrl(text, name, provider.baseUrlVariable)
  return {
    id,
    provider,
    model,
    baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    host: url.host,
    loopback: LOOPBACK.test(url.hostname),
  }
}

/**
 * What tells one server from another in an identity: the base URL, which holds no credentials; null at the usual
 * address of a provider, so that its name says it all.
 */
export function serverOf({ provider, baseUrl }: ModelAddress): string | null {
  return provider.name !== 'compatible' && providers.includes(provider) && baseUrl === provider.baseUrl
    ? null
    : baseUrl
}

function findProvider(name: string, sources: ModelSources): Provider | undefined {
  const own = providers.find((provider) => provider.name === name)
  if (own !== undefined) return own
  const named = Object.entries(sources.baseUrls ?? {}).find(([key]) => key === name)
  if (named === undefined) return undefined
  return namedProvider(name, named[1], sources.structuredServers?.includes(name) ?? false)
}

/** Never quotes the address: a password may stand in it. */
function readBaseUrl(text: string, name: string, variable: string): URL {
  const fix = `check ${variable}, or the base URL given for ${name}`
  if (!URL.canParse(text)) throw new UsageError(`the base URL of ${name} is no URL`, fix)
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UsageError(`the base URL of ${name} is neither http nor https`, fix)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new UsageError(
      `the base URL of ${name} holds a user, password or query`,
      `give the key through ${variable.replace('BASE_URL', 'API_KEY')}`,
    )
  }
  return url
}
