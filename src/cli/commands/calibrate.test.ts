import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseCsv } from '../../io/csv-reader.ts'
import { csvRecord } from '../../io/csv.ts'
import { readCalibration } from '../../judges/calibration/label-store.ts'
import { openStore } from '../../store/index.ts'
import type { ScriptedServer } from '../../testing/scripted-server/index.ts'
import { calibrationDocumentSchema, estimateSchema } from '../testing/calibration-document.ts'
import { makeFolder } from '../testing/cli.ts'
import { liveCommand, startSampleServer } from '../testing/live.ts'

const TRACK = 'alpsbench/utilization/persona'
const SYSTEMS = ['compatible/perfect', 'compatible/forgetful', 'compatible/ignores-memory']

let server: ScriptedServer
let folder: ReturnType<typeof makeFolder>
let run = ''
const go = (...argv: string[]) => liveCommand(folder.path, argv, { RAPPORT_BASE_URL: server.baseUrl })
const text = (name: string): string => readFileSync(join(folder.path, name), 'utf8')

/** Which system each item of a sample is of, and what the answer key says of it. */
async function hidden(): Promise<Map<string, { readonly system: string; readonly isRight: boolean }>> {
  const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
  try {
    const { samples } = await readCalibration(store, run)
    const key = new Map<string, boolean>()
    for await (const { system, case: id, repeat, instrument, outcome } of store.outcomes(run, {
      track: TRACK,
    })) {
      if (instrument !== 'answer-key@1' || outcome.status !== 'scored') continue
      key.set(JSON.stringify([system, id, repeat]), outcome.numerator === 1)
    }
    return new Map(
      samples.flatMap(({ items }) =>
        items.map(({ id, system, case: at, repeat }) => [
          id,
          { system, isRight: key.get(JSON.stringify([system, at, repeat])) === true },
        ]),
      ),
    )
  } finally {
    await store.close()
  }
}

/** Fills a copy of the labelling file by the answer key, with an error in every so-many-th item. */
async function fill(name: string, isWrongAt: (at: number) => boolean): Promise<void> {
  const truth = await hidden()
  const rows = parseCsv(
    text('labels.csv'),
    'labels.csv',
    ['item', 'language', 'shown', 'pass_rate', 'note'],
    ['item'],
  )
  const lines = rows.map(({ cells: { item = '' } }, at) => {
    const said = truth.get(item)?.isRight === true
    return csvRecord([item, said === isWrongAt(at) ? 'no' : 'yes'])
  })
  writeFileSync(join(folder.path, name), csvRecord(['item', 'pass_rate']) + lines.join(''))
}

async function report() {
  const { out, code, err } = await go('calibrate', 'report', 'latest', '--json')
  if (code !== 0) throw new Error(err)
  const document = calibrationDocumentSchema.parse(JSON.parse(out))
  const [track] = document.tracks
  const by = (judge: string) => {
    const found = track?.instruments.find((one) => one.by === `compatible/${judge}`)
    if (found === undefined) throw new Error(`no instrument of ${judge}`)
    return found
  }
  return { document, track, by }
}

beforeAll(async () => {
  server = await startSampleServer()
  folder = makeFolder()
  const judged = await go(
    'run',
    TRACK,
    '--system',
    ...SYSTEMS,
    '--repeat',
    '2',
    '--judge',
    'compatible/judge-fair',
    '--json',
  )
  if (judged.code !== 0) throw new Error(judged.err)
  run = z.object({ run: z.object({ id: z.string() }) }).parse(JSON.parse(judged.out)).run.id
  for (const judge of ['judge-lenient', 'judge-wavering']) {
    const more = await go('rejudge', 'latest', '--judge', `compatible/${judge}`, '--quiet', '--overview')
    if (more.code !== 0) throw new Error(more.err)
  }
}, 120_000)
afterAll(async () => {
  folder.remove()
  await server.close()
})

describe('a judge before anybody labelled', () => {
  it('is not calibrated, and the report says so', async () => {
    const { by } = await report()
    expect(by('judge-fair')).toMatchObject({
      missing: expect.stringContaining('no answers were drawn'),
      fields: [],
    })
    const { out } = await go('report', 'latest')
    expect(out).toContain('Not calibrated: no answers were drawn for labels (rapport calibrate sample).')
  })

  it('labels without a draw are refused', async () => {
    writeFileSync(join(folder.path, 'own.csv'), 'item,pass_rate\ni1,1\n')
    const { code, err } = await go('calibrate', 'labels', 'latest', 'own.csv', '--annotator', 'ada')
    expect(code).toBe(2)
    expect(err).toMatch(/no answers of run .* were drawn for labels/)
  })
})

describe('a draw', () => {
  it('shows neither systems nor verdicts, and says the chances', async () => {
    const { code, out } = await go(
      'calibrate',
      'sample',
      'latest',
      '--per-system',
      '30',
      '--seed',
      '3',
      '--out',
      'labels.csv',
    )
    expect(code).toBe(0)
    for (const system of SYSTEMS) expect(out).toContain(`${system}: 30 of 30 judged answers`)
    // Baselines and the oracle would flatter a judge.
    expect(out).not.toContain('baseline:')
    const file = text('labels.csv')
    expect(file.split('\r\n')[0]).toBe('item,language,shown,pass_rate,note')
    for (const word of ['compatible', 'perfect', 'forgetful', 'ignores-memory', 'judge', run]) {
      expect(file).not.toContain(word)
    }
    const order = [...(await hidden()).values()].map(({ system }) => system)
    expect(new Set(order.slice(0, 15)).size).toBe(3)
    expect(text('labels.guide.txt')).toContain('You judge whether an assistant knows its user')
  })

  it('is the same for the same seed, and overwrites nothing', async () => {
    const again = await go(
      'calibrate',
      'sample',
      'latest',
      '--per-system',
      '30',
      '--seed',
      '3',
      '--out',
      'again.csv',
    )
    expect(again.code).toBe(0)
    expect(text('again.csv')).toBe(text('labels.csv'))
    const { code, err } = await go(
      'calibrate',
      'sample',
      'latest',
      '--per-system',
      '30',
      '--out',
      'labels.csv',
    )
    expect(code).toBe(2)
    expect(err).toContain('is there already')
  })

  it('as JSON lines holds the same items', async () => {
    await go('calibrate', 'sample', 'latest', '--per-system', '30', '--seed', '3', '--out', 'items.jsonl')
    const rows = text('items.jsonl').trim().split('\n')
    expect(rows).toHaveLength(90)
    expect(JSON.parse(rows[0] ?? '')).toMatchObject({ labels: { pass_rate: null } })
  })

  it.each([
    [['--out', 'x.txt'], /neither a .csv nor a .jsonl/],
    [['--out', 'x.csv', '--system', 'compatible/perfekt'], /did you mean compatible\/perfect/],
    [['--out', 'x.csv', '--rubric', 'judge-person'], /did you mean judge-persona/],
    [['--out', 'x.csv', '--stratify', 'langage'], /did you mean language/],
    [['--out', 'x.csv', '--fields', 'warmth'], /fields are pass_rate/],
    [['--out', 'x.csv', '--track', 'cupid/inference'], /not judged on/],
  ])('%j is refused', async (options, message) => {
    const { code, err } = await go('calibrate', 'sample', 'latest', ...options)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  it('labels of another run are refused with their place', async () => {
    const first = run
    const other = await go(
      'run',
      TRACK,
      '--system',
      'compatible/perfect',
      '--judge',
      'compatible/judge-fair',
      '--limit',
      '4',
      '--quiet',
      '--overview',
    )
    expect(other.code).toBe(0)
    await go('calibrate', 'sample', 'latest', '--per-system', '4', '--out', 'other.csv')
    const { code, err } = await go('calibrate', 'labels', first, 'other.csv', '--annotator', 'ada')
    expect(code).toBe(2)
    expect(err).toMatch(/was drawn from run .*other\.csv:2:1, field item/s)
  })
})

describe('labels', () => {
  const labels = (file: string, who: string) => go('calibrate', 'labels', run, file, '--annotator', who)
  const reported = async () => {
    const { out, code, err } = await go('calibrate', 'report', run, '--json')
    if (code !== 0) throw new Error(err)
    return calibrationDocumentSchema.parse(JSON.parse(out)).tracks[0]?.instruments ?? []
  }
  const judgedBy = async (judge: string) => {
    const found = (await reported()).find((one) => one.by === `compatible/${judge}`)
    if (found === undefined) throw new Error(`no instrument of ${judge}`)
    return found
  }

  it('calibrate every judge of the rubric at once', async () => {
    await fill('ada.csv', () => false)
    const { code, out } = await labels('ada.csv', 'ada')
    expect(code).toBe(0)
    expect(out).toContain('90 labels taken in')
    expect(out).toContain('ada: 90 of 90 drawn answers')
    const fair = await judgedBy('judge-fair')
    expect(fair.fields).toMatchObject([{ metric: 'pass_rate', labelled: 90, annotators: ['ada'] }])
    expect(fair.fields[0]?.accuracy).toMatchObject({ sensitivity: { value: 1 }, specificity: { value: 1 } })
    expect(fair.fields[0]?.languages.map(({ language }) => language)).toEqual(['en', 'zh'])
  })

  it('a judge that accepts everything has no specificity, and is named in the report, by probes too', async () => {
    const lenient = await judgedBy('judge-lenient')
    const accuracy = lenient.fields[0]?.accuracy
    expect(accuracy?.specificity).toMatchObject({ value: 0 })
    expect(accuracy?.specificity?.high).toBeLessThan(0.3)
    expect(accuracy?.counts.tn).toBe(0)
    expect(lenient.fields[0]?.corrections.every(({ corrected }) => corrected === null)).toBe(true)
    const { out } = await go('report', run)
    const said = out.replaceAll(/\s+/g, ' ')
    expect(said).toContain('CALIBRATION FAILURE: it accepts more than 20 % of wrong answers')
    expect(said).toContain(
      'Judge compatible/judge-lenient under judge-persona@1, on probes: wrongly accepted 6 of 8',
    )
    expect(said.match(/CALIBRATION FAILURE/g)).toHaveLength(1)
  })

  it('correct a system that is right in part, and say what others lack', async () => {
    const { fields } = await judgedBy('judge-fair')
    const bySystem = new Map(fields[0]?.corrections.map((one) => [one.system, one]))
    const forgetful = bySystem.get('compatible/forgetful')
    expect(forgetful?.corrected).not.toBeNull()
    expect(forgetful?.corrected?.value).toBeCloseTo(forgetful?.uncorrected.value ?? -1, 6)
    expect(bySystem.get('compatible/perfect')).toMatchObject({
      corrected: null,
      missing: expect.stringContaining('0 of the 10 labelled answers of each kind that are needed'),
    })
  })

  it('of a second person give the ceiling, and ties are nobody’s', async () => {
    await fill('bo.csv', (at) => at % 10 === 0)
    expect((await labels('bo.csv', 'bo')).code).toBe(0)
    const { fields } = await judgedBy('judge-fair')
    expect(fields[0]).toMatchObject({ labelled: 81, annotators: ['ada', 'bo'] })
    expect(fields[0]?.agreement.people?.value).toBeGreaterThan(0.6)
    expect(fields[0]?.agreement.people?.value).toBeLessThan(0.95)
  })

  it('the same again changes nothing', async () => {
    const { out } = await labels('bo.csv', 'bo')
    expect(out).toContain(
      '0 labels taken in, 0 in place of earlier ones of the same person, 90 were there already',
    )
  })

  it('are shown for people too, within the width', async () => {
    const { out } = await liveCommand(folder.path, ['calibrate', 'report', run], { COLUMNS: '80' })
    expect(out).toContain('people reject')
    expect(out).toContain('This is agreement with a program, not accuracy.')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })
})

describe('asking again', () => {
  const again = (...options: string[]) => go('calibrate', 'stability', run, '--per-system', '10', ...options)

  it('says what it would cost, and sends nothing', async () => {
    const before = server.stats().requests
    const { out, code } = await again('--dry-run', '--times', '3')
    expect(code).toBe(0)
    expect(out).toContain('compatible/judge-wavering would be asked 90 times (30 questions, 3 times each)')
    expect(out).toContain('Nothing was sent.')
    expect(server.stats().requests).toBe(before)
  })

  it('keeps to a limit of money: a model without a price is not asked', async () => {
    const { code, err } = await again('--max-cost', '1', '--quiet')
    expect(code).toBe(1)
    expect(err).toMatch(/price/)
  })

  it('never takes an earlier reply, and finds the judge that wavers', async () => {
    const before = server.stats().requests
    const { out, code, err } = await again('--times', '3', '--json', '--quiet')
    expect(err).toBe('')
    expect(code).toBe(0)
    expect(server.stats().requests).toBe(before + 3 * 30 * 3)
    const { tracks } = z
      .object({
        tracks: z.array(
          z.object({
            judges: z.array(
              z.object({
                label: z.string(),
                fields: z.array(z.object({ all: z.object({ share: estimateSchema, answers: z.number() }) })),
              }),
            ),
          }),
        ),
      })
      .parse(JSON.parse(out))
    const shares = new Map(tracks[0]?.judges.map(({ label, fields }) => [label, fields[0]?.all]))
    expect(shares.get('judge-persona@1 (judge-fair)')).toMatchObject({ answers: 30, share: { value: 0 } })
    expect(shares.get('judge-persona@1 (judge-lenient)')).toMatchObject({ answers: 30, share: { value: 0 } })
    // How often it turns depends on the order in which questions reach it; the steady ones never do.
    expect(shares.get('judge-persona@1 (judge-wavering)')?.share.value).toBeGreaterThan(0)
  })

  it('is in the ledger under a name of its own', async () => {
    const store = await openStore(join(folder.path, '.rapport', 'rapport.db'))
    const totals = await store.callTotals(run)
    await store.close()
    const asked = totals.filter(({ purpose }) => purpose === 'retest:judge-persona')
    expect(asked.map(({ model, calls }) => [model, calls])).toEqual([
      ['compatible/judge-fair', 90],
      ['compatible/judge-lenient', 90],
      ['compatible/judge-wavering', 90],
    ])
  })

  it('stays in the store: the report shows it, with flips across models from stored verdicts', async () => {
    const { out } = await go('report', run)
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/Asked again it says something else in 0\.[0-9]+ \[/)
    const said = await go('calibrate', 'report', run, '--json')
    const across = calibrationDocumentSchema.parse(JSON.parse(said.out)).tracks[0]?.across ?? []
    expect(across.map((one) => one.across)).toEqual(['models', 'models', 'models'])
    expect(across[0]?.flips.share.value).toBeGreaterThan(0.3)
  })

  it('can be another judge, whose verdicts the run does not know', async () => {
    const { out, code } = await again('--judge', 'compatible/judge-strict', '--times', '2')
    expect(code).toBe(0)
    // Against a judge that the run has: what each said first.
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /\(judge-fair\) against judge-persona@1 \(judge-strict\) on pass_rate: flips 0\.[1-9]/,
    )
  })
})
