// The directions of docs/architecture.md, checked: who imports whom, who touches the outside world, how long
// files are. Says how much it looked at, and fails when that was suspiciously little.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import { outsideWorldUses } from './outside-world.mjs'
import { filesBelow, root } from './project.mjs'

const MAX_LINES = 400
const LEAST_MODULES = 50
const codeFolders = ['src', 'parity', 'bench', 'scripts', 'web', 'docs', 'examples']

/** The rules about imports. */
export const importRules = createRequire(import.meta.url)('../.dependency-cruiser.cjs')

/**
 * Imports that break a rule, and rules whose folder exists but that matched no module.
 * @returns {Promise<{ modules: number, violations: { rule: string, from: string, to: string }[], idle: string[] }>}
 */
export async function checkImports(folder) {
  const folders = ['src', 'parity', 'bench', 'web'].filter((name) => existsSync(join(folder, name)))
  const { output } = await cruise(folders, {
    ...importRules.options,
    // Copied beside what they import when a rival is installed.
    exclude: { path: '^bench/rivals/(?:evalite|promptfoo)/' },
    baseDir: folder,
    ruleSet: { forbidden: importRules.forbidden },
    validate: true,
  })
  const ours = output.modules
    .map(({ source }) => source)
    .filter((source) => /^(src|parity|bench|web)\//.test(source))
  const violations = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  const idle = importRules.forbidden
    .filter(({ from }) => {
      const folderOfRule = /^\^(src\/\w+|web)\//.exec(from.path)?.[1]
      if (folderOfRule === undefined || !existsSync(join(folder, folderOfRule))) return false
      // A folder without tests has nothing to check by the rule for its tests.
      if (
        from.path.includes('.test') &&
        !ours.some((source) => source.startsWith(`${folderOfRule}/`) && source.endsWith('.test.ts'))
      )
        return false
      return !ours.some((source) => new RegExp(from.path).test(source))
    })
    .map(({ name }) => name)
  return { modules: ours.length, violations, idle }
}

/** Code files with more lines than a file may have. */
export function longFiles(folder, max = MAX_LINES) {
  return codeFiles(folder)
    .map((file) => ({ file, lines: readFileSync(join(folder, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > max)
}

function codeFiles(folder) {
  return codeFolders
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) => filesBelow(join(folder, name)))
    .map((file) => relative(folder, file).replaceAll('\\', '/'))
    .filter((file) => /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|css)$/.test(file) && !file.includes('node_modules/'))
}

/** Uses of argv, environment, signals, clocks and unseeded randomness where they do not belong. */
export function outsideWorld(folder) {
  return codeFiles(folder)
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) =>
      outsideWorldUses(file, readFileSync(join(folder, file), 'utf8')).map((use) => ({ file, ...use })),
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const imports = await checkImports(root)
  const problems = [
    ...imports.violations.map(({ rule, from, to }) => `${from} imports ${to}: ${rule}`),
    ...imports.idle.map((rule) => `the rule ${rule} matched no module although its folder exists`),
    ...longFiles(root).map(({ file, lines }) => `${file} has ${lines} lines; at most ${MAX_LINES}`),
    ...outsideWorld(root).map(({ file, line, what, rule }) => `${file}:${line} uses ${what}: ${rule}`),
  ]
  if (imports.modules < LEAST_MODULES) problems.push(`only ${imports.modules} modules were seen`)
  for (const problem of problems) console.error(`directions: ${problem}`)
  console.log(
    `directions: ${imports.modules} modules, ${importRules.forbidden.length} import rules, ${codeFiles(root).length} files by length: ` +
      (problems.length === 0 ? 'in order' : `${problems.length} problems`),
  )
  if (problems.length > 0) process.exitCode = 1
}
