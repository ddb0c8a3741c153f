import { createRoute, z } from '@hono/zod-openapi'
import type { Workbench } from '../workbench.ts'
import { eventStream } from '../event-stream.ts'
import { problems, runParams, type Api } from './kit.ts'

const events = {
  description: 'Events as they come, with comments in between that keep the connection open',
  content: { 'text/event-stream': { schema: z.string() } },
}

/**
 * Streams of events.
 * @param closing ends them all
 */
export function liveRoutes(
  api: Api,
  { runs, changes }: Pick<Workbench, 'runs' | 'changes'>,
  closing: AbortSignal,
): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/runs/{run}/live',
      summary: 'Events `progress` whenever it changed, and `end` when nobody works on the run any more',
      request: { params: runParams },
      responses: { 200: events, ...problems },
    }),
    async (c) => {
      const { run } = c.req.valid('param')
      // What is wrong with the run is an answer of its own, not an event.
      await runs.progress(run)
      return eventStream(c.req.raw.signal, closing, async function* (signal) {
        for await (const progress of runs.live(run, signal)) yield { event: 'progress', data: progress }
        yield { event: 'end', data: {} }
      })
    },
  )
  api.openapi(
    createRoute({
      method: 'get',
      path: '/live',
      summary: 'Events `changed` whenever the list of runs or the projects changed',
      responses: { 200: events, ...problems },
    }),
    (c) =>
      eventStream(c.req.raw.signal, closing, async function* (signal) {
        for await (const changed of changes(signal)) yield { event: 'changed', data: changed }
      }),
  )
}
