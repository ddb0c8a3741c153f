import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import { instanceTypes } from '../shapes.ts'
import { originalFigures, type ReplayOptions, type ReplayRow, type StoredReply } from './original-figures.ts'
import type { CallKind, ResultFiles } from './evaluation.ts'
import { readResultsFolder } from './read-results.ts'
import { writeResultsFolder } from './write-results.ts'

const rows = (labels: readonly string[]) =>
  JSON.stringify({ results: labels.map((label, place) => ({ index: place + 1, label })) })

const good: Readonly<Record<CallKind, StoredReply>> = {
  infer: { text: '### Most Likely Preference\nKeep it short.' },
  decompose: { text: '{"checklist": ["Is it short?"]}' },
  infer_to_gt: { text: rows(['Fully Covered']) },
  gt_to_infer: { text: rows(['Fully Covered', 'Not Covered']) },
  generate: { text: 'A note.' },
  judge: { text: '### Evaluation Score\n8.9' },
}

function data(personas: number, replies: ReplayRow['replies'] = good): ReplayRow[] {
  return Array.from({ length: personas }, (_, number) =>
    instanceTypes.map((type) => ({
      persona: `${number}+baker`,
      type,
      sessions: [],
      request: 'Draft a note.',
      preference: 'Notes are brief.',
      checklist: ['Is it brief?', 'Is it a note?'],
      replies,
    })),
  ).flat()
}

const hub: ReplayOptions = { task: 'both', evaluator: 'judge', naming: 'persona' }
const overflow = { error: 'Error code: 400 - context_length_exceeded' }

const changed = (all: readonly ReplayRow[], at: number, replies: ReplayRow['replies']): ReplayRow[] =>
  all.map((row, place) => (place === at ? { ...row, replies: { ...row.replies, ...replies } } : row))

describe('what the original code would have reported', () => {
  it('is about 252 of 756 instances (D1), and an 8.9 is an 8 (D10)', async () => {
    const found = await originalFigures(data(252), hub)
    expect(found).toMatchObject({
      rows: 756,
      evaluated: 252,
      written: 252,
      missing: [],
      outcome: {
        status: 'figures',
        summary: {
          inference: { precision: 1, recall: 0.5, n_true: 504, n_predicted: 252 },
          generation: { average_score: 8, n_instances: 252 },
        },
      },
    })
  })

  it('is about all instances of a folder', async () => {
    const found = await originalFigures(data(4), { ...hub, naming: 'instance' })
    expect(found).toMatchObject({ rows: 12, evaluated: 12, written: 12 })
  })

  it.each<[what: string, replies: ReplayRow['replies'], outcome: object]>([
    [
      'an inference that overflows (D4)',
      { infer: overflow },
      { status: 'crash', kind: 'missing_label', defect: 'D3' },
    ],
    ['an empty checklist', { decompose: { text: '{"checklist": []}' } }, { status: 'crash', defect: 'D3' }],
    [
      'an answer that overflows',
      { generate: overflow },
      { status: 'crash', kind: 'unset_request', defect: 'D5' },
    ],
    [
      'a judge that says nan',
      { judge: { text: '### Evaluation Score\nnan' } },
      { status: 'crash', defect: 'D12' },
    ],
    [
      'rows under no name',
      { gt_to_infer: { text: '[]' } },
      { status: 'figures', summary: { inference: { precision: 2 / 3 } } },
    ],
    ['a reply that the run lacks', { judge: undefined }, { status: 'incomplete' }],
  ])('after %s', async (_what, replies, outcome) => {
    const found = await originalFigures(changed(data(1), 1, replies), { ...hub, naming: 'instance' })
    expect(found.outcome).toMatchObject(outcome)
  })

  it('lets the next row of the persona fill the place of a dropped one (D2)', async () => {
    const found = await originalFigures(changed(data(1), 0, { infer: { error: 'timeout' } }), hub)
    expect(found).toMatchObject({ evaluated: 2, written: 1, outcome: { status: 'figures' } })
  })

  it('drops a row whose inference cannot be read (D7)', async () => {
    const some = changed(data(2), 4, { infer: { text: 'no section' } })
    const found = await originalFigures(some, { ...hub, naming: 'instance' })
    expect(found).toMatchObject({
      rows: 6,
      written: 5,
      outcome: { summary: { generation: { n_instances: 5 } } },
    })
  })

  it('names the replies that the run lacks', async () => {
    const found = await originalFigures(changed(data(1), 1, { judge: undefined }), {
      ...hub,
      naming: 'instance',
    })
    expect(found.missing).toEqual([{ instance: '0+baker+contrastive', kind: 'judge' }])
  })
})

const label = fc.constantFrom('Fully Covered', 'Partially Covered', 'Not Covered', 'fully covered', 'Half')
const reply = (texts: fc.Arbitrary<string>): fc.Arbitrary<StoredReply> =>
  fc.oneof(
    { weight: 9, arbitrary: texts.map((text) => ({ text })) },
    { weight: 1, arbitrary: fc.constantFrom<StoredReply>({ error: 'timeout' }, overflow) },
  )
const anyRows = fc.array(label, { maxLength: 4 }).map(rows)
const replies = fc.record<Record<CallKind, StoredReply>>({
  infer: reply(fc.constantFrom('### Most Likely Preference\nShort.', 'nothing')),
  decompose: reply(fc.array(fc.string(), { maxLength: 3 }).map((checklist) => JSON.stringify({ checklist }))),
  infer_to_gt: reply(anyRows),
  gt_to_infer: reply(anyRows),
  generate: reply(fc.string()),
  judge: reply(
    fc.constantFrom(
      '### Evaluation Score\n7.5',
      '### Evaluation Score\n11',
      'none',
      '### Evaluation Score\n`4`',
    ),
  ),
})

function objects(files: ResultFiles): Map<string, JsonObject> {
  return new Map(
    Array.from(files, ([name, file]) => [name.slice(0, -'.json'.length), isJsonObject(file) ? file : {}]),
  )
}

describe('a replay', () => {
  it('comes to what the aggregate of the files that it wrote comes to, and strict figures of them stay within 0 and 1', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(replies, { minLength: 3, maxLength: 3 }),
        fc.constantFrom('inference', 'generation'),
        fc.constantFrom('persona', 'instance'),
        async (said, task, naming) => {
          const some = data(1).map((row, place) => ({ ...row, replies: said[place] ?? good }))
          const found = await originalFigures(some, { task, evaluator: 'judge', naming })
          fc.pre(found.written > 0)
          const folder = await mkdtemp(join(tmpdir(), 'rapport-replay-'))
          try {
            await writeResultsFolder(folder, 'm', objects(found.files))
            const [model] = await readResultsFolder(folder)
            // An answer that overflows ends the run before its aggregate.
            const isEnded = found.outcome.status === 'crash' && found.outcome.kind === 'unset_request'
            if (isEnded) expect(model?.instances.length).toBe(found.written)
            else if (found.outcome.status === 'crash') {
              expect(model?.reference[task]).toMatchObject({ status: 'crash', kind: found.outcome.kind })
            } else expect(model?.reference[task]).toEqual(found.outcome)
            for (const figures of [model?.strict.inference.primary, model?.strict.inference.pessimistic]) {
              for (const figure of [figures?.precision, figures?.recall, figures?.f1]) {
                if (figure === null || figure === undefined) continue
                expect(figure.value).toBeGreaterThanOrEqual(0)
                expect(figure.value).toBeLessThanOrEqual(1)
              }
            }
          } finally {
            await rm(folder, { recursive: true })
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
