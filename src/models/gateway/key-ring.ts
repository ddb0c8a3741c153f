import { execFile } from 'node:child_process'
import { UsageError } from '../../core/errors.ts'
import type { ModelAddress, ModelSources } from './model-address.ts'
import type { Redactor } from './redact.ts'

const COMMAND_TIMEOUT = 30_000
const LONGEST_KEY = 16_384
/** Sent where a server on this machine wants none; the SDKs insist on a value. */
const NO_KEY = 'none'

/** Finds the keys of providers, each once. */
export class KeyRing {
  readonly #sources: ModelSources
  readonly #redactor: Redactor
  readonly #keys = new Map<string, Promise<string>>()

  constructor(sources: ModelSources, redactor: Redactor) {
    this.#sources = sources
    this.#redactor = redactor
  }

  /**
   * Fails early, before anything is sent, when a key is missing. Runs no command.
   * @throws UsageError that names the variable
   */
  check(address: ModelAddress): void {
    const { provider } = address
    if (this.#command(provider.name) !== undefined) return
    const given = this.#fromEnvironment(address)
    if (given !== undefined) {
      if (isHeaderValue(given)) return
      throw new UsageError(
        `the key of ${provider.name} holds characters that no request can carry`,
        `look at ${provider.keyVariables.join(' or ')}: a line break or a letter of another script may have slipped in`,
      )
    }
    if (!provider.keyRequired || address.loopback) return
    throw new UsageError(
      `${address.id} needs a key`,
      `set ${provider.keyVariables.join(' or ')}, or a key command for ${provider.name}`,
    )
  }

  /**
   * The key of a provider. A key command wins over the environment.
   * @throws UsageError when there is none, or the command fails
   */
  async keyOf(address: ModelAddress): Promise<string> {
    const { name } = address.provider
    let key = this.#keys.get(name)
    if (key === undefined) {
      key = this.#find(address)
      this.#keys.set(name, key)
    }
    return key
  }

  async #find(address: ModelAddress): Promise<string> {
    this.check(address)
    const { name } = address.provider
    const command = this.#command(name)
    const key =
      command === undefined ? (this.#fromEnvironment(address) ?? NO_KEY) : await this.#run(name, command)
    if (key !== NO_KEY) this.#redactor.add(key)
    return key
  }

  #command(name: string): readonly string[] | undefined {
    return Object.entries(this.#sources.keyCommands ?? {}).find(([key]) => key === name)?.[1]
  }

  #fromEnvironment({ provider }: ModelAddress): string | undefined {
    return provider.keyVariables
      .map((variable) => this.#sources.env[variable]?.trim())
      .find((value) => value !== undefined && value !== '')
  }

  /** What the command says on its error stream may hold anything, so it is not shown. */
  #run(name: string, command: readonly string[]): Promise<string> {
    const [program, ...args] = command
    if (program === undefined) throw new UsageError(`the key command of ${name} is empty`)
    const fix = 'run it yourself and see what it prints'
    return new Promise((resolve, reject) => {
      const options = {
        env: { ...this.#sources.env },
        timeout: COMMAND_TIMEOUT,
        maxBuffer: LONGEST_KEY,
        shell: false,
        windowsHide: true,
      }
      execFile(program, args, options, (error, stdout) => {
        const key = stdout.trim()
        if (error !== null) reject(new UsageError(`the key command of ${name} failed`, fix))
        else if (key === '' || !isHeaderValue(key)) {
          reject(new UsageError(`the key command of ${name} did not print one key`, fix))
        } else resolve(key)
      })
    })
  }
}

/** Visible ASCII, which is what an HTTP header can carry. */
function isHeaderValue(key: string): boolean {
  return /^[!-~]+$/.test(key)
}
