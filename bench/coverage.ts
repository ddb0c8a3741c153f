import { matchProcesses, pairedProcesses, processes } from './intervals/processes.ts'
import { coverage, matchCoverage, matchDifferenceCoverage, pairedCoverage } from './intervals/simulate.ts'
import type { Coverage } from './intervals/simulate.ts'

/**
 * Prints how often each kind of interval holds the truth, aimed at 95 %.
 * First argument: data sets per line (default 2,000); second: cluster counts, comma-separated;
 * third: only populations whose name has this text; fourth: methods, comma-separated, of `default`, `cluster-t`,
 * `bootstrap-t` and `wilson` (default: all).
 */
const datasets = Number(process.argv[2] ?? 2_000)
const clusterCounts = (process.argv[3] ?? '10,30,50,500').split(',').map(Number)
const wanted = process.argv[4] ?? ''
const chosen = process.argv[5]?.split(',')
const methods = ([undefined, 'cluster-t', 'bootstrap-t', 'wilson'] as const).filter(
  (method) => chosen?.includes(method ?? 'default') !== false,
)

const isWanted = ({ name }: { name: string }): boolean => name.includes(wanted)

function line(name: string, clusters: number, method: string, result: Coverage): void {
  const percent = (share: number) => (100 * share).toFixed(1)
  const shares = [result.covered, result.above, result.below].map(percent)
  console.log(`| ${[name, clusters, method, ...shares, result.width.toPrecision(3)].join(' | ')} |`)
}

console.log(`${datasets} data sets a line\n`)
console.log('| process | clusters | method | covers % | too high % | too low % | mean width |')
console.log('| --- | ---: | --- | ---: | ---: | ---: | ---: |')
for (const population of processes.filter(isWanted)) {
  for (const clusters of clusterCounts) {
    for (const method of methods) {
      line(population.name, clusters, method ?? '(default)', coverage(population, clusters, method, datasets))
    }
  }
}
for (const population of pairedProcesses.filter(isWanted)) {
  for (const clusters of clusterCounts) {
    line(
      `difference: ${population.name}`,
      clusters,
      '(default)',
      pairedCoverage(population, clusters, datasets),
    )
  }
}
for (const population of matchProcesses.filter(isWanted)) {
  for (const clusters of clusterCounts) {
    for (const method of methods) {
      const result = matchCoverage(population, clusters, method, datasets)
      line(population.name, clusters, method ?? '(default)', result)
    }
  }
}
const [usual, weak] = matchProcesses
if (usual !== undefined && weak !== undefined && isWanted(usual)) {
  for (const clusters of clusterCounts) {
    const result = matchDifferenceCoverage([usual, weak], clusters, datasets)
    line(`difference: ${usual.name}`, clusters, '(default)', result)
  }
}
