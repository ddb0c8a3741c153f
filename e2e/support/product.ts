import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** What an end ended with. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The packed product in a folder of its own, with a home of runs beside it. */
export interface Product {
  readonly folder: string
  /** Runs a command to its end. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>
  /** Starts a command and leaves it running. */
  start(words: readonly string[], env?: Readonly<Record<string, string>>): Running
  /** `rapport serve` on a free port. */
  serve(words?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Served>
  remove(): Promise<void>
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

export interface Served extends Running {
  /** `http://127.0.0.1:4711`, without a slash at its end. */
  readonly address: string
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

function environment(home: string, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|RAPPORT_|VITEST|NODE_ENV$|FORCE_COLOR$)/.test(name),
  )
  return { ...Object.fromEntries(kept), NO_COLOR: '1', RAPPORT_HOME: home, ...more }
}

/** Packs what is built, and unpacks it beside the repository's packages. */
export async function unpackProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-e2e-'))
  const packed = await ended(
    spawn('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      env: environment(folder, {}),
    }),
  )
  if (packed.code !== 0) throw new Error(packed.err)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack wrote no tarball')
  const opened = await ended(spawn('tar', ['-xzf', tarball], { cwd: folder }))
  if (opened.code !== 0) throw new Error(opened.err)
  symlinkSync(join(root, 'node_modules'), join(folder, 'package', 'node_modules'))
  const home = join(folder, 'home')
  const work = join(folder, 'work')
  mkdirSync(work)
  const entry = join(folder, 'package', 'dist', 'cli', 'main.js')
  const running = new Set<ChildProcess>()
  const start = (words: readonly string[], env: Readonly<Record<string, string>> = {}): Running => {
    const child = spawn(process.execPath, [entry, ...words], {
      cwd: work,
      env: environment(home, env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    child.on('close', () => running.delete(child))
    return { child, ended: ended(child) }
  }
  return {
    folder,
    start,
    run: (words, env) => start(words, env).ended,
    async serve(words = [], env = {}) {
      const { child, ended: end } = start(['serve', '--port', '0', ...words], env)
      const address = await addressIn(child, end)
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL')
        await end
      }
      return { child, ended: end, address, kill }
    },
    async remove() {
      for (const child of running) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let [out, err] = ['', '']
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, out, err }))
  })
}

/** The address that a server says it is at. */
function addressIn(child: ChildProcess, end: Promise<Ended>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /http:\/\/[^\s]+/.exec(said)?.[0]
      if (found !== undefined) resolve(found.replace(/\/$/, ''))
    })
    void end.then(({ code, err }) => reject(new Error(`the server ended with ${code}: ${err}`)))
  })
}
