import { createRoute, z } from '@hono/zod-openapi'
import {
  adjudicateSchema,
  agreementSchema,
  annotationItemSchema,
  disagreementSchema,
  exportForms,
  newProjectSchema,
  projectListSchema,
  projectSummarySchema,
  queueSchema,
  savedSchema,
  saveSchema,
  undoSchema,
} from '../schemas/annotate.ts'
import type { AnnotatePort } from '../workbench.ts'
import { body, download, file, json, problems, word, type Api } from './kit.ts'

const params = z.object({ project: z.string().min(1).max(200) })

/** Projects in which people verify memories, review judges and name causes. */
export function annotateRoutes(api: Api, port: AnnotatePort): void {
  projectRoutes(api, port)
  workRoutes(api, port)
  outcomeRoutes(api, port)
}

function projectRoutes(api: Api, port: AnnotatePort): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/projects',
      summary: 'All annotation projects, newest first',
      responses: { 200: json(projectListSchema, 'The projects'), ...problems },
    }),
    async (c) => c.json(await port.projects(), 200),
  )
  api.openapi(
    createRoute({
      method: 'post',
      path: '/projects',
      summary: 'A new annotation project; its items are pinned with their texts',
      request: { body: body(newProjectSchema) },
      responses: { 200: json(projectSummarySchema, 'The project'), ...problems },
    }),
    async (c) => c.json(await port.create(c.req.valid('json')), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/projects/{project}',
      summary: 'A project and how far its people are',
      request: { params },
      responses: { 200: json(projectSummarySchema, 'The project'), ...problems },
    }),
    async (c) => c.json(await port.project(c.req.valid('param').project), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/projects/{project}/queue',
      summary: 'What a person has to do',
      request: { params, query: z.object({ annotator: word }) },
      responses: { 200: json(queueSchema, 'The queue'), ...problems },
    }),
    async (c) => c.json(await port.queue(c.req.valid('param').project, c.req.valid('query').annotator), 200),
  )
}

function workRoutes(api: Api, port: AnnotatePort): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/projects/{project}/item',
      summary: 'An item as one person sees it; nothing of what others say',
      request: { params, query: z.object({ item: word, annotator: word }) },
      responses: { 200: json(annotationItemSchema, 'The item'), ...problems },
    }),
    async (c) => {
      const { item, annotator } = c.req.valid('query')
      return c.json(await port.item(c.req.valid('param').project, item, annotator), 200)
    },
  )
  api.openapi(
    createRoute({
      method: 'post',
      path: '/projects/{project}/save',
      summary: 'Adds what a person says of an item; 409 when it rests on another entry than the latest',
      request: { params, body: body(saveSchema) },
      responses: { 200: json(savedSchema, 'Kept: nothing can lose it any more'), ...problems },
    }),
    async (c) => c.json(await port.save(c.req.valid('param').project, c.req.valid('json')), 200),
  )
  api.openapi(
    createRoute({
      method: 'post',
      path: '/projects/{project}/undo',
      summary: 'Goes back to what this person said before; the log keeps everything',
      request: { params, body: body(undoSchema) },
      responses: { 200: json(savedSchema, 'What stands now'), ...problems },
    }),
    async (c) => c.json(await port.undo(c.req.valid('param').project, c.req.valid('json')), 200),
  )
}

function outcomeRoutes(api: Api, port: AnnotatePort): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/projects/{project}/disagreements',
      summary: 'Items that all who have them are done with and differ on, or that were adjudicated',
      request: { params },
      responses: { 200: json(disagreementSchema, 'The items'), ...problems },
    }),
    async (c) => c.json(await port.disagreements(c.req.valid('param').project), 200),
  )
  api.openapi(
    createRoute({
      method: 'post',
      path: '/projects/{project}/adjudicate',
      summary: 'Decides an item; what everybody said is kept',
      request: { params, body: body(adjudicateSchema) },
      responses: { 200: json(savedSchema, 'Kept'), ...problems },
    }),
    async (c) => c.json(await port.adjudicate(c.req.valid('param').project, c.req.valid('json')), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/projects/{project}/agreement',
      summary: 'How far people agree',
      request: { params },
      responses: { 200: json(agreementSchema, 'Agreement by field and by pair'), ...problems },
    }),
    async (c) => c.json(await port.agreement(c.req.valid('param').project), 200),
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/projects/{project}/export',
      summary: 'Verified data as a tar archive of the public layout, labels, or the whole log',
      request: { params, query: z.object({ form: z.enum(exportForms) }) },
      responses: { 200: file, ...problems },
    }),
    async (c) => download(await port.export(c.req.valid('param').project, c.req.valid('query').form)),
  )
}
