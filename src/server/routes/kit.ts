import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import { problemSchema } from '../schemas/common.ts'
import type { Download } from '../workbench.ts'

/** What routes are added to. */
export type Api = OpenAPIHono

/** An answer in JSON. */
export function json<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** A request's body in JSON. */
export function body<S extends z.ZodType>(schema: S) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** What every route may be answered with instead. */
export const problems = {
  400: json(problemSchema, 'The request is wrong; the answer says what to do'),
  401: json(problemSchema, 'A token is needed'),
  403: json(problemSchema, 'Refused: the workbench is read-only, or the request comes from another site'),
  404: json(problemSchema, 'No such run, track, case or project'),
  409: json(problemSchema, 'Something else was first'),
  500: json(problemSchema, 'It went wrong here'),
}

/** A file to save. */
export const file = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
}

/** Ids and names in addresses. */
export const word = z.string().min(1).max(2000)

/** Of addresses with a run in their path. */
export const runParams = z.object({ run: z.string().min(1).max(200) })

/** `1` and `true` are yes, absent, `0` and `false` no. */
export const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((text) => text === '1' || text === 'true')
  .openapi({ type: 'string', enum: ['0', '1', 'true', 'false'] })

/** A whole number in an address. */
export function whole(least: number, most: number) {
  return z.coerce.number().int().min(least).max(most)
}

/** `a,b`, in their order. */
export const listOf = z
  .string()
  .max(10_000)
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .openapi({ type: 'string', description: 'separated by commas' })

/** Answers with a file to save, under a name that no header can be broken with. */
export function download({ name, type, body: content }: Download): Response {
  const plain = name.replaceAll(/[^\w.-]+/g, '_')
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content)
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  })
}
