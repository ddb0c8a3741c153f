// What the scripts share: where the project is, running a command, and what is out of date. Plain Node only,
// since `npm start` and `npm test` use it before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/**
 * Runs a program and gives its exit code (1 when a signal ended it).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdin?: 'inherit' | 'ignore' }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = process.env, stdin = 'ignore' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: [stdin, 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Every file below a folder, as sorted relative paths. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** Hash of everything that a build is made from. */
export function sourceHash() {
  const hash = createHash('sha256')
  const files = ['package.json', 'tsconfig.json', 'scripts/build.mjs'].map((name) => join(root, name))
  for (const file of [
    ...files,
    ...filesBelow(join(root, 'src')).filter((name) => !name.endsWith('.test.ts')),
    ...filesBelow(join(root, 'web')).filter((name) => !name.endsWith('.test.ts')),
  ]) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function lockedPackages(file) {
  if (!existsSync(file)) return {}
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

/**
 * Names of packages that the lock has and node_modules has not, or has in another version. npm's own record
 * of what it installed is compared, so a person's own `npm ci` counts too.
 */
export function missingPackages(folder = root) {
  const installed = lockedPackages(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(lockedPackages(join(folder, 'package-lock.json')))
    .filter(([path, entry]) => path !== '' && entry.optional !== true && entry.devOptional !== true)
    .filter(([path, entry]) => {
      const present = installed[path]
      // A package of ours is a link, without version and integrity.
      if (present === undefined) return true
      return present.version !== entry.version || present.integrity !== entry.integrity
    })
    .map(([path]) => path.replace(/^node_modules\//, ''))
}

/** Installs the locked packages when some are missing. */
export async function setUp() {
  const missing = missingPackages()
  if (missing.length === 0) return
  console.log(`Installing ${missing.length} packages from package-lock.json (npm ci) …`)
  const code = await npmCi(root)
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}`)
}

/**
 * Installs the memory SDKs that adapters-test/ runs for real, when some are missing. Without them its tests are
 * skipped, with the reason.
 */
export async function setUpAdapters() {
  const folder = join(root, 'adapters-test')
  const missing = missingPackages(folder)
  if (missing.length === 0) return
  console.log(`Installing ${missing.length} packages of adapters-test/ (npm ci) …`)
  // None of them needs a script: what is native comes built.
  const code = await npmCi(folder, '--ignore-scripts').catch(() => 1)
  if (code !== 0) console.log('The packages of adapters-test/ could not be installed: its tests are skipped.')
}

function npmCi(folder, ...more) {
  const words = ['ci', '--no-audit', '--no-fund', ...more]
  const npm = process.env.npm_execpath
  return npm !== undefined && npm.endsWith('npm-cli.js')
    ? run(process.execPath, [npm, ...words], { cwd: folder })
    : run('npm', words, { cwd: folder })
}

/** `1 min 05 s`, or `3.2 s`. */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}
