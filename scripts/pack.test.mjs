// A fresh clone, and the packed tarball in an empty folder: both must work with nothing but npm.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesBelow, root } from './project.mjs'

const minutes = (count) => count * 60_000
// The pages stand in it twice: as modules for the server, as one script for published copies.
const MAX_PACKED_BYTES = 2_000_000

/** The environment without what the npm around these tests left in it, and without a home of runs. */
const env = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: '1' }).filter(
    ([name]) => !/^(npm_|RAPPORT_|VITEST|NODE_ENV$|FORCE_COLOR$)/.test(name),
  ),
)

/** @returns {Promise<{ code: number, stdout: string, stderr: string }>} */
function call(cwd, command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }))
  })
}

/** The same, for steps that must work. */
async function must(cwd, command, ...args) {
  const result = await call(cwd, command, ...args)
  if (result.code !== 0) {
    throw new Error(
      `${command} ${args.join(' ')} ended with ${result.code}\n${result.stdout}\n${result.stderr}`,
    )
  }
  return result
}

const isClone = existsSync(join(root, '.git'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe.skipIf(!isClone)('a fresh clone (needs a git repository)', () => {
  let folder
  let clone
  let started

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rapport-pack-'))
    clone = join(folder, 'clone')
    await must(folder, 'git', 'clone', '--quiet', '--no-hardlinks', root, clone)
    started = await must(clone, 'npm', 'start')
  }, minutes(8))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('npm start sets itself up and ends in a leaderboard over the sample, with its time and what to do next', () => {
    expect(started.stdout).toMatch(/Installing \d+ packages/)
    expect(started.stdout).toContain('alpsbench/extraction')
    expect(started.stdout).toContain('oracle')
    expect(started.stdout).toMatch(/Done in [\d.]+ (s|min)/)
    expect(started.stdout).toContain('What to do next')
    // No colour codes without a terminal.
    expect(started.stdout).not.toContain('\u001b[')
    expect(existsSync(join(clone, '.rapport', 'rapport.db'))).toBe(true)
  })

  test('npx rapport works there', async () => {
    const { stdout } = await must(clone, 'npx', '--no-install', 'rapport', '--version')
    expect(stdout.trim()).toBe(version)
  })

  test('the clone stays clean', async () => {
    const { stdout } = await must(clone, 'git', 'status', '--porcelain')
    expect(stdout).toBe('')
  })

  describe('its tarball', () => {
    let empty
    let packed

    beforeAll(async () => {
      const { stdout } = await must(
        clone,
        'npm',
        'pack',
        '--ignore-scripts',
        '--json',
        '--pack-destination',
        folder,
      )
      const [first] = JSON.parse(stdout)
      packed = first
      empty = join(folder, 'empty')
      mkdirSync(empty)
      writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }\n')
      await must(empty, 'npm', 'install', '--no-audit', '--no-fund', join(folder, first.filename))
    }, minutes(5))

    test('holds what it needs and nothing else', () => {
      const names = packed.files.map(({ path }) => path)
      for (const name of [
        'LICENSE',
        'NOTICE',
        'README.md',
        'THIRD-PARTY-LICENSES.md',
        'CITATION.cff',
        'dist/cli/main.js',
        'dist/index.d.ts',
      ]) {
        expect(names).toContain(name)
      }
      expect(
        names.filter((name) => /\.test\.|fixtures|\.tsbuildinfo|^(src|scripts|parity|bench)\//.test(name)),
      ).toEqual([])
      expect(packed.files.find(({ path }) => path === 'dist/cli/main.js').mode & 0o111).not.toBe(0)
    })

    test(`is smaller than ${MAX_PACKED_BYTES} bytes`, () => {
      console.log(
        `tarball: ${packed.size} bytes, ${packed.unpackedSize} unpacked, ${packed.entryCount} files`,
      )
      expect(packed.size).toBeLessThan(MAX_PACKED_BYTES)
    })

    test('names no path of the machine that built it', () => {
      const installed = join(empty, 'node_modules', '@rapport-bench', 'rapport')
      const paths = [root, clone, homedir(), tmpdir()].filter((path) => path.length > 1)
      const files = filesBelow(installed)
      expect(files.length).toBeGreaterThan(10)
      const telling = files.filter((file) => {
        const text = readFileSync(file, 'utf8')
        return paths.some((path) => text.includes(`${path}/`))
      })
      expect(telling).toEqual([])
    })

    test(
      'runs in an empty folder',
      async () => {
        const { stdout } = await must(empty, 'npx', '--no-install', 'rapport', '--version')
        expect(stdout.trim()).toBe(version)
        const run = await must(
          empty,
          'npx',
          '--no-install',
          'rapport',
          'run',
          'alpsbench',
          '--data',
          'sample',
          '--limit',
          '2',
          '--json',
        )
        const { run: record, results } = JSON.parse(run.stdout)
        expect(record).toBeDefined()
        expect(results.length).toBeGreaterThan(0)
        expect(results.map(({ system }) => system)).toContain('oracle')
      },
      minutes(3),
    )

    test(
      'is a library with types',
      async () => {
        writeFileSync(
          join(empty, 'use.ts'),
          `import { tracks, RapportError, type Track } from '@rapport-bench/rapport'
import { MemoryStore, storeConformance } from '@rapport-bench/rapport/testing'
const first: Track | undefined = tracks[0]
const title: string = first?.title ?? ''
export const seen: [string, boolean, string, string] = [title, new RapportError('x') instanceof Error, typeof MemoryStore, typeof storeConformance]
// @ts-expect-error a track has no such field: the types are really there
export const wrong = first?.noSuchField
`,
        )
        const tsc = join(root, 'node_modules', '.bin', 'tsc')
        const { code, stdout } = await call(
          empty,
          tsc,
          '--noEmit',
          '--strict',
          '--skipLibCheck',
          '--module',
          'nodenext',
          '--target',
          'es2023',

          'use.ts',
        )
        expect(stdout).toBe('')
        expect(code).toBe(0)
        const script = `import { tracks } from '@rapport-bench/rapport'; import { MemoryStore } from '@rapport-bench/rapport/testing'; await new MemoryStore().close(); console.log(tracks.length)`
        const ran = await must(empty, process.execPath, '--input-type=module', '-e', script)
        expect(Number(ran.stdout)).toBeGreaterThan(0)
      },
      minutes(2),
    )
  })

  // Last: it takes the build tools away from the clone.
  test(
    'an install without dev dependencies does not fail',
    async () => {
      rmSync(join(clone, 'dist'), { recursive: true })
      const { stdout } = await must(
        clone,
        'npm',
        'ci',
        '--omit=dev',
        '--no-audit',
        '--no-fund',
        '--foreground-scripts',
      )
      expect(stdout).toContain('nothing to build here')
      expect(existsSync(join(clone, 'node_modules', 'zod'))).toBe(true)
    },
    minutes(3),
  )
})
