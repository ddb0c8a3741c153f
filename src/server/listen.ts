import { createAdaptorServer } from '@hono/node-server'
import { UsageError } from '../core/errors.ts'

/** A server that listens. */
export interface Listening {
  readonly port: number
  close(): Promise<void>
}

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

/**
 * Listens on an address.
 * @param port 0: any free one
 * @throws UsageError when the port is taken or the address is not one of this machine
 */
export async function listen(fetch: Fetch, host: string, port: number): Promise<Listening> {
  // The request's signal is needed to notice readers of a stream that leave.
  const server = createAdaptorServer({ fetch, serverOptions: { keepAliveTimeout: 5000 } })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
    server.listen({ host, port }, () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address')
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Browsers keep connections open that nothing is under way on.
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `port ${port} on ${host} is in use`,
        'another workbench may be open there already; else choose another --port, or 0 for any free one',
      )
    case 'EACCES':
      return new UsageError(
        `port ${port} may not be used by this user`,
        'choose a --port above 1023, or 0 for any free one',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(
        `${host} is no address of this machine`,
        'leave out --host, or give an address of this machine, or 0.0.0.0 for all of them',
      )
    case undefined:
    default:
      return error
  }
}
