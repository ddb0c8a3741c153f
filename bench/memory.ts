import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeExtractionRows } from './rows/extraction-rows.ts'

/**
 * Peak memory and time of scoring many extraction rows of the public layout by the built command line.
 * Arguments: rows (default 100,000), then Node options for the measured process, such as --cpu-prof.
 * BENCH_MAIN names another build than dist/cli/main.js; BENCH_TMP another folder for the data (about 6 KB a row).
 */
const [count = '100000', ...nodeOptions] = process.argv.slice(2)
const rows = Number(count)
const main = process.env['BENCH_MAIN'] ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
if (!existsSync(main)) throw new Error('build first: npm run build')
if (!existsSync('/proc/self/status')) throw new Error('reads the peak of a process from /proc: Linux only')

const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'rapport-bench-'))
try {
  const data = join(folder, 'data')
  const predictions = join(folder, 'predictions.jsonl')
  await mkdir(data)
  await writeExtractionRows(data, predictions, rows)
  const started = performance.now()
  const { peak, processorSeconds } = await measured(
    nodeOptions.concat(
      [main, 'score', predictions, '--track', 'alpsbench/extraction', '--data', data, '--split', 'dev'],
      ['--no-baselines', '--format', 'csv', '--out', join(folder, 'figures.csv')],
    ),
    folder,
  )
  const seconds = (performance.now() - started) / 1000
  const stored = await stat(join(folder, '.rapport', 'rapport.db'))
  console.log(
    '| rows | seconds | processor seconds | rows per processor second | peak memory MB | store MB |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: |')
  const speed = Math.round(rows / processorSeconds)
  const cells = [rows, seconds.toFixed(0), processorSeconds.toFixed(0), speed, Math.round(peak / 1024)]
  console.log(`| ${[...cells, Math.round(stored.size / 1e6)].join(' | ')} |`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Runs Node; what the kernel recorded of it: highest resident size in KiB, processor time of all its threads. */
async function measured(args: readonly string[], cwd: string): Promise<Usage> {
  const env = { ...process.env, RAPPORT_HOME: join(cwd, '.rapport') }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  let usage: Usage = { peak: 0, processorSeconds: 0 }
  // Both only rise, so the last reading before the end counts.
  const timer = setInterval(() => {
    usage = usageOf(child.pid) ?? usage
  }, 50)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (code !== 0) throw new Error(`the command ended with ${code}`)
  } finally {
    clearInterval(timer)
  }
  return usage
}

interface Usage {
  readonly peak: number
  readonly processorSeconds: number
}

function usageOf(pid: number | undefined): Usage | undefined {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    // utime and stime, fields 14 and 15 of proc(5), in hundredths of a second; the name before may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return peak === undefined ? undefined : { peak: Number(peak), processorSeconds: ticks / 100 }
  } catch {
    // The process has just ended.
    return undefined
  }
}
