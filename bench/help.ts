import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * How long `rapport --help` takes beside a bare `node -e 0`, in turns within one run. First argument: the built
 * command line (default dist/cli/main.js). The first round warms the file cache and is not counted.
 */
const main = process.argv[2] ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
if (!existsSync(main)) throw new Error('build first: npm run build')

const ROUNDS = 10
const commands = { node: ['-e', '0'], '--version': [main, '--version'], '--help': [main, '--help'] }

function milliseconds(args: readonly string[]): number {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`)
  return performance.now() - started
}

const times = new Map(Object.keys(commands).map((name) => [name, Array.of<number>()]))
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, args] of Object.entries(commands)) {
    const time = milliseconds(args)
    if (round > 0) times.get(name)?.push(time)
  }
}

console.log(`| command | median ms of ${ROUNDS} | fastest | slowest |`)
console.log('| --- | ---: | ---: | ---: |')
for (const [name, measured] of times) {
  const sorted = measured.toSorted((a, b) => a - b)
  const cells = [median(sorted), sorted[0] ?? 0, sorted.at(-1) ?? 0].map((time) => time.toFixed(0))
  console.log(`| ${name === 'node' ? 'node -e 0' : `rapport ${name}`} | ${cells.join(' | ')} |`)
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}
