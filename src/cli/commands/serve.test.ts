import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CliContext } from '../context.ts'
import { runCli } from '../program.ts'
import { errorText } from '../show-error.ts'
import { inProcess, makeFolder, testEnv } from '../testing/cli.ts'

let folder: ReturnType<typeof makeFolder>
let running: { stop: AbortController; done: Promise<unknown> }[] = []
beforeEach(() => {
  folder = makeFolder()
})
afterEach(async () => {
  for (const { stop, done } of running) {
    stop.abort()
    await done
  }
  running = []
  folder.remove()
})

/** `rapport serve`, as far as its address. */
async function serve(argv: readonly string[], env: Record<string, string> = {}) {
  const stop = new AbortController()
  let out = ''
  let told: (() => void) | undefined
  const address = new Promise<void>((resolve) => (told = resolve))
  const context: CliContext = {
    env: testEnv(env),
    cwd: folder.path,
    stdout: {
      write: (text) => {
        out += text
        told?.()
      },
    },
    stderr: { write: () => true },
    clock: { now: () => Date.now(), monotonic: () => 0 },
    signal: stop.signal,
    whileBusy: (work) => work(),
  }
  const done = runCli(['serve', '--port', '0', ...argv], context, '0.0.0')
  const failed = done.then(
    () => null,
    (error: unknown) => errorText(error),
  )
  running.push({ stop, done: failed })
  await Promise.race([address, failed])
  const [url = ''] = /http:\/\/\S+/.exec(out) ?? []
  return { url, out: () => out, stop, failed }
}

it('opens on this machine alone, answers, and closes at once with its streams', async () => {
  const { url, out, stop, failed } = await serve([])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect(out()).toContain('Ctrl-C')
  expect(await (await fetch(`${url}api/runs`)).json()).toEqual({ runs: [] })
  const live = await fetch(`${url}api/live`)
  const reader = live.body?.getReader()
  await reader?.read()
  stop.abort()
  expect(await failed).toBeNull()
  await reader?.read().catch(() => {})
  expect(out()).toContain('closed')
  await expect(fetch(url)).rejects.toThrow()
})

it('a port in use says what to do', async () => {
  const { url } = await serve([])
  const { code, err } = await inProcess(folder.path, ['serve', '--port', new URL(url).port])
  expect(code).toBe(2)
  expect(err).toContain('is in use')
  expect(err).toContain('--port')
})

it('other machines need a token, which is made anew and shown once', async () => {
  const first = await serve(['--host', '0.0.0.0'])
  const token = new URL(first.url).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThanOrEqual(32)
  expect(first.out().split(token)).toHaveLength(2)
  const runs = new URL('/api/runs', first.url)
  expect((await fetch(runs)).status).toBe(401)
  expect((await fetch(runs, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  const second = await serve(['--host', '0.0.0.0'])
  expect(new URL(second.url).searchParams.get('token')).not.toBe(token)
})

it('a token of the environment is needed on this machine too, and never shown', async () => {
  const token = 'my-own-token-of-some-length'
  const { url, out } = await serve([], { RAPPORT_TOKEN: token })
  expect(out()).not.toContain(token)
  expect((await fetch(`${url}api/runs`)).status).toBe(401)
})

it.each([
  ['a short token', [], { RAPPORT_TOKEN: 'short' }, 'RAPPORT_TOKEN'],
  [
    'a token that no header can carry',
    [],
    { RAPPORT_TOKEN: 'sixteen letters; and a break' },
    'RAPPORT_TOKEN',
  ],
  ['a port that is none', ['--port', '70000'], {}, '65535'],
  ['an address of another machine', ['--host', '192.0.2.1'], {}, 'no address of this machine'],
] as const)('refuses %s', async (_, argv, env, says) => {
  const { failed } = await serve(argv, env)
  expect(await failed).toContain(says)
})

it('--quiet prints the address alone', async () => {
  const { url, out } = await serve(['--quiet', '--read-only'])
  expect(out()).toBe(`${url}\n`)
  expect(await (await fetch(`${url}api/workbench`)).json()).toMatchObject({ readOnly: true })
})
