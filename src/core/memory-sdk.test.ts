import { describe, expect, it } from 'vitest'
import {
  call,
  construct,
  datedText,
  loadSdk,
  part,
  rawJson,
  requiredEnv,
  sdkVersion,
  spoken,
  statusOf,
} from './memory-sdk.ts'

class Client {
  readonly options: unknown
  readonly graph = {
    name: 'g',
    search(this: { name: string }, query: string) {
      return Promise.resolve(`${this.name}:${query}`)
    },
  }
  constructor(options: unknown) {
    this.options = options
  }
}
const sdk = (module: unknown) => ({ name: 'some-sdk', version: '1.2.3', module })

describe('an optional package', () => {
  it('tells its version, whether its package.json comes as a module or as it is', async () => {
    const files: Record<string, unknown> = {
      'a/package.json': { version: '1.0.0' },
      'b/package.json': { default: { version: '2.0.0' } },
      'c/package.json': { name: 'c' },
    }
    const load = (specifier: string) =>
      specifier in files ? Promise.resolve(files[specifier]) : Promise.reject(new Error('absent'))
    expect(await sdkVersion({ load }, 'a')).toBe('1.0.0')
    expect(await sdkVersion({ load }, 'b')).toBe('2.0.0')
    expect(await sdkVersion({ load }, 'c')).toBe('unknown')
    expect(await sdkVersion({ load }, 'd')).toBe('unknown')
    await expect(loadSdk({ load }, 'd')).rejects.toThrow('absent')
  })

  it.each([
    ['named', { Client }],
    ['default', { default: Client }],
    ['named inside default', { default: { Client } }],
  ])('makes an object of a class that is exported: %s', (_, module) => {
    const made = construct(sdk(module), 'Client', { key: 'k' })
    expect(part(made, 'options')).toEqual({ key: 'k' })
  })

  it('calls methods with their owner as this', async () => {
    const made = construct(sdk({ Client }), 'Client')
    expect(await call(sdk(null), made, 'graph.search', 'tea')).toBe('g:tea')
  })

  it('says what another version lacks', async () => {
    expect(() => construct(sdk({ other: 1 }), 'Client')).toThrow('some-sdk 1.2.3 has no Client')
    await expect(call(sdk(null), new Client({}), 'graph.find')).rejects.toThrow(
      'some-sdk 1.2.3 has no graph.find',
    )
    await expect(call(sdk(null), null, 'a.b')).rejects.toThrow('has no a.b')
  })
})

it.each([
  [{ at: new Date(0), run: () => 1 }, { at: '1970-01-01T00:00:00.000Z' }],
  [undefined, null],
  [10n, null],
  [[Number.NaN], [null]],
])('shows what came back as JSON: %#', (value, json) => {
  expect(rawJson(value)).toEqual(json)
})

it.each([
  [{ statusCode: 404 }, 404],
  [Object.assign(new Error('no'), { status: 429 }), 429],
  [new Error('no'), null],
  ['no', null],
])('finds the status of an error: %#', (error, status) => {
  expect(statusOf(error)).toBe(status)
})

it('puts a date before a text only where there is one', () => {
  expect(datedText('hi', null)).toBe('hi')
  expect(datedText('hi', '2026-01-01T00:00:00Z')).toBe('[2026-01-01T00:00:00Z] hi')
})

it('leaves blank messages out', () => {
  const message = (content: string) => ({ role: 'user' as const, name: null, content, time: null })
  const messages = ['', ' \n', 'x'].map(message)
  expect(spoken({ id: 's', time: null, zone: null, messages })).toEqual([message('x')])
})

it('names the variable that is missing', () => {
  expect(() => requiredEnv({ env: () => undefined }, 'zep', 'ZEP_API_KEY')).toThrow('ZEP_API_KEY')
  expect(() => requiredEnv({ env: () => '' }, 'zep', 'ZEP_API_KEY')).toThrow('ZEP_API_KEY')
  expect(requiredEnv({ env: () => 'k' }, 'zep', 'ZEP_API_KEY')).toBe('k')
})
