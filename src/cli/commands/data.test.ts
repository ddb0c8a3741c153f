import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { inProcess, makeFolder } from '../testing/cli.ts'

const { path: folder, remove } = makeFolder()
const servers: Server[] = []
afterAll(() => {
  remove()
  for (const server of servers) server.close()
})

const SHA = 'b'.repeat(40)
const FILE = 'dataset/dev/task3/d100/model_input.jsonl'
const bytes = Buffer.from('')
const oid = createHash('sha1').update(`blob ${bytes.length}\0`).digest('hex')

/** A hub with one file; tells which tokens it was shown. */
async function hub(): Promise<{ address: string; tokens: (string | undefined)[] }> {
  const tokens: (string | undefined)[] = []
  const server = createServer(({ url = '', headers }, response) => {
    tokens.push(headers.authorization)
    if (url.includes('/revision/')) response.end(JSON.stringify({ sha: SHA }))
    else if (url.includes('/tree/'))
      response.end(JSON.stringify([{ type: 'file', path: FILE, oid, size: bytes.length }]))
    else response.end(bytes)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const found = server.address()
  if (found === null || typeof found === 'string') throw new Error('no port')
  return { address: `http://127.0.0.1:${found.port}`, tokens }
}

describe('rapport data pull', () => {
  it('takes mirror and token from the environment, and shows licence and attribution before it loads', async () => {
    const { address, tokens } = await hub()
    const env = { HF_ENDPOINT: address, HF_TOKEN: 'hf_demo' }
    const { code, out, err } = await inProcess(folder, ['data', 'pull', 'alpsbench'], { env })
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(err).toContain('licence  ODC-By-1.0')
    expect(err).toContain('derived from WildChat')
    expect(out).toContain(`revision ${SHA}`)
    expect(out).toContain('--data alpsbench')
    expect(new Set(tokens)).toEqual(new Set(['Bearer hf_demo']))
    expect(`${out}${err}`).not.toContain('hf_demo')
  })

  it('names the mirror as source of what it loaded', async () => {
    const { out } = await inProcess(folder, ['data', 'check', 'alpsbench', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      dataset: { revision: SHA, source: expect.stringContaining('127.0.0.1'), licence: 'ODC-By-1.0' },
    })
  })
})
