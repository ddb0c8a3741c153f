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

export function licenceList(packages) {
  const rows = packages.map(
    ({ name, version, licence }) =>
      `| ${name} | ${version} | ${licence}${remarks[name] === undefined ? '' : `; ${remarks[name]}`} |`,
  )
  return `# Third-party licences

Packages that are installed with Rapport, with the licence each declares (SPDX). Nothing of them is copied into
Rapport's own files; their licence texts are in their folders below \`node_modules\`. Written by
\`node scripts/licences.mjs\` from \`package-lock.json\`.

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = productionPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const bad = packages.filter(({ licence }) => !isPermissive(licence))
  for (const { name, version, licence } of bad) {
    console.error(
      `licences: ${name} ${version} has the licence "${licence}", which is unknown or not permissive`,
    )
  }
  const file = join(root, 'THIRD-PARTY-LICENSES.md')
  const text = licenceList(packages)
  if (process.argv.includes('--check')) {
    const current = existsSync(file) && readFileSync(file, 'utf8') === text
    if (!current)
      console.error('licences: THIRD-PARTY-LICENSES.md is out of date; run: node scripts/licences.mjs')
    if (bad.length > 0 || !current || packages.length === 0) process.exitCode = 1
    else console.log(`licences: ${packages.length} packages, all permissive`)
  } else {
    writeFileSync(file, text)
    if (bad.length > 0) process.exitCode = 1
    console.log(`licences: wrote ${packages.length} packages`)
  }
}
