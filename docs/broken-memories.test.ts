// The modules of examples/broken-memories make the systems that they are named after, from the built package.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(join(root, 'examples/broken-memories')).filter((file) => file.endsWith('.mjs'))
const run = promisify(execFile)

beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], { cwd: root })
}, 120_000)

it.each(files)('examples/broken-memories/%s', async (file) => {
  const script = `import make from './examples/broken-memories/${file}'; console.log(make().name)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
  expect(stdout.trim()).toBe(basename(file, '.mjs'))
})
