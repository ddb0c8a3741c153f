// Which folder may import which: the directions of docs/architecture.md, one rule each.
// `npm run directions` (scripts/directions.mjs) runs them and asserts that they saw modules.

/** Of each folder of src/, the other folders of src/ that its modules may import. */
const mayImport = {
  core: [],
  text: [],
  stats: [],
  io: ['core'],
  engine: ['core'],
  models: ['core'],
  store: ['core'],
  systems: ['core', 'text', 'io'],
  memory: ['core', 'text', 'io'],
  judges: ['core', 'text'],
  benchmarks: ['core', 'text', 'stats', 'io'],
  audit: ['core', 'text', 'stats'],
  reports: ['core', 'text', 'stats'],
  annotation: ['core', 'text', 'stats'],
  bundle: ['core', 'io'],
  // The suites for extensions are run by the product too, so those of memory systems are beside them.
  testing: ['core', 'memory'],
  registry: [
    'core',
    'text',
    'stats',
    'io',
    'models',
    'systems',
    'memory',
    'judges',
    'benchmarks',
    'audit',
    'annotation',
  ],
}

/** Folders whose parts must not know each other: a part is a folder, or a file with its test. */
const apart = ['benchmarks', 'memory', 'systems', 'models']

/** Modules without input or output: no file, process, network or clock of Node. */
const withoutIo = ['core', 'text', 'stats']

const own = (folder) => `^src/${folder}/`
// Tests, and the set-up that tests of the engine and of the command line share.
const test = '(\\.test\\.tsx?$|^src/(engine/fixtures|cli/testing)/)'
const io =
  '^(node:)?(fs|fs/promises|child_process|net|http|https|http2|tls|dgram|dns|worker_threads|cluster|os|process|perf_hooks|timers|timers/promises|readline)$'

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: '^(src|parity|bench)/' }, to: { circular: true } },
    {
      name: 'no-unresolved-imports',
      severity: 'error',
      from: { path: '^(src|parity|bench)/' },
      to: { couldNotResolve: true },
    },
    ...Object.entries(mayImport).map(([folder, others]) => ({
      name: `${folder}-imports-only-${others.join('-') || 'itself'}`,
      severity: 'error',
      from: { path: own(folder), pathNot: test },
      to: { path: '^(src|parity|bench|web|scripts)/', pathNot: `^src/(${[folder, ...others].join('|')})/` },
    })),
    // Tests may also use the fakes of testing/.
    ...Object.entries(mayImport).map(([folder, others]) => ({
      name: `tests-of-${folder}`,
      severity: 'error',
      from: { path: `^src/${folder}/.*${test}` },
      to: {
        path: '^(src|parity|bench|web|scripts)/',
        pathNot: `^src/(${[folder, ...others, 'testing'].join('|')})/`,
      },
    })),
    {
      name: 'cli-is-imported-by-nobody',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'server-is-imported-by-cli-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|server)/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'product-imports-no-parity-or-bench',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(parity|bench|scripts|web)/' },
    },
    {
      name: 'product-imports-no-tests-or-fakes',
      severity: 'error',
      // The demo server is the scripted one, for people.
      from: { path: '^src/', pathNot: `(${test}|^src/testing/|^src/cli/commands/demo-server\\.ts$)` },
      to: { path: `(${test}|^src/testing/)` },
    },
    {
      name: 'web-imports-only-api-types',
      severity: 'error',
      from: { path: '^web/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/server/api-types\\.ts$' },
    },
    ...apart.map((folder) => ({
      name: `parts-of-${folder}-apart`,
      severity: 'error',
      from: { path: `^src/${folder}/([^/.]+)` },
      to: { path: own(folder), pathNot: `^src/${folder}/$1(/|\\.)` },
    })),
    ...withoutIo.map((folder) => ({
      name: `${folder}-has-no-io`,
      severity: 'error',
      from: { path: own(folder), pathNot: `(${test}|/fixtures/)` },
      to: { dependencyTypes: ['core'], path: io },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}
