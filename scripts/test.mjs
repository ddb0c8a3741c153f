// `npm test`: sets up what is missing, then every check and every test, with times; the last line counts.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { duration, root, setUp, setUpAdapters } from './project.mjs'
import { forbiddenSkips, missingRequirements } from './skips.mjs'

const started = Date.now()
const bin = (name) => join(root, 'node_modules', '.bin', name)
const lintFolders = ['src', 'parity', 'bench', 'scripts', 'docs', 'examples', 'adapters-test', 'web', 'e2e']
const present = lintFolders.filter((name) => existsSync(join(root, name)))

/** Checks in order; each is a program that ends with 0 when all is well. */
const checks = [
  ['format', bin('oxfmt'), ['--check', '--no-error-on-unmatched-pattern']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', ...present]],
  ['types', bin('tsc'), ['--noEmit']],
  ['types of web', bin('tsc'), ['--noEmit', '-p', 'web']],
  ['unused code', bin('knip'), []],
  ['directions', process.execPath, ['scripts/directions.mjs']],
  ['licences', process.execPath, ['scripts/licences.mjs', '--check']],
  ['build', process.execPath, ['scripts/build.mjs']],
]

/** Runs a step without a terminal; shows its output only when it fails, or as it comes with `live`. */
function step(command, args, { env = process.env, live = false } = {}) {
  return new Promise((resolve) => {
    let text = ''
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, NO_COLOR: '1' },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
    child.on('error', (error) => resolve({ code: 1, text: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, text }))
  })
}

const totals = { passed: 0, failed: 0 }
const failures = []

/** Prints a step's line and counts it, unless its parts were counted already. */
function count(name, ok, milliseconds, text = '', isCounted = true) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${duration(milliseconds)}`)
  if (isCounted) totals[ok ? 'passed' : 'failed'] += 1
  if (ok) return
  failures.push(name)
  if (text !== '')
    console.log(
      stripVTControlCharacters(text)
        .trimEnd()
        .split('\n')
        .map((line) => `     ${line}`)
        .join('\n'),
    )
}

/** All tests of vitest. @returns {Promise<{ name: string, reason: string }[]>} what was skipped */
async function unitTests() {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-test-'))
  const file = join(folder, 'summary.json')
  const began = Date.now()
  try {
    const { code } = await step(bin('vitest'), ['run'], {
      env: { ...process.env, RAPPORT_TEST_SUMMARY: file },
      live: true,
    })
    const summary = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { passed: 0, failed: 1, skipped: [] }
    totals.passed += summary.passed
    totals.failed += summary.failed
    const ok = code === 0 && summary.failed === 0 && summary.passed > 0
    count('tests', ok, Date.now() - began, '', ok || summary.failed === 0)
    return summary.skipped
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await setUp()
  await setUpAdapters()
} catch (error) {
  console.error(`npm test: ${error.message}`)
  console.log('\n0 passed, 1 failed, 0 skipped')
  process.exit(1)
}

for (const problem of missingRequirements({ root, env: process.env })) count(problem, false, 0)
for (const [name, command, args] of checks) {
  const began = Date.now()
  const { code, text } = await step(command, args)
  count(name, code === 0, Date.now() - began, text)
}
const skipped = await unitTests()
for (const { name, reason } of forbiddenSkips(skipped, process.env)) {
  count(`skipped although RAPPORT_REQUIRE forbids it: ${name} (${reason})`, false, 0)
}

if (skipped.length > 0) {
  console.log('\nSkipped:')
  for (const { name, reason } of skipped)
    console.log(`  ${name}${name.endsWith(reason) ? '' : ` (${reason})`}`)
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join('; ')}`)
console.log(`\nTook ${duration(Date.now() - started)}.`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${skipped.length} skipped`)
if (totals.failed > 0) process.exitCode = 1
