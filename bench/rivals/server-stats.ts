import { z } from 'zod'

const schema = z.object({
  calls: z.int(),
  answered: z.int(),
  most: z.int(),
  first: z.number().nullable(),
  last: z.number().nullable(),
})
export type ServerStats = z.infer<typeof schema>

/** What bench/gateway-server.mjs has counted so far. */
export async function serverStats(address: string): Promise<ServerStats> {
  const response = await fetch(`${address}/stats`)
  return schema.parse(await response.json())
}
