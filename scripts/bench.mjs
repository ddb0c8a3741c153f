// Benchmarks and simulations: figures for people, never a gate. docs/benchmarks.md says what each measures.
//   npm run bench                        names them
//   npm run bench -- <name> [arguments]  bundles bench/<name>.ts and runs it
// NODE_OPTIONS=--cpu-prof and the like reach the benchmark's own process.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root, run } from './project.mjs'

const folder = join(root, 'bench')
const names = readdirSync(folder)
  .filter((file) => /^[a-z].*\.ts$/.test(file))
  .map((file) => file.slice(0, -3))
const [name = '', ...args] = process.argv.slice(2)

if (!names.includes(name)) {
  console.error(`usage: npm run bench -- <name> [arguments]\nnames: ${names.join(', ')}`)
  process.exit(2)
}

const out = join(root, 'node_modules', '.rapport', `bench-${process.pid}`)
try {
  const { build } = await import('tsdown')
  await build({
    cwd: root,
    config: false,
    entry: { [name]: join(folder, `${name}.ts`) },
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: true,
    dts: false,
    report: false,
    logLevel: 'warn',
    clean: false,
    deps: { neverBundle: ['playwright-core'] },
    outDir: out,
    // Files are found relative to the source, wherever the bundle lies.
    plugins: [
      {
        name: 'source-urls',
        transform: (code, id) =>
          id.endsWith('.ts') && !id.includes('node_modules') && code.includes('import.meta.url')
            ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
            : undefined,
      },
    ],
    inputOptions: { checks: { pluginTimings: false } },
  })
  process.exitCode = await run(process.execPath, [join(out, `${name}.mjs`), ...args])
} finally {
  if (existsSync(out)) rmSync(out, { recursive: true, force: true })
}
