import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { KeyRing } from './key-ring.ts'
import { addressOf, serverOf, isModelId, UnknownProviderError } from './model-address.ts'
import { Redactor } from './redact.ts'

describe('the server of a model', () => {
  // Environment; what an identity says of it.
  it.each([
    ['openai/x', {}, null],
    ['openai/x', { OPENAI_BASE_URL: 'https://api.openai.com/v1/' }, null],
    ['openai/x', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1/' }, 'http://127.0.0.1:9/v1'],
    ['openai/x', { OPENAI_BASE_URL: 'http://api.openai.com/v1' }, 'http://api.openai.com/v1'],
    ['ollama/x', {}, null],
    ['ollama/x', { OLLAMA_BASE_URL: 'http://box:11434/v1' }, 'http://box:11434/v1'],
    ['compatible/x', { RAPPORT_BASE_URL: 'HTTPS://Lab.example:443/a/v1' }, 'https://lab.example/a/v1'],
    ['lab/x', {}, 'http://127.0.0.1:8000/v1'],
  ])('%s with %j: %s', (id, env, server) => {
    const sources = { env, baseUrls: { lab: 'http://127.0.0.1:8000/v1' } }
    expect(serverOf(addressOf(id, sources))).toBe(server)
  })
})

describe('a model id', () => {
  it('is taken apart at the first slash', () => {
    expect(addressOf('openrouter/openai/gpt-4.1', { env: {} })).toMatchObject({
      model: 'openai/gpt-4.1',
      baseUrl: 'https://openrouter.ai/api/v1',
      host: 'openrouter.ai',
      loopback: false,
    })
  })

  it.each(['http://127.0.0.1:8000/v1/', 'http://localhost:8000/v1', 'http://[::1]:8000/v1'])(
    'goes where the environment says: %s',
    (url) => {
      const address = addressOf('openai/x', { env: { OPENAI_BASE_URL: url } })
      expect(address.loopback).toBe(true)
      expect(address.baseUrl).toBe(url.replace(/\/$/, ''))
    },
  )

  it('is not taken for loopback by a name that only looks so', () => {
    for (const host of ['127.0.0.1.example.org', 'localhost.example.org', '10.0.0.1']) {
      expect(addressOf('openai/x', { env: { OPENAI_BASE_URL: `http://${host}/v1` } }).loopback).toBe(false)
    }
  })

  it('may name a server of the user', () => {
    const sources = { env: {}, baseUrls: { local: 'http://127.0.0.1:1234/v1' }, structuredServers: ['local'] }
    expect(addressOf('local/qwen', sources)).toMatchObject({ model: 'qwen', provider: { structured: true } })
    expect(isModelId('local/qwen', sources)).toBe(true)
    expect(isModelId('local/qwen', { env: {} })).toBe(false)
  })

  it('with an unknown provider names those that are known', () => {
    try {
      addressOf('opnai/x', { env: {}, baseUrls: { local: 'http://127.0.0.1:1/v1' } })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(UnknownProviderError)
      expect(error).toMatchObject({
        given: 'opnai',
        known: expect.arrayContaining(['openai', 'local']),
        exitCode: 2,
      })
    }
  })

  it.each([
    ['openai', {}],
    ['openai/', {}],
    ['compatible/x', {}],
    ['compatible/x', { RAPPORT_BASE_URL: 'not a url' }],
    ['compatible/x', { RAPPORT_BASE_URL: 'file:///etc/passwd' }],
    ['compatible/x', { RAPPORT_BASE_URL: 'http://me:hunter2secret@example.org/v1' }],
  ])('%s with %j is refused, and no password is quoted', (id, env) => {
    expect(() => addressOf(id, { env })).toThrow(UsageError)
    try {
      addressOf(id, { env })
    } catch (error) {
      expect(JSON.stringify([String(error), error])).not.toContain('hunter2')
    }
  })
})

describe('a key', () => {
  const keyOf = (id: string, sources: Parameters<typeof addressOf>[1]): Promise<string> =>
    new KeyRing(sources, new Redactor()).keyOf(addressOf(id, sources))

  it('that is missing is named by its variable', () => {
    const sources = { env: { OPENAI_API_KEY: '  ' } }
    const check = (): void => new KeyRing(sources, new Redactor()).check(addressOf('openai/x', sources))
    expect(check).toThrow(UsageError)
    expect(check).toThrow(expect.objectContaining({ fix: expect.stringContaining('OPENAI_API_KEY') }))
  })

  it('is not needed on this machine', async () => {
    expect(await keyOf('ollama/x', { env: {} })).toBe('none')
    expect(await keyOf('openai/x', { env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } })).toBe('none')
  })

  it('comes from a command without a shell, which wins over the environment', async () => {
    const command = [process.execPath, '-e', 'console.log(process.argv[1])', '$HOME;`id`']
    const sources = { env: { OPENAI_API_KEY: 'from-env' }, keyCommands: { openai: command } }
    expect(await keyOf('openai/x', sources)).toBe('$HOME;`id`')
  })

  it('command that fails says so without what it printed', async () => {
    const script = 'console.log("half-a-secret"); console.error("half-a-secret"); process.exit(3)'
    const sources = { env: {}, keyCommands: { openai: [process.execPath, '-e', script] } }
    const error: unknown = await keyOf('openai/x', sources).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UsageError)
    expect(JSON.stringify([String(error), error])).not.toContain('half-a-secret')
  })

  it.each(['', 'two words'])('command that prints %j is refused', async (printed) => {
    const script = `process.stdout.write(${JSON.stringify(printed)})`
    const sources = { env: {}, keyCommands: { openai: [process.execPath, '-e', script] } }
    await expect(keyOf('openai/x', sources)).rejects.toThrow('did not print one key')
  })
})

describe('a provider text', () => {
  it('loses secrets, control characters and length', () => {
    const redactor = new Redactor()
    redactor.add('top+secret/value')
    expect(redactor.excerpt('a top+secret/value b top%2Bsecret%2Fvalue')).toBe('a [secret] b [secret]')
    expect(redactor.excerpt('key sk-abc***xyz is wrong')).toBe('key [secret] is wrong')
    expect(redactor.excerpt('a\u001b[31mred\u202e\nb')).toBe('a [31mred b')
    expect(redactor.excerpt('🙂'.repeat(500)).length).toBeLessThan(500)
  })

  it('keeps keys, and nothing else, out of answers', () => {
    const redactor = new Redactor()
    // The second is a key of a server on this machine, and a word.
    for (const key of ['top+secret/value+long', 'ollama']) redactor.add(key)
    const answer = 'Her key is sk-abc123456 at ollama; '
    expect(redactor.withoutKeys(`${answer}top+secret/value+long`)).toBe(`${answer}[secret]`)
  })
})
