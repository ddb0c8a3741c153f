import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import { hostGuard, readOnlyGuard, safeHeaders, siteGuard, tokenGuard, type Access } from './guards.ts'
import { notBuiltPage } from './pages.ts'
import { problemOf } from './problems.ts'
import { annotateRoutes } from './routes/annotate.ts'
import { caseRoutes } from './routes/cases.ts'
import { controlRoutes } from './routes/control.ts'
import { labRoutes } from './routes/lab.ts'
import { liveRoutes } from './routes/live.ts'
import { runRoutes } from './routes/runs.ts'
import type { Problem } from './schemas/common.ts'
import { fileResponse, StaticFiles } from './static-files.ts'
import type { Workbench } from './workbench.ts'

export interface AppOptions {
  readonly access: Access
  /** Folder of the built user interface; it need not be there. */
  readonly web: string
  readonly version: string
  /** Ends all streams. */
  readonly closing: AbortSignal
  /** Told of errors that are not ours, for the terminal. */
  readonly onFault: (error: unknown) => void
}

/** More than 500 memory cards with their evidence, and no more. */
const MOST_BODY = 8 * 1024 * 1024

/** First parts of the addresses that the user interface has. */
const SCREENS = new Set(['', 'runs', 'board', 'cases', 'case', 'compare', 'annotate', 'audit', 'settings'])

/** The workbench's HTTP server: the API under /api, the user interface everywhere else. */
export function createApp(workbench: Workbench, options: AppOptions): OpenAPIHono {
  const { access, version, onFault } = options
  const app = new OpenAPIHono()
  app.use(safeHeaders())
  app.use(hostGuard(access))
  app.use(tokenGuard(access))
  app.use('/api/*', siteGuard())
  app.use(readOnlyGuard(access))
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: MOST_BODY,
      onError: (c) => c.json(problem('this is too much for one request', 'send less at once'), 413),
    }),
  )
  app.use('/api/*', compress())
  app.onError((error, c) => answerError(error, c, onFault))

  const api = new OpenAPIHono({
    defaultHook: (result, c) => {
      if (result.success) return undefined
      const [issue] = result.error.issues
      const place = issue?.path.map(String).join('.') ?? ''
      return c.json(
        {
          error: `the request is wrong: ${issue?.message ?? 'it has another shape'}`,
          fix: '/api/openapi.json says what it may hold',
          place: place === '' ? null : place,
        },
        400,
      )
    },
  })
  runRoutes(api, workbench)
  liveRoutes(api, workbench, options.closing)
  controlRoutes(api, workbench.control)
  caseRoutes(api, workbench.cases)
  labRoutes(api, workbench.lab)
  annotateRoutes(api, workbench.annotate)
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Rapport workbench', version },
    servers: [{ url: '/api' }],
  })
  app.route('/api', api)
  app.all('/api/*', (c) =>
    c.json(problem(`there is no ${c.req.method} ${c.req.path}`, 'see /api/openapi.json'), 404),
  )
  addPages(app, new StaticFiles(options.web))
  return app
}

function addPages(app: OpenAPIHono, files: StaticFiles): void {
  app.on(['GET', 'HEAD'], '/*', async (c) => {
    const path = decoded(new URL(c.req.url).pathname)
    const file = path === null || path === '/index.html' ? null : await files.file(path)
    if (file !== null) return fileResponse(file, c.req.raw)
    if (path === null || !SCREENS.has(path.split('/')[1] ?? '')) return c.text('There is no such page.', 404)
    const page = await files.page()
    return page === null ? c.html(notBuiltPage(), 503) : fileResponse(page, c.req.raw)
  })
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function problem(error: string, fix: string): Problem {
  return { error, fix, place: null }
}

function answerError(error: Error, c: Context, onFault: (error: unknown) => void): Response {
  if (error instanceof HTTPException) {
    const fix = 'send JSON, as /api/openapi.json says'
    const isKnown = error.status === 413 || error.status === 415
    return c.json(problem(`the request is wrong: ${error.message}`, fix), isKnown ? error.status : 400)
  }
  const { status, problem: told } = problemOf(error)
  if (status === 500) onFault(error)
  return c.json(told, status)
}
