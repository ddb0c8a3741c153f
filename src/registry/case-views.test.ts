import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { Case } from '../core/case.ts'
import { plainView, type ViewBlock } from '../core/case-view.ts'
import type { Json } from '../core/json.ts'
import { benchmarks, tracks } from './benchmarks.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const context = {
  home: join(tmpdir(), 'no-such-home'),
  sample: join(root, 'sample'),
  workingDirectory: root,
}
const options = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 1,
} as const

async function casesOf(track: string): Promise<Case[]> {
  const benchmark = benchmarks.find(({ tracks: own }) => own.some(({ id }) => id === track))
  const dataset = await benchmark?.open('sample', context)
  const cases: Case[] = []
  for await (const subject of dataset?.cases(track, options) ?? []) cases.push(subject)
  return cases
}

function textsOf(value: Json, name = ''): string[] {
  // What a model thought when it wrote a memory down stays in the raw row.
  if (typeof value === 'string') return ['role', 'reasoning'].includes(name) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]: [string, Json]) => textsOf(field, key))
}

function shownIn(blocks: readonly ViewBlock[]): string {
  return JSON.stringify(blocks)
}

/** Words of the data that are no text: kinds, labels and ids are shown as such or not at all. */
const isText = (text: string): boolean => text.length > 12 && text.includes(' ')

describe.each(tracks.map((track) => [track.id, track] as const))('%s', (id, track) => {
  const view = track.caseView ?? plainView

  it('shows every text of the input and of the gold, under names of their own', async () => {
    const cases = await casesOf(id)
    expect(cases.length).toBeGreaterThan(0)
    for (const subject of cases) {
      const [input, gold] = [view.input(subject), view.gold(subject)]
      for (const text of textsOf(subject.input).filter(isText))
        expect(shownIn(input)).toContain(JSON.stringify(text).slice(1, -1))
      const blocks = [...input, ...(view.background?.(subject) ?? []), ...gold]
      const names = blocks.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const block of blocks) {
        if (block.kind !== 'items') continue
        const keys = block.items.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
      }
      expect(view.title(subject)).not.toBe('')
    }
  })

  it('pairs all of the gold with an oracle, and nothing with an empty answer', async () => {
    const oracle = track.baselines.find(({ id: name }) => name === 'oracle')?.create({ seed: 1, states: [] })
    if (oracle === undefined || view.alignment === undefined) return
    for (const subject of await casesOf(id)) {
      const call = { repeat: 0, attempt: 1, fresh: null, signal: new AbortController().signal }
      const response = 'predictPrivileged' in oracle ? await oracle.predictPrivileged(subject, call) : null
      if (response === null) throw new Error('the oracle is privileged')
      const { prediction } = track.parse(response, subject.input)
      for (const name of track.scorerNames) {
        const scorer = track.scorer(name, { matcher: 'greedy' })
        const detail = scorer.score(prediction, subject).detail ?? null
        const paired = view.alignment(name, detail, subject, prediction)
        if (paired === null) continue
        expect([name, subject.id, paired.missing, paired.extra]).toEqual([name, subject.id, [], []])
        const items = view.gold(subject).find((block) => block.name === paired.gold)
        expect(items?.kind === 'items' && items.items.length).toBe(paired.pairs.length)
        const nothing = { memory_items: [] }
        const empty = view.alignment(name, scorer.score(nothing, subject).detail ?? null, subject, nothing)
        expect(empty?.pairs).toEqual([])
        expect(empty?.missing).toHaveLength(paired.pairs.length)
      }
    }
  })
})

it('a value without a view is shown by its shape', () => {
  const subject = {
    input: {
      history: [
        { role: 'user', content: 'a' },
        { role: 'x', text: 'b' },
      ],
      notes: ['one', 'two'],
      odd: [1, { role: 'user' }],
      ask: 'why?',
    },
  }
  const shaped = { id: 'a', hash: '', cluster: '', gold: null, row: {}, tags: {}, weight: 1, recordings: {} }
  expect(plainView.input({ ...shaped, ...subject })).toMatchObject([
    {
      kind: 'dialogue',
      turns: [
        { role: 'user', text: 'a' },
        { role: 'x', text: 'b' },
      ],
    },
    { kind: 'items', items: [{ text: 'one' }, { text: 'two' }] },
    { kind: 'json' },
    { kind: 'text', text: 'why?' },
  ])
  expect(plainView.gold({ ...shaped, ...subject })).toEqual([])
  expect(plainView.title({ ...shaped, ...subject })).toBe('a')
})
