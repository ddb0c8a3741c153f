import { join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { createApp, type AppOptions } from '../../server/app.ts'
import type { Workbench } from '../../server/workbench.ts'
import { openWorkbench } from '../workbench/workbench.ts'
import type { WorkbenchContext } from '../workbench/store-source.ts'
import { inProcess, makeFolder, testEnv } from './cli.ts'

/** A folder with two finished runs on the sample: `alps` and `cupid`, and an audit of it. */
export async function sampleHome(): Promise<{ path: string; remove: () => void }> {
  const folder = makeFolder()
  const quiet = ['--quiet', '--overview']
  const commands = [
    [
      'run',
      'alpsbench/extraction',
      'alpsbench/update',
      'alpsbench/retrieval/d100',
      '--run-id',
      'alps',
      ...quiet,
    ],
    ['run', 'cupid', '--run-id', 'cupid', ...quiet],
    ['audit', 'sample'],
  ]
  for (const argv of commands) {
    const { code, err } = await inProcess(folder.path, argv)
    if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}`)
  }
  return folder
}

export interface TestServer {
  readonly app: OpenAPIHono
  readonly workbench: Workbench
  /** What the terminal was told of errors that are not ours. */
  readonly faults: unknown[]
  readonly closing: AbortController
  close(): Promise<void>
}

/** The workbench over a folder, asked without a network. */
export function testServer(
  cwd: string,
  {
    access = {},
    env = {},
    now = () => Date.UTC(2026, 11, 1),
    web = join(cwd, 'no-web'),
  }: {
    access?: Partial<AppOptions['access']>
    env?: Readonly<Record<string, string>>
    now?: () => number
    web?: string
  } = {},
): TestServer {
  const context: WorkbenchContext = { cwd, env: testEnv(env), clock: { now, monotonic: now } }
  const readOnly = access.readOnly ?? false
  const workbench = openWorkbench(context, { readOnly })
  const faults: unknown[] = []
  const closing = new AbortController()
  const app = createApp(workbench, {
    access: {
      token: null,
      hosts: ['localhost', '127.0.0.1', '[::1]'],
      cookie: 'rapport_4747',
      ...access,
      readOnly,
    },
    web,
    version: '0.0.0',
    closing: closing.signal,
    onFault: (error) => faults.push(error),
  })
  const close = async (): Promise<void> => {
    closing.abort()
    await workbench.close()
  }
  return { app, workbench, faults, closing, close }
}

/** A request as a browser on the workbench's own page makes it. */
export function ask(
  { app }: Pick<TestServer, 'app'>,
  path: string,
  { body, headers = {}, method }: { body?: unknown; headers?: Record<string, string>; method?: string } = {},
): Promise<Response> {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  return Promise.resolve(
    app.request(`http://127.0.0.1:4747${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        host: '127.0.0.1:4747',
        ...(text === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === null ? {} : { body: text }),
    }),
  )
}
