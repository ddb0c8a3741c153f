import { createRoute, z } from '@hono/zod-openapi'
import {
  answerSchema,
  caseDetailSchema,
  caseTableSchema,
  outcomeColumnsSchema,
  searchSchema,
  titlesSchema,
} from '../schemas/cases.ts'
import type { CasesPort } from '../workbench.ts'
import { json, problems, runParams, whole, word, type Api } from './kit.ts'

const trackQuery = z.object({ track: word })

/** Cases of a run, and what systems made of them. */
export function caseRoutes(api: Api, cases: CasesPort): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/cases',
      summary: 'All cases of a track, without texts',
      request: { params: runParams, query: trackQuery },
      responses: { 200: json(caseTableSchema, 'The cases'), ...problems },
    }),
    async (c) => c.json(await cases.table(c.req.valid('param').run, c.req.valid('query').track), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/outcomes',
      summary: 'What became of one figure in every case',
      request: { params: runParams, query: trackQuery.extend({ instrument: word, metric: word }) },
      responses: { 200: json(outcomeColumnsSchema, 'Columns in the order of the cases'), ...problems },
    }),
    async (c) => {
      const { track, instrument, metric } = c.req.valid('query')
      return c.json(await cases.outcomes(c.req.valid('param').run, track, { instrument, metric }), 200)
    },
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/titles',
      summary: 'First lines of what cases ask',
      request: {
        params: runParams,
        query: trackQuery.extend({
          from: whole(0, 10_000_000).default(0),
          count: whole(1, 1000).default(100),
        }),
      },
      responses: { 200: json(titlesSchema, 'The first lines'), ...problems },
    }),
    async (c) => {
      const { track, from, count } = c.req.valid('query')
      return c.json(await cases.titles(c.req.valid('param').run, track, { from, count }), 200)
    },
  )
  oneCaseRoutes(api, cases)
}

function oneCaseRoutes(api: Api, cases: CasesPort): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/case',
      summary: 'A case as the data has it',
      request: { params: runParams, query: trackQuery.extend({ case: word }) },
      responses: { 200: json(caseDetailSchema, 'The case'), ...problems },
    }),
    async (c) => {
      const { track, case: id } = c.req.valid('query')
      return c.json(await cases.case(c.req.valid('param').run, track, id), 200)
    },
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/answer',
      summary: 'What one system made of a case',
      request: {
        params: runParams,
        query: trackQuery.extend({ case: word, system: word, repeat: whole(0, 1000).default(0) }),
      },
      responses: { 200: json(answerSchema, 'The answer'), ...problems },
    }),
    async (c) => {
      const { track, ...of } = c.req.valid('query')
      return c.json(await cases.answer(c.req.valid('param').run, track, of), 200)
    },
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/search',
      summary: 'Full text over cases and answers',
      request: {
        query: z.object({
          q: z.string().min(1).max(500),
          run: word.optional(),
          limit: whole(1, 500).default(50),
        }),
      },
      responses: { 200: json(searchSchema, 'What was found'), ...problems },
    }),
    async (c) => {
      const { q, run = null, limit } = c.req.valid('query')
      return c.json(await cases.search(q, { run, limit }), 200)
    },
  )
}
