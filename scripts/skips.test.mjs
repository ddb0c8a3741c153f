import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { forbiddenSkips, missingRequirements } from './skips.mjs'

const parent = mkdtempSync(join(tmpdir(), 'rapport-skips-'))
const root = join(parent, 'project')
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('what RAPPORT_REQUIRE names must be there', () => {
  const machine = { root, env: { RAPPORT_REQUIRE: 'shared, chromium', PATH: parent } }
  expect(missingRequirements(machine)).toEqual([
    'RAPPORT_REQUIRE names "shared", which is missing here',
    'RAPPORT_REQUIRE names "chromium", which is missing here',
  ])
  mkdirSync(join(parent, 'shared', 'data'), { recursive: true })
  mkdirSync(join(parent, 'chromium'))
  expect(missingRequirements(machine)).toEqual([])
})

test('packages of adapters-test count once npm has installed them', () => {
  const machine = { root, env: { RAPPORT_REQUIRE: 'adapters' } }
  expect(missingRequirements(machine)).toEqual(['RAPPORT_REQUIRE names "adapters", which is missing here'])
  mkdirSync(join(root, 'adapters-test', 'node_modules'), { recursive: true })
  writeFileSync(join(root, 'adapters-test', 'node_modules', '.package-lock.json'), '{}')
  expect(missingRequirements(machine)).toEqual([])
  const skip = { name: 'mem0', reason: 'needs the packages of adapters-test/ (npm ci in that folder)' }
  expect(forbiddenSkips([skip], machine.env)).toEqual([skip])
})

test('a misspelt requirement is a failure', () => {
  expect(missingRequirements({ root, env: { RAPPORT_REQUIRE: 'postgress' } })).toHaveLength(1)
  expect(missingRequirements({ root, env: {} })).toEqual([])
})

test('a skip for a required reason is found, others are not', () => {
  const skipped = [
    { name: 'a', reason: 'needs the reference data in ../shared/data' },
    { name: 'b', reason: 'needs PostgreSQL' },
  ]
  expect(forbiddenSkips(skipped, { RAPPORT_REQUIRE: 'shared' })).toEqual([skipped[0]])
  expect(forbiddenSkips(skipped, { RAPPORT_REQUIRE: 'postgres,chromium' })).toEqual([skipped[1]])
  expect(forbiddenSkips(skipped, {})).toEqual([])
})
