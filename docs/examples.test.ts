// Runs the commands of the examples' pages, from a folder that holds the examples as the repository does.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fencedBlocks, shownCommands } from './shown-commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = join(root, 'dist', 'cli', 'main.js')
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

let home = ''
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rapport-examples-'))
  cpSync(join(root, 'examples'), join(home, 'examples'), { recursive: true })
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], {
    cwd: root,
  })
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** What bash makes of a page's command; rejects on another exit code than 0. */
async function bash(command: string): Promise<string> {
  const script = `rapport() { '${process.execPath}' '${main}' "$@"; }\n${command}`
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', RAPPORT_HOME: join(home, '.rapport') }
  return (await promisify(execFile)('bash', ['-c', script], { cwd: home, env })).stdout
}

describe.each(examples)('examples/%s', (name) => {
  const page = readFileSync(join(root, 'examples', name, 'README.md'), 'utf8')
  for (const { command, line } of shownCommands(fencedBlocks(page))) {
    it(`line ${line}: ${command}`, async () => {
      expect(await bash(command)).not.toBe('')
    }, 120_000)
  }
})

describe('the example answers', () => {
  const systems = [
    'program:node examples/adapter-node/adapter.mjs',
    'program:python3 examples/adapter-python/adapter.py',
  ]

  it.each(systems)(
    'of %s are those of the prediction file',
    async (system) => {
      await bash(`rapport run alpsbench/extraction --no-baselines --quiet --system '${system}'`)
      const folder = (await bash(`rapport export latest --out again`)).trim()
      const rows = (file: string) =>
        readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((text): unknown => JSON.parse(text))
      expect(rows(join(folder, 'predictions.jsonl'))).toEqual(
        rows(join(root, 'examples/predictions/extraction.jsonl')),
      )
    },
    120_000,
  )
})
