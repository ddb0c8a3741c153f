import { expect, test } from 'vitest'
import { bundledPackages, isPermissive, licenceList, productionPackages } from './licences.mjs'

test('licences are judged by their SPDX expression', () => {
  for (const good of ['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND BSD-3-Clause'])
    expect(isPermissive(good)).toBe(true)
  for (const bad of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'unknown', 'SEE LICENSE IN x', '']) {
    expect(isPermissive(bad)).toBe(false)
  }
})

test('production packages only, each version once, and what declares nothing is unknown', () => {
  const packages = productionPackages({
    packages: {
      '': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', license: 'MIT' },
      'node_modules/@s/a': { version: '1.0.0' },
      'node_modules/@s/a/node_modules/b': { version: '2.0.0', license: 'MIT' },
      'node_modules/only-dev': { version: '1.0.0', license: 'MIT', dev: true },
    },
  })
  expect(packages).toEqual([
    { name: '@s/a', version: '1.0.0', licence: 'unknown' },
    { name: 'b', version: '2.0.0', licence: 'MIT' },
  ])
  expect(licenceList(packages, [])).toContain('| b | 2.0.0 | MIT |')
})

test('what the pages hold is the roots and all that they need, each once', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/react': { version: '19.0.0', license: 'MIT' },
      'node_modules/react-dom': {
        version: '19.0.0',
        license: 'MIT',
        dependencies: { scheduler: '1', react: '19' },
      },
      'node_modules/scheduler': { version: '1.0.0', license: 'GPL-3.0' },
      'node_modules/unrelated': { version: '1.0.0', license: 'MIT' },
    },
  }
  expect(bundledPackages(lock).map(({ name, licence }) => [name, licence])).toEqual([
    ['react', 'MIT'],
    ['react-dom', 'MIT'],
    ['scheduler', 'GPL-3.0'],
  ])
})
