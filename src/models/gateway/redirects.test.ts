import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenCount } from './read-reply.ts'
import { createClient } from './model-client.ts'
import { addressOf } from './model-address.ts'

/** Sends every request on to the other server, which notes what it gets. */
let from: Server
let to: Server
const carried: string[] = []

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
}

let base = ''
beforeAll(async () => {
  to = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => carried.push(chunk.toString()))
    request.on('end', () => response.end('{}'))
  })
  const target = await listening(to)
  from = createServer((request, response) => {
    request.resume()
    response.writeHead(307, { location: `${target}/v1/chat/completions` }).end()
  })
  base = await listening(from)
})
afterAll(() => {
  from.close()
  to.close()
})

describe('a redirect', () => {
  it('is not followed: no text goes to a host that was not named', async () => {
    const address = addressOf('compatible/m', { env: { RAPPORT_BASE_URL: `${base}/v1` } })
    const client = await createClient(address, 'any')
    const call = client.chat('m').doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'secret of a user' }] }],
    })
    await expect(call).rejects.toMatchObject({ statusCode: 307 })
    expect(carried).toEqual([])
  })
})

describe('a token count', () => {
  it.each([
    [0, 0],
    [12, 12],
    [-1, null],
    [1.5, null],
    [1e300, null],
    [Number.NaN, null],
    [undefined, null],
  ])('of %s is %s', (reported, expected) => {
    expect(tokenCount(reported)).toBe(expected)
  })
})
