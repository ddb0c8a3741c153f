import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedServer } from '../testing/scripted-server/index.ts'
import { makeFolder } from './testing/cli.ts'
import { liveCommand, readDocument, resultOf, startSampleServer } from './testing/live.ts'

let folder: ReturnType<typeof makeFolder>
let server: ScriptedServer
beforeEach(async () => {
  folder = makeFolder()
  server = await startSampleServer()
})
afterEach(async () => {
  await server.close()
  folder.remove()
})

const rapport = (...argv: string[]) => liveCommand(folder.path, argv, { RAPPORT_BASE_URL: server.baseUrl })
const run = ['run', 'alpsbench/utilization/persona', '--no-baselines', '--quiet']

describe('chat models', () => {
  // Track, figure of the headline, and what the forgetful model gets at most.
  const expected = [
    ['alpsbench/extraction', 'strict-match@1 f1', 0.95],
    ['alpsbench/update', 'update-actions@1 action_f1', 0.95],
    ['alpsbench/utilization/persona', 'answer-key@1 pass_rate', 0.95],
  ] as const

  it('are ranked on every track: the perfect one reaches the oracle, the forgetful one does not', async () => {
    const { code, out, err } = await rapport(
      'run',
      ...expected.map(([track]) => track),
      '--quiet',
      '--json',
      '--system',
      'compatible/perfect',
      'compatible/forgetful',
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const document = readDocument(out)
    for (const [track, figure, most] of expected) {
      const perfect = resultOf(document, 'compatible/perfect', figure, track)
      const forgetful = resultOf(document, 'compatible/forgetful', figure, track)
      expect(perfect.headline?.value).toBe(1)
      expect(perfect.n).toBe(forgetful.n)
      expect(forgetful.headline?.value).toBeLessThan(most)
      expect(forgetful.headline?.value).toBeGreaterThan(0)
    }
    const { byModel, byStatus, requests, distinct } = server.stats()
    expect(byModel['perfect']).toBe(byModel['forgetful'])
    expect({ byStatus, distinct }).toEqual({ byStatus: { 200: requests }, distinct: requests })
  })

  const four = [...run, '--json', '--limit=4']
  const judged = [...four, '--system', 'compatible/perfect', '--judge', 'compatible/judge-fair']

  it('are not asked again by the same command, nor by resume, report, retry and rescore; --fresh asks all anew', async () => {
    const chat = [...four, '--system', 'compatible/perfect', 'compatible/forgetful']
    const first = await rapport(...chat)
    expect(first.code).toBe(0)
    expect(server.stats()).toMatchObject({ requests: 8, distinct: 8 })
    const again = await rapport(...chat)
    expect(readDocument(again.out).results).toEqual(readDocument(first.out).results)
    for (const command of ['resume', 'report', 'rescore', 'retry']) {
      const { code, out } = await rapport(command, 'latest', '--json')
      expect(code).toBe(0)
      expect(readDocument(out).results).toEqual(readDocument(first.out).results)
    }
    expect(server.stats().requests).toBe(8)
    expect(await rapport(...chat, '--fresh')).toMatchObject({ code: 0 })
    expect(server.stats()).toMatchObject({ requests: 16, distinct: 8 })
  })

  it('give verdicts once: a second run asks a judge only its probes, to see whether it moved', async () => {
    await rapport(...judged)
    const once = server.stats()
    const probes = (once.byModel['judge-fair'] ?? Number.NaN) - 4
    expect(probes).toBeGreaterThan(0)
    await rapport(...judged)
    expect(server.stats().byModel).toEqual({ perfect: 4, 'judge-fair': 4 + 2 * probes })
    expect(server.stats().distinct).toBe(once.distinct)
  })

  it('another judge costs no answer, and another model no answer of the first', async () => {
    await rapport(...judged)
    await rapport(...four, '--system', 'compatible/perfect', '--judge', 'compatible/judge-strict')
    expect(server.stats().byModel['perfect']).toBe(4)
    await rapport(...four, '--system', 'compatible/perfect', 'compatible/forgetful')
    expect(server.stats().byModel).toMatchObject({ perfect: 4, forgetful: 4 })
  })

  it('are asked as often as --repeat says, and every repeat counts', async () => {
    const repeated = [...four, '--system', 'compatible/perfect', '--repeat=3']
    const { code, out } = await rapport(...repeated)
    expect(code).toBe(0)
    expect(server.stats()).toMatchObject({ requests: 12, distinct: 4 })
    const row = resultOf(readDocument(out), 'compatible/perfect', 'answer-key@1 pass_rate')
    expect(row).toMatchObject({ value: 1, n: 4, repeats: { n: 3 } })
    await rapport(...repeated)
    expect(server.stats().requests).toBe(12)
  })
})

describe('--dry-run', () => {
  it('counts calls and tokens, names the hosts and sends nothing', async () => {
    const { code, out } = await rapport(
      'run',
      'alpsbench/extraction',
      '--limit=5',
      '--repeat=2',
      '--dry-run',
      '--system=compatible/perfect',
      '--judge=compatible/judge-fair',
    )
    expect(code).toBe(0)
    expect(out).toMatch(/compatible\/perfect +10 +[1-9]\d{3,} +[1-9]\d{2,} +[1-9]\d{3,} +no price/)
    expect(out).toContain(`127.0.0.1:${server.port} (this machine)`)
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      '(this machine) would get dialogues and memories; queries, gold and answers, for compatible/',
    )
    expect(out).toContain('Nothing was sent.')
    expect(server.stats().requests).toBe(0)
    expect((await rapport('report')).code).toBe(2)
  })
})

describe('probes of judges', () => {
  const judgedBy = (judge: string, ...more: string[]) =>
    rapport(...run, '--limit=2', '--system', 'compatible/perfect', '--judge', `compatible/${judge}`, ...more)

  // Hard rules in code stop the lenient judge on some answers.
  it.each([
    ['judge-fair', 'none', 'none', 0],
    ['judge-lenient', 'most', 'none', 3],
    ['judge-strict', 'none', 'all', 3],
  ] as const)(
    '%s wrongly accepts %s and rejects %s: --fail-on probe ends with %i',
    async (judge, accepts, rejects, code) => {
      const ended = await judgedBy(judge, '--json', '--fail-on', 'probe')
      expect(ended.code).toBe(code)
      expect(ended.err).toBe(
        code === 0
          ? ''
          : `rapport: a condition of --fail-on is met: probe: compatible/${judge} under judge-persona@1\n`,
      )
      const [card] = readDocument(ended.out).judges
      if (card === undefined) throw new Error('no judge')
      const { falseAccept, falseReject } = card
      expect(falseAccept.n).toBeGreaterThan(0)
      expect(falseReject.n).toBeGreaterThan(0)
      if (accepts === 'most') expect(falseAccept.errors * 2).toBeGreaterThan(falseAccept.n)
      else expect(falseAccept.errors).toBe(0)
      expect(falseReject.errors).toBe(rejects === 'all' ? falseReject.n : 0)
      expect(card.state).toBe(code === 0 ? 'passed' : 'failed')
    },
  )

  it('stand beside the figures, with a warning where a judge failed', async () => {
    const { out } = await judgedBy('judge-lenient')
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /Judge compatible\/judge-lenient under judge-persona@1, on probes: wrongly accepted 6 of 8, wrongly rejected 0 of \d+\. PROBE FAILURE/,
    )
  })
})
