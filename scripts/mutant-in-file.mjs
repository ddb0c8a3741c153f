const alpsbench = 'src/benchmarks/alpsbench'
/** Mutants of one file of AlpsBench: rule, what stands there, what replaces it. */
export const inFile = (file, tests, list) =>
  list.map(([rule, from, to]) => ({
    rule,
    file: `${alpsbench}/${file}`,
    from,
    to,
    tests: tests.map((test) => `${alpsbench}/${test}`),
  }))
