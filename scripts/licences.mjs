// THIRD-PARTY-LICENSES.md: every package that an installed Rapport brings along, from package-lock.json.
//   node scripts/licences.mjs           writes the list
//   node scripts/licences.mjs --check   fails when the list is out of date or a licence is not permissive
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { root } from './project.mjs'

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
])

/** What the registry's metadata leaves out. */
const remarks = {
  'snowball-stemmers':
    'the stemming algorithms themselves: BSD-3-Clause (Snowball, Martin Porter and Richard Boulton)',
}

/** Whether an SPDX expression of ORs and ANDs can be met with permissive licences alone. */
export function isPermissive(expression) {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((id) => permissive.has(id.trim())))
}

/** Production packages of a lock: name, version, licence; sorted. */
export function productionPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && entry.dev !== true && entry.devOptional !== true)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: typeof license === 'string' ? license : 'unknown',
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
    .filter((item, at, all) => item.name !== all[at - 1]?.name || item.version !== all[at - 1]?.version)
}

/** What the workbench in the browser imports; the build puts it, and what it needs, into dist/web. */
const bundledRoots = [
  'react',
  'react-dom',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
]

/** Packages of which parts are in dist/web: the roots and all that they depend on. */
export function bundledPackages(lock) {
  const found = new Map()
  const visit = (name) => {
    const entry = lock.packages[`node_modules/${name}`]
    if (entry === undefined || found.has(name)) return
    const licence = typeof entry.license === 'string' ? entry.license : 'unknown'
    found.set(name, { name, version: entry.version, licence })
    for (const needed of Object.keys(entry.dependencies ?? {})) visit(needed)
  }
  for (const name of bundledRoots) visit(name)
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The licence texts that go with dist/web, because parts of these packages are copied into it. */
export function bundledTexts(packages) {
  const texts = packages.map(({ name, version, licence }) => {
    const folder = join(root, 'node_modules', name)
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE']
      .map((one) => join(folder, one))
      .find((one) => existsSync(one))
    const text =
      file === undefined ? `(no text in the package; SPDX ${licence})` : readFileSync(file, 'utf8').trim()
    return `${name} ${version} (${licence})\n\n${text}\n`
  })
  return `Parts of these packages are in the files of this folder.\n\n${texts.join(`\n${'-'.repeat(72)}\n\n`)}`
}

export function licenceList(packages, bundled) {
  const row = ({ name, version, licence }) =>
    `| ${name} | ${version} | ${licence}${remarks[name] === undefined ? '' : `; ${remarks[name]}`} |`
  const rows = packages.map(row)
  return `# Third-party licences

Packages that are installed with Rapport, with the licence each declares (SPDX). Nothing of these is copied into
Rapport's own files; their licence texts are in their folders below \`node_modules\`. Written by
\`node scripts/licences.mjs\` from \`package-lock.json\`.

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}

Parts of these are copied into \`dist/web\`, the workbench in the browser; their licence texts are in
\`dist/web/licences.txt\`.

| package | version | licence |
| --- | --- | --- |
${bundled.map(row).join('\n')}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = productionPackages(lock)
  const bundled = bundledPackages(lock)
  const bad = [...packages, ...bundled].filter(({ licence }) => !isPermissive(licence))
  for (const { name, version, licence } of bad) {
    console.error(
      `licences: ${name} ${version} has the licence "${licence}", which is unknown or not permissive`,
    )
  }
  const file = join(root, 'THIRD-PARTY-LICENSES.md')
  const text = licenceList(packages, bundled)
  if (process.argv.includes('--check')) {
    const current = existsSync(file) && readFileSync(file, 'utf8') === text
    if (!current)
      console.error('licences: THIRD-PARTY-LICENSES.md is out of date; run: node scripts/licences.mjs')
    if (bad.length > 0 || !current || packages.length === 0 || bundled.length === 0) process.exitCode = 1
    else
      console.log(`licences: ${packages.length} packages and ${bundled.length} in dist/web, all permissive`)
  } else {
    writeFileSync(file, text)
    if (bad.length > 0) process.exitCode = 1
    console.log(`licences: wrote ${packages.length} packages`)
  }
}
