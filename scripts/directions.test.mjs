import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkImports, importRules, longFiles, outsideWorld } from './directions.mjs'

/** A project in which each rule is broken once: rule, file, its text. */
const planted = [
  ['no-cycles', 'src/core/cycle-a.ts', `import './cycle-b.ts'`],
  ['no-unresolved-imports', 'src/core/lost.ts', `import './nowhere.ts'`],
  ['core-imports-only-itself', 'src/core/to-text.ts', `import '../text/leaf.ts'`],
  ['text-imports-only-itself', 'src/text/to-core.ts', `import type { X } from '../core/leaf.ts'`],
  ['stats-imports-only-itself', 'src/stats/to-text.ts', `import '../text/leaf.ts'`],
  ['io-imports-only-core', 'src/io/to-text.ts', `import '../text/leaf.ts'`],
  ['engine-imports-only-core', 'src/engine/to-store.ts', `import type { X } from '../store/leaf.ts'`],
  ['models-imports-only-core', 'src/models/to-io.ts', `import '../io/leaf.ts'`],
  ['store-imports-only-core', 'src/store/to-io.ts', `import '../io/leaf.ts'`],
  ['systems-imports-only-core-text-io', 'src/systems/to-models.ts', `import '../models/leaf.ts'`],
  ['memory-imports-only-core-text-io', 'src/memory/to-models.ts', `import '../models/leaf.ts'`],
  ['bundle-imports-only-core-io', 'src/bundle/to-text.ts', `import '../text/leaf.ts'`],
  ['judges-imports-only-core-text', 'src/judges/to-models.ts', `import '../models/leaf.ts'`],
  [
    'benchmarks-imports-only-core-text-stats-io',
    'src/benchmarks/one/to-store.ts',
    `import '../../store/leaf.ts'`,
  ],
  ['audit-imports-only-core-text-stats', 'src/audit/to-io.ts', `import '../io/leaf.ts'`],
  ['reports-imports-only-core-text-stats', 'src/reports/to-store.ts', `import '../store/leaf.ts'`],
  ['annotation-imports-only-core-text-stats', 'src/annotation/to-io.ts', `import '../io/leaf.ts'`],
  ['testing-imports-only-core-memory', 'src/testing/to-text.ts', `import '../text/leaf.ts'`],
  ['registry-imports-only-', 'src/registry/to-engine.ts', `import '../engine/leaf.ts'`],
  ['tests-of-text', 'src/text/to-core.test.ts', `import '../core/leaf.ts'`],
  ['tests-of-engine', 'src/engine/to-store.test.ts', `import '../store/leaf.ts'`],
  ['cli-is-imported-by-nobody', 'src/server/to-cli.ts', `import '../cli/leaf.ts'`],
  ['server-is-imported-by-cli-only', 'src/index.ts', `import './server/leaf.ts'`],
  ['product-imports-no-parity-or-bench', 'src/cli/to-parity.ts', `import '../../parity/leaf.ts'`],
  ['product-imports-no-tests-or-fakes', 'src/cli/to-testing.ts', `import '../testing/leaf.ts'`],
  ['web-imports-only-api-types', 'web/to-server.ts', `import '../src/server/leaf.ts'`],
  ['parts-of-benchmarks-apart', 'src/benchmarks/one/to-two.ts', `import '../two/leaf.ts'`],
  ['parts-of-memory-apart', 'src/memory/one/to-two.ts', `import '../two/leaf.ts'`],
  ['parts-of-systems-apart', 'src/systems/one.ts', `import './two.ts'`],
  ['parts-of-models-apart', 'src/models/one/to-two.ts', `import '../two/leaf.ts'`],
  ['core-has-no-io', 'src/core/reads.ts', `import 'node:fs/promises'`],
  ['text-has-no-io', 'src/text/reads.ts', `import 'node:child_process'`],
  ['stats-has-no-io', 'src/stats/reads.ts', `import 'node:http'`],
]

/** What is in order, and must not be reported. */
const allowed = {
  'src/core/cycle-b.ts': `import './cycle-a.ts'`,
  'src/systems/two.ts': `import '../core/leaf.ts'\nimport '../text/leaf.ts'`,
  'src/systems/two.test.ts': `import './two.ts'\nimport '../testing/leaf.ts'`,
  'src/benchmarks/one/leaf.ts': `import './deep/leaf.ts'\nimport '../../io/leaf.ts'\nimport '../../stats/leaf.ts'`,
  'src/benchmarks/one/deep/leaf.ts': `import '../../../core/leaf.ts'`,
  'src/registry/leaf.ts': `import '../benchmarks/one/leaf.ts'\nimport '../systems/two.ts'`,
  'src/cli/leaf.ts': `import '../registry/leaf.ts'\nimport '../engine/leaf.ts'\nimport '../server/leaf.ts'`,
  'parity/leaf.ts': `import '../src/cli/leaf.ts'\nimport '../src/benchmarks/one/leaf.ts'`,
}

const leaves = ['core', 'text', 'stats', 'io', 'engine', 'models', 'store', 'server', 'testing']
  .map((name) => `src/${name}/leaf.ts`)
  .concat('src/benchmarks/two/leaf.ts', 'src/memory/two/leaf.ts', 'src/models/two/leaf.ts')

let folder

function write(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${text}\n`)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rapport-directions-'))
  write('package.json', '{"type":"module"}')
  for (const leaf of leaves) write(leaf, 'export interface X { a: 1 }')
  for (const [file, text] of Object.entries(allowed)) write(file, text)
  for (const [, file, text] of planted) write(file, text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('imports', () => {
  let result
  beforeAll(async () => {
    result = await checkImports(folder)
  })

  test.each(planted)('%s is found in %s', (rule, file) => {
    const found = result.violations.filter(({ from }) => from === file).map((violation) => violation.rule)
    expect(found.some((name) => name.startsWith(rule))).toBe(true)
  })

  test('what is allowed is not reported', () => {
    const reported = result.violations.map(({ from }) => from)
    for (const file of Object.keys(allowed).filter((name) => name !== 'src/core/cycle-b.ts')) {
      expect(reported).not.toContain(file)
    }
  })

  test('every rule has a planted violation, but for rules about tests, which are made by one pattern', () => {
    const proven = planted.map(([rule]) => rule)
    const unproven = importRules.forbidden
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('tests-of-') && !proven.some((rule) => name.startsWith(rule)))
    expect(unproven).toEqual([])
  })

  test('all modules are seen, and no rule is idle', () => {
    expect(result.modules).toBe(
      new Set([...leaves, ...Object.keys(allowed), ...planted.map(([, file]) => file)]).size,
    )
    expect(result.idle).toEqual([])
  })

  test('a rule whose folder holds nothing that it sees is told', async () => {
    const other = mkdtempSync(join(tmpdir(), 'rapport-idle-'))
    try {
      mkdirSync(join(other, 'src', 'text'), { recursive: true })
      writeFileSync(join(other, 'src', 'text', 'notes.md'), 'no module')
      writeFileSync(join(other, 'src', 'index.ts'), 'export {}\n')
      const { idle } = await checkImports(other)
      expect(idle).toContain('text-imports-only-itself')
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })
})

describe('the outside world', () => {
  /** Text, and what must be reported in it. */
  const uses = [
    ['const a = process.argv', ['process.argv']],
    ['const a = process.env.HOME', ['process.env']],
    [`process.on('SIGINT', () => {})`, ['process.on']],
    ['const { env } = process', ['process']],
    [`import { env } from 'node:process'`, ['import from node:process']],
    [`const a = process['env']`, ['process']],
    ['const a = globalThis.process.env', ['process.env']],
    ['const a = Date.now()', ['Date.now']],
    [`const a = Date['now']()`, ['Date.now']],
    ['const a = globalThis.Date.now', ['Date.now']],
    ['const a = performance.now()', ['performance.now']],
    ['const a = new Date()', ['new Date()']],
    ['const a = Date()', ['Date()']],
    ['const a = Math.random()', ['Math.random']],
    ['const a = crypto.randomUUID()', ['randomUUID']],
    ['const a = new Date(1)', []],
    ['const a = process.platform', []],
    ['const a = { process: 1 }.process', []],
    ['// Date.now() and process.argv in a comment', []],
    [`const a = 'Date.now()'`, []],
  ]

  test.each(uses)('%s', (text, expected) => {
    write('src/core/outside.ts', text)
    expect(outsideWorld(folder).map(({ what }) => what)).toEqual(expected)
  })

  test('cli/, server/ and tests may, but nobody may use Math.random', () => {
    write('src/core/outside.ts', 'export {}')
    write('src/cli/outside.ts', 'process.argv; Date.now(); new Date(); Math.random()')
    write('src/engine/outside.test.ts', 'process.env; Date.now(); Math.random()')
    expect(outsideWorld(folder).map(({ file, what }) => `${file} ${what}`)).toEqual([
      'src/cli/outside.ts Math.random',
      'src/engine/outside.test.ts Math.random',
    ])
  })
})

test('a file of more than 400 lines is found, wherever code is', () => {
  write('src/core/long.ts', '// line\n'.repeat(400))
  write('web/long.css', '/* line */\n'.repeat(399))
  expect(longFiles(folder)).toEqual([{ file: 'src/core/long.ts', lines: 401 }])
})
