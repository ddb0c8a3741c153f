import { createRoute, z } from '@hono/zod-openapi'
import { auditListSchema, comparisonSchema, settingsSchema } from '../schemas/lab.ts'
import type { LabPort } from '../workbench.ts'
import { flag, json, listOf, problems, word, type Api } from './kit.ts'

/** Comparisons, audits, and what is here. */
export function labRoutes(api: Api, lab: LabPort): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/compare',
      summary: 'Systems of one or several runs beside each other',
      request: {
        query: z.object({
          runs: listOf.pipe(z.array(z.string()).min(1).max(20)),
          systems: listOf,
          against: word.optional(),
          metric: listOf.openapi({
            type: 'string',
            description: '`<track>.<metric>`, separated by commas; absent: what each track is about',
          }),
          slice: word.optional(),
          track: word.optional(),
          baselines: flag,
          intersection: flag,
        }),
      },
      responses: { 200: json(comparisonSchema, 'The comparison'), ...problems },
    }),
    async (c) => {
      const { against = null, slice = null, track = null, metric: metrics, ...rest } = c.req.valid('query')
      return c.json(await lab.compare({ ...rest, metrics, against, slice, track }), 200)
    },
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/audits',
      summary: 'Audits of data sets, newest first',
      responses: { 200: json(auditListSchema, 'The audits'), ...problems },
    }),
    async (c) => c.json(await lab.audits(), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/settings',
      summary: 'Data sets, models, prices and benchmarks; keys never',
      responses: { 200: json(settingsSchema, 'The settings'), ...problems },
    }),
    async (c) => c.json(await lab.settings(), 200),
  )
}
