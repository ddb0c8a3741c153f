import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Case } from '../core/case.ts'
import type { CaseOptions } from '../core/dataset.ts'
import type { AnswerPlan } from '../core/memory-plan.ts'
import type { MemoryItem } from '../core/memory.ts'
import type { Track } from '../core/track.ts'
import { tracks } from '../registry/benchmarks.ts'
import {
  createAnswerBook,
  recallExpectations,
  startScriptedServer,
  type AnswerBookCase,
  type ScriptedServer,
} from '../testing/scripted-server/index.ts'
import { openDatasets } from './prepare-run.ts'

// Scripted models that are handed what a memory system found, from the prompt over HTTP to the score, on the sample.

const options: CaseOptions = {
  split: null,
  view: 'as-published',
  pools: 'original',
  rekey: false,
  rowBase: 'unique',
  seed: 0,
}
const completionSchema = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
})
const neededSchema = z.object({ selected_memory: z.object({ value: z.string() }).nullable() })
const cupidGold = z.object({
  type: z.string(),
  preference: z.string(),
  factor: z.string(),
  sessions: z.array(z.object({ factor: z.string(), preference: z.string() })),
})
const inferredSchema = z.object({
  preference: z.string(),
  evidence_sessions: z.array(z.number()).nullable(),
})

const cases = new Map<string, Case[]>()
let server: ScriptedServer

beforeAll(async () => {
  const book: AnswerBookCase[] = []
  for (const dataset of await openDatasets('sample', { env: {}, cwd: '.' })) {
    const present = await dataset.tracks(options)
    for (const { id } of tracks.filter((track) => present.includes(track.id))) {
      for await (const subject of dataset.cases(id, options)) {
        book.push({ track: id, input: subject.input, gold: subject.gold })
        cases.set(id, [...(cases.get(id) ?? []), subject])
      }
    }
  }
  server = await startScriptedServer({ answers: await createAnswerBook(book) })
})
afterAll(() => server.close())

function trackOf(id: string): Track & { readonly memory: AnswerPlan } {
  const track = tracks.find((one) => one.id === id)
  if (track?.memory?.use !== 'answer') throw new Error(`no answers from memories on ${id}`)
  return { ...track, memory: track.memory }
}

function item(text: string, sources: readonly string[] = []): MemoryItem {
  return { id: text.slice(0, 8), text, saidAt: null, happenedAt: null, sources, score: null, raw: null }
}

/** The prediction of a model that is shown these items, best first. */
async function predicted(
  track: ReturnType<typeof trackOf>,
  model: string,
  subject: Case,
  found: MemoryItem[],
) {
  const { messages, meta } = track.memory.prompt.build(track.memory.present(subject.input, found))
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages }),
  })
  if (response.status !== 200) throw new Error(await response.text())
  const { content } = completionSchema.parse(await response.json()).choices[0].message
  return track.parse({ form: 'text', text: content, meta }, subject.input).prediction
}

const unrelated = item('Once repainted a garden shed in two shades of green.')

describe.each(['persona', 'preference', 'reality', 'constraint', 'emotion'])('%s', (ability) => {
  const own = recallExpectations.filter((one) => one.ability === ability)
  it.each(own)(
    '$personality, whose context $context what it needs',
    async ({ personality, context, expected }) => {
      const track = trackOf(`alpsbench/utilization/${ability}`)
      const scorer = track.scorer('answer-key', { matcher: 'greedy' })
      const subjects = cases.get(track.id) ?? []
      let passed = 0
      for (const subject of subjects) {
        const value = neededSchema.parse(subject.gold).selected_memory?.value
        if (value === undefined) throw new Error(`${subject.id} needs nothing`)
        const found = context === 'has' ? [item(value), unrelated] : [unrelated]
        const prediction = await predicted(track, personality, subject, found)
        const score = scorer.score(prediction, subject).metrics['pass_rate']
        if (score === undefined || 'unscored' in score) throw new Error('no key')
        passed += score.numerator
      }
      expect(subjects.length).toBeGreaterThan(3)
      const share = passed / subjects.length
      expect(share).toBeGreaterThanOrEqual(expected[0])
      expect(share).toBeLessThanOrEqual(expected[1])
    },
  )
})

/** All that the user said, a message an item; from where, if they say. */
function spoken(subject: Case, isSourced: boolean): MemoryItem[] {
  return trackOf('cupid/inference')
    .memory.history(subject)
    .sessions.flatMap(({ id, messages }) =>
      messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => item(content, isSourced ? [id] : [])),
    )
    .toReversed()
}

describe('cupid/inference from memories', () => {
  const track = trackOf('cupid/inference')
  const answers = async (model: string, choose: (subject: Case) => MemoryItem[]) =>
    Promise.all(
      (cases.get(track.id) ?? []).map(async (subject) => ({
        gold: cupidGold.parse(subject.gold),
        said: inferredSchema.parse(await predicted(track, model, subject, choose(subject))),
        relevant: track.memory
          .evidence(subject)
          .flatMap(({ sessions }) => sessions.map((id) => Number(id.replace('session-', '')))),
      })),
    )

  it('perfect names the latest preference that the items tell, and their sessions', async () => {
    for (const { gold, said, relevant } of await answers('perfect', (one) => spoken(one, true))) {
      expect(said.preference).toBe(gold.preference)
      expect(said.evidence_sessions?.toSorted((a, b) => a - b)).toEqual(relevant)
    }
  })

  it('says that it does not know the sessions where no item names one', async () => {
    for (const { gold, said } of await answers('perfect', (one) => spoken(one, false))) {
      expect(said).toEqual({ preference: gold.preference, evidence_sessions: null })
    }
  })

  it('perfect knows what a writer made of the sessions, too', async () => {
    const written = (subject: Case) =>
      cupidGold
        .parse(subject.gold)
        .sessions.map(({ preference }, at) => item(preference, [`session-${at + 1}`]))
    for (const { gold, said, relevant } of await answers('perfect', written)) {
      expect(said.preference).toBe(gold.preference)
      expect(said.evidence_sessions).toEqual(relevant)
    }
  })

  it.each([
    ['nothing', () => []],
    ['something else', () => [unrelated]],
    ['the opening requests', (subject: Case) => openings(subject)],
  ] satisfies readonly (readonly [string, (subject: Case) => MemoryItem[]])[])(
    'knows no preference from %s',
    async (_, choose) => {
      for (const { gold, said } of await answers('perfect', choose)) {
        expect(said.preference).not.toBe(gold.preference)
        expect(said.evidence_sessions).toEqual([])
      }
    },
  )

  it('never-updates keeps the older preference of two', async () => {
    const found = await answers('never-updates', (one) => spoken(one, true))
    const changing = found.filter(({ gold }) => gold.type === 'changing')
    expect(changing.length).toBeGreaterThan(0)
    for (const { gold, said } of changing) {
      const first = gold.sessions.find(({ factor }) => factor === gold.factor)
      expect(said.preference).toBe(first?.preference)
    }
  })
})

function openings(subject: Case): MemoryItem[] {
  return trackOf('cupid/inference')
    .memory.history(subject)
    .sessions.map(({ id, messages }) => item(messages[0]?.content ?? '', [id]))
}
