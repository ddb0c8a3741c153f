// Takes one rule out of a scorer or a rubric at a time, in a copy of the sources, and sees whether a test notices.
//   npm run mutants            all
//   npm run mutants -- penalty those whose rule or file has the word
// Ends with 1 when one survives or no longer applies. The working tree is only read.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createVitest } from 'vitest/node'
import { mutants } from './mutant-list.mjs'
import { root } from './project.mjs'

const [word = ''] = process.argv.slice(2)
const chosen = mutants.filter(({ rule, file }) => `${rule} ${file}`.includes(word))
const folder = mkdtempSync(join(tmpdir(), 'rapport-mutants-'))
let bad = 0
try {
  for (const name of ['src', 'sample', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const quiet = { reporters: [{}], root: folder, watch: false, bail: 1 }
  const vitest = await createVitest('test', quiet)
  await vitest.standalone()
  const project = vitest.getRootProject()

  /** Whether a test of these files turns red, or a file can't be run. */
  const isRed = async (tests) => {
    const specifications = tests.map((test) => project.createSpecification(join(folder, test)))
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    if (testModules.length === 0) throw new Error(`no test ran of ${tests.join(', ')}`)
    return unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
  }

  // Tests that fail without a mutant would kill all of them.
  const all = [...new Set(chosen.flatMap(({ tests }) => tests))]
  if (all.length > 0 && (await isRed(all))) throw new Error('the tests are red without a mutant')
  for (const { rule, file, from, to, tests } of chosen) {
    const path = join(folder, file)
    const source = readFileSync(path, 'utf8')
    if (source.split(from).length !== 2) {
      report('does not apply', rule, file)
      continue
    }
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
    vitest.invalidateFile(path)
    report((await isRed(tests)) ? 'killed' : 'SURVIVED', rule, file)
    writeFileSync(path, source)
    vitest.invalidateFile(path)
  }
  await vitest.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${chosen.length} mutants, ${chosen.length - bad} killed`)
process.exitCode = bad === 0 && chosen.length > 0 ? 0 : 1

function report(state, rule, file) {
  if (state !== 'killed') bad++
  console.log(`${state.padEnd(15)} ${rule} (${file})`)
}
