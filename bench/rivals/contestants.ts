import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeExtractionRows } from '../rows/extraction-rows.ts'
import type { Load, Program } from './measure.ts'

export interface Contestant {
  readonly name: string
  /** How to run it in an empty folder. */
  readonly program: (load: Load, folder: string) => Promise<Program>
}

/** Outside this project, and kept, as installing takes minutes and 2 GB. */
const installed = process.env['BENCH_RIVALS'] ?? join(tmpdir(), 'rapport-bench-rivals')
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const node = process.execPath
const words = (text: string): string[] => text.split(' ')

/** This product and its rivals, which are installed if they are not. Whatever could call home is off. */
export function contestants(): readonly Contestant[] {
  const promptfoo = install('promptfoo', ['--ignore-scripts'])
  const evalite = install('evalite', [])
  return [
    {
      name: 'rapport, gateway alone',
      program: async ({ calls, concurrency }, cwd) => ({
        command: [node, process.argv[1] ?? '', '--drive', String(calls), String(concurrency)],
        cwd,
        env: {},
      }),
    },
    { name: 'rapport run, with scoring and report', program: rapportRun },
    {
      name: 'promptfoo 0.121.20',
      program: async ({ concurrency }, folder) => ({
        command: [
          node,
          join(promptfoo, 'node_modules/.bin/promptfoo'),
          ...words('eval -c promptfooconfig.mjs --no-cache --no-table --no-progress-bar -j'),
          String(concurrency),
        ],
        cwd: promptfoo,
        env: {
          PROMPTFOO_CONFIG_DIR: folder,
          PROMPTFOO_CACHE_ENABLED: 'false',
          PROMPTFOO_DISABLE_TELEMETRY: '1',
          PROMPTFOO_DISABLE_UPDATE: '1',
          PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
          PROMPTFOO_DISABLE_SHARING: '1',
        },
      }),
    },
    {
      name: 'evalite 0.19.0',
      program: async () => {
        // Its store of earlier runs.
        rmSync(join(evalite, 'node_modules/.evalite'), { recursive: true, force: true })
        return {
          command: [node, join(evalite, 'node_modules/.bin/evalite'), 'run', '--hideTable'],
          cwd: evalite,
          env: {},
        }
      },
    },
  ]
}

/** The whole product on invented rows of about the same size; its prompts add the track's instructions. */
async function rapportRun({ calls, concurrency }: Load, folder: string): Promise<Program> {
  const data = join(folder, 'data')
  mkdirSync(data)
  await writeExtractionRows(data, join(folder, 'unused.jsonl'), calls)
  return {
    command: [
      node,
      process.env['BENCH_MAIN'] ?? here('../../dist/cli/main.js'),
      ...words('run alpsbench/extraction --split dev --system compatible/slow --no-baselines'),
      ...words('--quiet --allow-egress --format csv --out figures.csv --data'),
      data,
      '--concurrency',
      String(concurrency),
    ],
    cwd: folder,
    env: { RAPPORT_HOME: join(folder, '.rapport') },
  }
}

function install(name: string, flags: readonly string[]): string {
  const source = here(`./${name}/`)
  const home = join(installed, name)
  mkdirSync(home, { recursive: true })
  for (const file of readdirSync(source)) {
    copyFileSync(join(source, file), join(home, file.replace('.eval.mjs', '.eval.ts')))
  }
  copyFileSync(here('./prompt.mjs'), join(home, 'prompt.mjs'))
  if (existsSync(join(home, 'node_modules', name))) return home
  console.error(`installing ${name} into ${home}: takes minutes`)
  // Where Node's headers are at hand, a binding that comes without a built file for this machine is built with them.
  const prefix = join(dirname(node), '..')
  const headers = existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...flags], {
    cwd: home,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...headers },
  })
  if (status !== 0) throw new Error(`npm install of ${name} in ${home} ended with ${status}`)
  return home
}
