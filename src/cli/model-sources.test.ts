import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { modelSources } from './model-sources.ts'
import { makeFolder } from './testing/cli.ts'
import { liveCommand, startSampleServer } from './testing/live.ts'

describe('names in the environment', () => {
  it('are servers and key commands, in lower case', () => {
    const { baseUrls, keyCommands } = modelSources({
      RAPPORT_SERVER_MY_LAB: ' http://127.0.0.1:8000/v1 ',
      RAPPORT_KEY_COMMAND_OPENAI: 'pass show "open ai"',
      RAPPORT_SERVER_: 'x',
      OTHER: 'y',
    })
    expect(baseUrls).toEqual({ 'my-lab': 'http://127.0.0.1:8000/v1' })
    expect(keyCommands).toEqual({ openai: ['pass', 'show', 'open ai'] })
  })

  it.each([
    [{ RAPPORT_SERVER_LAB: 'lab.example' }, 'RAPPORT_SERVER_LAB is no http address'],
    [{ RAPPORT_SERVER_LAB: 'file:///etc' }, 'RAPPORT_SERVER_LAB is no http address'],
    [{ RAPPORT_SERVER_OPENAI: 'http://127.0.0.1/v1' }, 'takes the name of a provider'],
    [{ RAPPORT_KEY_COMMAND_OPENAI: ' ' }, 'the key command of openai is empty'],
  ])('are refused: %j', (env, message) => {
    expect(() => modelSources(env)).toThrow(message)
  })
})

describe('a named server with a key command', () => {
  const { path: folder, remove } = makeFolder()
  let server: ScriptedServer
  beforeAll(async () => {
    server = await startSampleServer()
  })
  afterAll(async () => {
    await server.close()
    remove()
  })

  const command = (script: string, ...more: string[]) =>
    liveCommand(
      folder,
      ['run', 'alpsbench/extraction', '--limit=2', '--quiet', '--system', 'my-lab/perfect', ...more],
      {
        RAPPORT_SERVER_MY_LAB: server.baseUrl,
        RAPPORT_KEY_COMMAND_MY_LAB: `${process.execPath} ${script}`,
      },
    )

  it('answers under its own name, and what the command prints stays out of sight', async () => {
    const script = join(folder, 'key.mjs')
    writeFileSync(script, "console.log('sk-made-up-for-this-test')")
    const { code, out, err } = await command(script)
    expect(code).toBe(0)
    expect(out).toContain('my-lab/perfect')
    expect(out + err).not.toContain('sk-made-up-for-this-test')
  })

  it('says that the command failed, and nothing of what it printed', async () => {
    const script = join(folder, 'broken.mjs')
    writeFileSync(script, "console.error('the secret'); process.exit(3)")
    const { code, err } = await command(script, '--fresh')
    // Commands are run when the first call is made, so this ends a run that has begun.
    expect(code).toBe(1)
    expect(err).toContain('the key command of my-lab failed')
    expect(err).not.toContain('the secret')
  })
})
