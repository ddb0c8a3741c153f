import { afterAll, describe, expect, it } from 'vitest'
import { inProcess, makeFolder } from '../testing/cli.ts'
import { demoServerCommand } from './demo-server.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

describe('rapport demo-server', () => {
  it('prints address, models and commands, serves, and ends with the signal', async () => {
    const stop = new AbortController()
    let printed = ''
    let seen: (() => void) | undefined
    const shown = new Promise<void>((done) => (seen = done))
    const running = demoServerCommand(
      { data: 'sample', port: 0, latency: 0 },
      {
        env: {},
        cwd: folder.path,
        stdout: {
          write(text) {
            printed += text
            seen?.()
          },
        },
        stderr: { write: () => {} },
        clock: { now: () => 0, monotonic: () => 0 },
        signal: stop.signal,
        whileBusy: (work) => work(),
      },
    )
    await shown
    const baseUrl = /at (http:\/\/127\.0\.0\.1:\d+\/v1)/.exec(printed)?.[1] ?? ''
    const models = await fetch(`${baseUrl}/models`)
    expect(models.status).toBe(200)
    expect(printed).toContain(`RAPPORT_BASE_URL=${baseUrl} npx rapport run alpsbench --data sample`)
    expect(printed).toContain('over-applies-memory')
    stop.abort()
    await running
    await expect(fetch(`${baseUrl}/models`)).rejects.toThrow()
  })

  it('names what is wrong with unknown data and a bad port', async () => {
    const data = await inProcess(folder.path, ['demo-server', '--data', 'nothing-here'])
    expect(data).toMatchObject({ code: 2, err: expect.stringContaining('there is no data') })
    const port = await inProcess(folder.path, ['demo-server', '--port', '99999'])
    expect(port).toMatchObject({ code: 2, err: expect.stringContaining('port') })
  })
})
