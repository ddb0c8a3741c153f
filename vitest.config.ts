import { defineConfig } from 'vitest/config'

const summary = process.env['RAPPORT_TEST_SUMMARY']

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'parity/**/*.test.ts',
      'adapters-test/*.test.ts',
      'docs/**/*.test.ts',
      'scripts/**/*.test.mjs',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters:
      summary === undefined ? ['default'] : ['default', ['./scripts/vitest-summary.mjs', { file: summary }]],
  },
})
