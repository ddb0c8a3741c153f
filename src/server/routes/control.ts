import { createRoute, z } from '@hono/zod-openapi'
import { jobListSchema, jobSchema, resumeSchema, retrySchema, startRunSchema } from '../schemas/runs.ts'
import type { ControlPort } from '../workbench.ts'
import { readOnlyError } from '../problems.ts'
import { body, json, problems, runParams, type Api } from './kit.ts'

/** @throws ForbiddenError where nothing may be done */
function allowed(control: ControlPort | null): ControlPort {
  if (control === null) throw readOnlyError()
  return control
}

/** Starting, stopping and going on with runs. */
export function controlRoutes(api: Api, control: ControlPort | null): void {
  const job = { 200: json(jobSchema, 'The command that was started'), ...problems }
  api.openapi(
    createRoute({
      method: 'post',
      path: '/runs',
      summary: 'Start a run: rapport run',
      request: { body: body(startRunSchema) },
      responses: job,
    }),
    async (c) => c.json(await allowed(control).start(c.req.valid('json')), 200),
  )
  api.openapi(
    createRoute({
      method: 'post',
      path: '/runs/{run}/stop',
      summary: 'Ask whoever works on a run to stop; what finished is kept',
      request: { params: runParams },
      responses: { 200: json(z.object({ stopped: z.boolean() }), 'False: nobody worked on it'), ...problems },
    }),
    async (c) => c.json({ stopped: await allowed(control).stop(c.req.valid('param').run) }, 200),
  )
  api.openapi(
    createRoute({
      method: 'post',
      path: '/runs/{run}/resume',
      summary: 'Go on with a run: rapport resume',
      request: { params: runParams, body: body(resumeSchema) },
      responses: job,
    }),
    async (c) => c.json(await allowed(control).resume(c.req.valid('param').run, c.req.valid('json')), 200),
  )
  api.openapi(
    createRoute({
      method: 'post',
      path: '/runs/{run}/retry',
      summary: 'Ask again for what went wrong: rapport retry',
      request: { params: runParams, body: body(retrySchema) },
      responses: job,
    }),
    async (c) => c.json(await allowed(control).retry(c.req.valid('param').run, c.req.valid('json')), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/jobs',
      summary: 'Commands that this workbench started, newest first',
      responses: { 200: json(jobListSchema, 'The commands'), ...problems },
    }),
    async (c) => c.json({ jobs: [...((await control?.jobs()) ?? [])] }, 200),
  )
}
