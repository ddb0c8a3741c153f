// Runs the commands that the pages show, so that a page can't promise what does not work.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fencedBlocks, shownCommands, shownFiles } from './shown-commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = join(root, 'dist', 'cli', 'main.js')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

interface Ended {
  readonly code: number
  readonly text: string
}

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, text }))
  })
}

let home = ''
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rapport-docs-'))
  const built = await run(process.execPath, ['scripts/build.mjs', '--if-stale'], root, process.env)
  if (built.code !== 0) throw new Error(built.text)
  mkdirSync(join(home, 'bin'))
  const rapport = join(home, 'bin', 'rapport')
  writeFileSync(rapport, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(rapport, 0o755)
}, 120_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe.each(pages)('%s', (page) => {
  const blocks = fencedBlocks(readFileSync(join(root, page), 'utf8'))
  const folder = () => join(home, page.replaceAll('/', '-'))

  beforeAll(() => {
    // Commands of one page share a folder, in order: a report needs the run before it.
    mkdirSync(folder())
    for (const { name, text } of shownFiles(blocks)) writeFileSync(join(folder(), name), text)
  })

  it('marks its files and skips in a way that is understood', () => {
    expect(blocks.filter(({ marker }) => marker === 'unknown').map(({ line }) => `${page}:${line}`)).toEqual(
      [],
    )
  })

  for (const { command, exit, notRun, line } of shownCommands(blocks)) {
    const title = `line ${line}: ${command}`
    if (notRun !== undefined) {
      it.skip(`${title} (${notRun})`, () => {})
      continue
    }
    it(
      title,
      async () => {
        const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' }
        delete env['RAPPORT_HOME']
        env['PATH'] = [join(home, 'bin'), env['PATH'] ?? ''].join(delimiter)
        const { code, text } = await run('bash', ['-c', command], folder(), env)
        expect(code, text).toBe(exit)
      },
      120_000,
    )
  }
})
