import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { missingPackages } from './project.mjs'

const folders = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const locked = {
  '': { name: 'x' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/own': { resolved: 'own', link: true },
  'node_modules/maybe': { version: '1.0.0', integrity: 'sha512-m', optional: true },
}

/** A folder with this lock, and with npm's record of what is installed; null: nothing is. */
function project(installed) {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-project-'))
  folders.push(folder)
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }))
  if (installed !== null) {
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  }
  return folder
}

it.each([
  ['nothing is installed', null, ['a', 'own']],
  ['the link is missing', { 'node_modules/a': locked['node_modules/a'] }, ['own']],
  ['another version is there', { ...locked, 'node_modules/a': { version: '2.0.0' } }, ['a']],
  ['another content is there', { ...locked, 'node_modules/a': { version: '1.0.0', integrity: 'x' } }, ['a']],
  ['all are there', locked, []],
])('missing packages when %s', (_, installed, missing) => {
  expect(missingPackages(project(installed))).toEqual(missing)
})
