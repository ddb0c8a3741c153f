import { processes } from './coverage/processes.ts'
import { coverage } from './coverage/simulate.ts'

/**
 * Prints how often each kind of interval covers the truth, aimed at 95 %.
 * First argument: data sets per line (default 2,000); second: cluster counts, comma-separated.
 */
const datasets = Number(process.argv[2] ?? 2_000)
const clusterCounts = (process.argv[3] ?? '10,30,50,500').split(',').map(Number)
const methods = ['cluster-t', 'bootstrap-t', 'wilson', 'default'] as const

console.log(
  `| process | clusters | method | covers % | too high % | too low % | mean width | (${datasets} data sets)`,
)
console.log('| --- | ---: | --- | ---: | ---: | ---: | ---: |')
for (const population of processes) {
  for (const clusters of clusterCounts) {
    for (const method of methods) {
      if (method === 'wilson' && !population.name.includes('binary')) continue
      const c = coverage(population, clusters, method, datasets)
      const percent = (share: number) => (100 * share).toFixed(1)
      const cells = [c.process, c.clusters, c.method, percent(c.covered), percent(c.above), percent(c.below)]
      console.log(`| ${cells.join(' | ')} | ${c.width.toPrecision(4)} |`)
    }
  }
}
