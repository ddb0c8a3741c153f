// Runs the commands of the examples' pages, from a folder that holds the examples as the repository does.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
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
  // The repository finds the package by its own name; the copy needs a link for it.
  mkdirSync(join(home, 'node_modules', '@rapport-bench'), { recursive: true })
  symlinkSync(root, join(home, 'node_modules', '@rapport-bench', 'rapport'))
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], {
    cwd: root,
  })
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** What bash makes of a page's command; rejects on another exit code than the promised one. */
async function bash(command: string, exit = 0): Promise<string> {
  const script = `rapport() { '${process.execPath}' '${main}' "$@"; }\n${command}\n[ $? -eq ${exit} ]`
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', RAPPORT_HOME: join(home, '.rapport') }
  return (await promisify(execFile)('bash', ['-c', script], { cwd: home, env })).stdout
}

describe.each(examples)('examples/%s', (name) => {
  const page = readFileSync(join(root, 'examples', name, 'README.md'), 'utf8')
  for (const { command, exit, notRun, line } of shownCommands(fencedBlocks(page))) {
    if (notRun !== undefined) {
      it.skip(`line ${line}: ${command} (${notRun})`, () => {})
      continue
    }
    it(`line ${line}: ${command}`, async () => {
      expect(await bash(command, exit)).not.toBe('')
    }, 120_000)
  }
})

describe('the workflow for continuous integration', () => {
  it('runs the commands of its page', () => {
    const page = readFileSync(join(root, 'examples', 'ci', 'README.md'), 'utf8')
    const workflow = readFileSync(join(root, 'examples', 'ci', 'rapport-gate.yml'), 'utf8')
    const { jobs } = z
      .object({
        jobs: z.object({ gate: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
      })
      .parse(parse(workflow))
    const steps = jobs.gate.steps.flatMap(({ run }) => (run?.startsWith('npx rapport') === true ? [run] : []))
    expect(steps.map((text) => text.replace(/^npx /, ''))).toEqual(
      shownCommands(fencedBlocks(page)).map(({ command }) => command),
    )
  })
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
