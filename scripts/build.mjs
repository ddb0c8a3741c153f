// Builds dist/: the command line, the public API, the testing kit and the workbench in the browser.
//   node scripts/build.mjs                 builds
//   node scripts/build.mjs --if-stale      builds when the sources changed since the last build
//   node scripts/build.mjs --if-possible   the same, and does nothing where the sources or the build tool are
//                                          missing (`prepare` of an install without dev dependencies)
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundledPackages, bundledTexts } from './licences.mjs'
import { duration, root, sourceHash } from './project.mjs'

const dist = join(root, 'dist')
const cache = join(root, 'node_modules', '.rapport')
const stamp = join(cache, 'build-hash')
const lock = join(cache, 'build.lock')

/** Whether dist/ was built from the sources as they are now. */
export function isBuilt() {
  if (!existsSync(join(dist, 'cli', 'main.js')) || !existsSync(stamp)) return false
  return readFileSync(stamp, 'utf8') === sourceHash()
}

/** Only one process builds at a time; a lock left by a killed build is taken over after two minutes. */
async function withLock(work) {
  mkdirSync(cache, { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > 120_000) rmSync(lock, { recursive: true, force: true })
      else await sleep(100)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

async function bundle() {
  const tsdown = await import('tsdown')
  const hash = sourceHash()
  // A build beside the old one, swapped at the end: a command that runs meanwhile finds its files.
  const fresh = join(root, 'dist.new')
  const common = {
    cwd: root,
    config: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    report: false,
    logLevel: 'warn',
    clean: false,
    deps: { neverBundle: ['vitest'] },
    inputOptions: { checks: { pluginTimings: false } },
    outDir: fresh,
  }
  rmSync(fresh, { recursive: true, force: true })
  await tsdown.build({
    ...common,
    entry: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts', 'testing/index': 'src/testing/index.ts' },
    dts: false,
  })
  await tsdown.build({
    ...common,
    entry: { index: 'src/index.ts', 'testing/index': 'src/testing/index.ts' },
    dts: { emitDtsOnly: true },
  })
  // A build that tests start would be one for development, and another one than a person's.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  await vite.build({
    configFile: join(root, 'web', 'vite.config.ts'),
    build: { outDir: join(fresh, 'web'), emptyOutDir: true },
  })
  await vite.build({
    configFile: join(root, 'web', 'vite.bundle.config.ts'),
    build: { outDir: join(fresh, 'web-bundle'), emptyOutDir: true },
  })
  const packages = bundledPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  for (const pages of ['web', 'web-bundle'])
    writeFileSync(join(fresh, pages, 'licences.txt'), bundledTexts(packages))
  chmodSync(join(fresh, 'cli', 'main.js'), 0o755)
  const old = join(root, 'dist.old')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
  writeFileSync(stamp, hash)
}

/** Builds when needed; `force` builds anyway. @returns whether something was built */
export async function build({ force = false } = {}) {
  if (!force && isBuilt()) return false
  return withLock(async () => {
    // Another process may have built while this one waited.
    if (!force && isBuilt()) return false
    await bundle()
    return true
  })
}

function buildToolIsThere() {
  try {
    import.meta.resolve('tsdown')
    return existsSync(join(root, 'node_modules', 'tsdown', 'package.json'))
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now()
  const ifPossible = process.argv.includes('--if-possible')
  if (ifPossible && !(existsSync(join(root, 'src', 'cli', 'main.ts')) && buildToolIsThere())) {
    console.log('rapport: nothing to build here')
  } else {
    const built = await build({ force: !ifPossible && !process.argv.includes('--if-stale') })
    console.log(
      built ? `rapport: built in ${duration(Date.now() - started)}` : 'rapport: the build is current',
    )
  }
}
