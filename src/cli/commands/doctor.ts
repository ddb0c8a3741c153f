import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { RapportError } from '../../core/errors.ts'
import { benchmarks } from '../../registry/benchmarks.ts'
import { plainText } from '../../reports/format.ts'
import { layoutTable } from '../../reports/table.ts'
import { openStore } from '../../store/index.ts'
import { homeOf, openContext, packageRoot, storePath, widthOf, type CliContext } from '../context.ts'

/** `bad` ends in exit code 1; `absent` is something that not everybody needs. */
interface Finding {
  readonly what: string
  readonly state: 'ok' | 'absent' | 'bad'
  readonly detail: string
}

const LEAST_NODE = { major: 20, minor: 19 }

/**
 * `rapport doctor`: whether this machine and this folder have what Rapport needs. Changes nothing.
 * @throws RapportError with exit code 1 when something is missing that every run needs
 */
export async function doctorCommand(
  context: CliContext,
  nodeVersion: string = process.versions.node,
): Promise<void> {
  const findings = [
    nodeFinding(nodeVersion),
    packageFinding(),
    await homeFinding(context),
    await storeFinding(context),
    ...dataFindings(context),
    await toolFinding('git', 'the commit is recorded with every run', context),
    await toolFinding('python3', "AlpsBench's own adapters are Python programs", context),
  ]
  const columns = ['check', 'state', 'detail'].map((title) => ({
    title,
    align: 'left' as const,
    droppable: 0,
  }))
  const rows = findings.map(({ what, state, detail }) => ({ cells: [what, state, plainText(detail)] }))
  for (const line of layoutTable(columns, rows, widthOf(context))) context.stdout.write(`${line}\n`)
  const bad = findings.filter(({ state }) => state === 'bad')
  if (bad.length > 0) {
    throw new RapportError(`not ready: ${bad.map(({ what }) => what).join(', ')}`, {
      fix: 'mend what is marked bad above',
    })
  }
}

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const { major: least, minor: leastMinor } = LEAST_NODE
  const enough = major > least || (major === least && minor >= leastMinor)
  return enough
    ? { what: 'Node.js', state: 'ok', detail: version }
    : { what: 'Node.js', state: 'bad', detail: `${version}; at least ${least}.${leastMinor} is needed` }
}

function packageFinding(): Finding {
  try {
    return { what: 'package', state: 'ok', detail: packageRoot() }
  } catch (error) {
    return { what: 'package', state: 'bad', detail: error instanceof Error ? error.message : String(error) }
  }
}

/** The home may not be there yet: then the nearest folder above it must be writable. */
async function homeFinding(context: CliContext): Promise<Finding> {
  const home = homeOf(context)
  let folder = home
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  try {
    if (!(await stat(folder)).isDirectory()) {
      return { what: 'home', state: 'bad', detail: `${folder} is a file, and a folder is needed there` }
    }
    await access(folder, constants.W_OK | constants.X_OK)
  } catch {
    return {
      what: 'home',
      state: 'bad',
      detail: `${folder} can't be written; RAPPORT_HOME names another folder`,
    }
  }
  return { what: 'home', state: 'ok', detail: folder === home ? home : `${home} (made by the first run)` }
}

async function storeFinding(context: CliContext): Promise<Finding> {
  const path = storePath(context)
  if (!existsSync(path)) return { what: 'store', state: 'ok', detail: 'no run yet' }
  try {
    const store = await openStore(path)
    try {
      const runs = await store.runs()
      return {
        what: 'store',
        state: 'ok',
        detail: `${runs.length} ${runs.length === 1 ? 'run' : 'runs'} in ${path}`,
      }
    } finally {
      await store.close()
    }
  } catch (error) {
    return { what: 'store', state: 'bad', detail: error instanceof Error ? error.message : String(error) }
  }
}

function dataFindings(context: CliContext): Finding[] {
  const { home } = openContext(context)
  return benchmarks
    .flatMap((benchmark) => benchmark.pulls)
    .map(({ name }) =>
      existsSync(join(home, name))
        ? { what: `data ${name}`, state: 'ok', detail: join(home, name) }
        : { what: `data ${name}`, state: 'absent', detail: `rapport data pull ${name}` },
    )
}

async function toolFinding(name: string, use: string, context: CliContext): Promise<Finding> {
  for (const folder of (context.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return { what: name, state: 'ok', detail: path }
  }
  return { what: name, state: 'absent', detail: `optional: ${use}` }
}
