import { createRoute, z } from '@hono/zod-openapi'
import { runStates } from '../../core/run.ts'
import { boardSchema } from '../schemas/board.ts'
import { progressSchema, runDetailSchema, runListSchema, workbenchSchema } from '../schemas/runs.ts'
import { boardExports, type RunsPort, type Workbench } from '../workbench.ts'
import { download, file, json, problems, runParams, word, type Api } from './kit.ts'

const choiceQuery = z.object({
  slice: word.optional().openapi({ description: 'a tag: figures of each of its values too' }),
  failures: z.enum(['default', 'worst', 'exclude']).optional(),
})

/** Runs, how they are getting on, and their figures. */
export function runRoutes(api: Api, workbench: Pick<Workbench, 'describe' | 'runs'>): void {
  const { runs } = workbench
  api.openapi(
    createRoute({
      method: 'get',
      path: '/workbench',
      summary: 'What this workbench is and may do',
      responses: { 200: json(workbenchSchema, 'The workbench'), ...problems },
    }),
    async (c) => c.json(await workbench.describe(), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs',
      summary: 'All runs, newest first',
      request: { query: z.object({ state: z.enum(runStates).optional() }) },
      responses: { 200: json(runListSchema, 'The runs'), ...problems },
    }),
    async (c) => {
      const { state } = c.req.valid('query')
      const all = await runs.list()
      return c.json({ runs: all.filter((run) => state === undefined || run.state === state) }, 200)
    },
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}',
      summary: 'Everything about a run but its figures',
      request: { params: runParams },
      responses: { 200: json(runDetailSchema, 'The run'), ...problems },
    }),
    async (c) => c.json(await runs.detail(c.req.valid('param').run), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/progress',
      summary: 'How a run is getting on',
      request: { params: runParams },
      responses: { 200: json(progressSchema, 'Its progress'), ...problems },
    }),
    async (c) => c.json(await runs.progress(c.req.valid('param').run), 200),
  )
  boardRoutes(api, runs)
}

function boardRoutes(api: Api, runs: RunsPort): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/board',
      summary: 'The figures of a run',
      request: { params: runParams, query: choiceQuery },
      responses: { 200: json(boardSchema, 'The leaderboard'), ...problems },
    }),
    async (c) => {
      const { slice = null, failures = null } = c.req.valid('query')
      return c.json(await runs.board(c.req.valid('param').run, { slice, failures }), 200)
    },
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/export',
      summary: 'The figures of a run as a file, as rapport report writes it',
      request: { params: runParams, query: choiceQuery.extend({ format: z.enum(boardExports) }) },
      responses: { 200: file, ...problems },
    }),
    async (c) => {
      const { slice = null, failures = null, format } = c.req.valid('query')
      const { run } = c.req.valid('param')
      return download(await runs.export(run, format, { slice, failures }))
    },
  )
}
