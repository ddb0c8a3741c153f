// The module that the page shows is a memory system: its types hold, and it passes the checks.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadModule } from '../src/cli/memory-tools.ts'
import { moduleMemory } from '../src/registry/memory-module.ts'
import { memoryConformance } from '../src/testing/memory-conformance.ts'
import { fakeMemoryTools } from '../src/testing/memory-tools.ts'
import { fencedBlocks, shownFiles } from './shown-commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/memory-systems.md'), 'utf8')
const home = mkdtempSync(join(tmpdir(), 'rapport-own-memory-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

beforeAll(() => {
  // As in a project that has the package installed.
  mkdirSync(join(home, 'node_modules/@rapport-bench'), { recursive: true })
  symlinkSync(root, join(home, 'node_modules/@rapport-bench/rapport'))
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  for (const { name, text } of shownFiles(fencedBlocks(page))) writeFileSync(join(home, name), text)
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root })
  if (built.status !== 0) throw new Error(built.stderr.toString())
}, 120_000)

const mine = () => moduleMemory('my-memory.ts', fakeMemoryTools(), { load: (path) => loadModule(path, home) })

memoryConformance(
  'my-memory.ts',
  mine,
  { describe, it, expect },
  { known: { 'knowledge-update': 'noted', selects: 'noted' } },
)

it('is a MemorySystem to the compiler, without anything but the package', () => {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, 'my-memory.ts'], { cwd: home })
  expect(stdout.toString()).toBe('')
  expect(status).toBe(0)
}, 120_000)
