import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { instanceTypes } from '../shapes.ts'
import { decodeName, encodeName, instanceName } from './folder-names.ts'
import { readResultsFolder } from './read-results.ts'
import { resultFile, type OwnResult } from './result-file.ts'
import { writeResultsFolder } from './write-results.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-results-'))
})
afterEach(() => rm(folder, { recursive: true }))

const result: OwnResult = {
  gold: { preference: 'g', checklist: ['g1', 'g2'] },
  inference: { preference: 'p', checklist: ['p1'], inferredInGold: [0.5], goldInInferred: [1, 0] },
  request: 'é🙂',
  generation: { answer: 'a', judged: { score: 8.5, analysis: 'fine' } },
}
const one = (name: string, own: OwnResult = result) => new Map([[name, resultFile(own)]])

describe('a results folder of ours', () => {
  it('is laid out as the original code does it', async () => {
    const path = await writeResultsFolder(folder, 'm', one('1+baker+changing'))
    expect(path).toBe(join(folder, 'm'))
    expect(await readdir(folder)).toEqual(['m'])
    expect((await readdir(path)).toSorted()).toEqual(['1+baker+changing.json', 'results.json'])
    const text = await readFile(join(path, '1+baker+changing.json'), 'utf8')
    expect(text).toContain('\n    "inference": {\n        "inferred": {')
    expect(text).toContain(String.raw`"user_request": "\u00e9\ud83d\ude42"`)
    expect(await readFile(join(path, 'results.json'), 'utf8')).toBe(`{
  "inference": {
    "precision": 0.5,
    "recall": 0.5,
    "f1": 0.5,
    "n_true_matched": 1,
    "n_predicted_matched": 0.5,
    "n_true": 2,
    "n_predicted": 1
  },
  "generation": {
    "average_score": 8.5,
    "n_instances": 1
  }
}`)
  })

  it.each<[what: string, own: Partial<OwnResult>, inference: string, generation: string]>([
    ['all done', {}, 'ok', 'ok'],
    ['overflows', { inference: 'overflow', generation: 'overflow' }, 'overflow', 'overflow'],
    ['tasks that were not run', { inference: null, generation: null }, 'pending', 'pending'],
    [
      'what could not be measured',
      {
        inference: { preference: 'p', checklist: ['p1'], inferredInGold: null, goldInInferred: [1, 0] },
        generation: { answer: 'a', judged: null },
      },
      'pending',
      'pending',
    ],
    [
      'an unreadable checklist',
      { inference: { preference: 'p', checklist: null, inferredInGold: null, goldInInferred: null } },
      'pending',
      'ok',
    ],
    [
      'an empty checklist',
      { inference: { preference: 'p', checklist: [], inferredInGold: [], goldInInferred: null } },
      'ok',
      'ok',
    ],
  ])('keeps the state of %s', async (_what, own, inference, generation) => {
    await writeResultsFolder(folder, 'm', one('a+changing', { ...result, ...own }))
    const [model] = await readResultsFolder(folder)
    expect(model?.instances).toMatchObject([
      { inference: { status: inference }, generation: { status: generation } },
    ])
    // No state of ours makes the original code fall over a row without label.
    if (inference === 'ok') expect(model?.reference.inference).toMatchObject({ status: 'figures' })
  })

  it('is never mixed with another one', async () => {
    await writeResultsFolder(folder, 'm', one('a+changing'))
    await expect(writeResultsFolder(folder, 'm', one('b+changing'))).rejects.toMatchObject({
      rule: 'not-empty',
    })
    expect((await readdir(join(folder, 'm'))).toSorted()).toEqual(['a+changing.json', 'results.json'])
  })

  it.each<[what: string, model: string, names: readonly string[]]>([
    ['no model name', '', ['a']],
    ['a name that is too long', 'm', ['é'.repeat(50)]],
    ['names that differ in case only', 'm', ['a+changing', 'A+changing']],
    ['the name of the summary', 'm', ['results']],
  ])('refuses %s and leaves nothing behind', async (_what, model, names) => {
    const files = new Map(names.map((name) => [name, resultFile(result)]))
    await expect(writeResultsFolder(folder, model, files)).rejects.toMatchObject({ rule: 'bad-name' })
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses scores that are none', () => {
    const judged = { score: Number.NaN, analysis: '' }
    expect(() => resultFile({ ...result, generation: { answer: 'a', judged } })).toThrow(RangeError)
    const inference = { preference: 'p', checklist: ['p1'], inferredInGold: [], goldInInferred: [0, 0] }
    expect(() => resultFile({ ...result, inference })).toThrow(RangeError)
  })
})

const score = fc.constantFrom(0, 0.5, 1)
const checked = fc.array(fc.tuple(fc.string(), score), { maxLength: 4 })
const own = fc
  .tuple(checked, checked, fc.string(), fc.string(), fc.double({ min: 1, max: 10, noNaN: true }))
  .map(([inferred, gold, preference, answer, judged]): OwnResult => ({
    gold: { preference: 'g', checklist: gold.map(([entry]) => entry) },
    inference: {
      preference,
      checklist: inferred.map(([entry]) => entry),
      inferredInGold: inferred.map(([, value]) => value),
      goldInInferred: gold.map(([, value]) => (inferred.length === 0 ? 0 : value)),
    },
    request: 'r',
    generation: { answer, judged: { score: judged, analysis: answer } },
  }))
const name = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .filter((text) => encodeName(text).length < 200)

describe('names of files', () => {
  it.each([
    ['openai/gpt-4', 'openai%2Fgpt-4'],
    ['..', '%2E%2E'],
    ['148+real_estate_developer+changing', '148+real_estate_developer+changing'],
    ['p.x', 'p%2Ex'],
    ['é\\', '%C3%A9%5C'],
  ])('%j is %j', (text, file) => {
    expect(encodeName(text)).toBe(file)
  })

  it('are read back, and hold no separator and no dot', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(decodeName(encodeName(text))).toBe(text)
        expect(encodeName(text)).toMatch(/^[\w+=,@%-]+$/)
      }),
    )
  })

  it('that we do not write are their own names', () => {
    for (const file of ['p.x+changing', '100%', '%2e', 'a%20b/']) expect(decodeName(file)).toBe(file)
  })
})

describe('a round trip', () => {
  it('brings back model, instances and figures; the original code comes to the same summary', async () => {
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.uniqueArray(fc.tuple(name, fc.constantFrom(...instanceTypes)), {
          minLength: 1,
          maxLength: 4,
          selector: ([persona, type]) => instanceName(persona, type).toLowerCase(),
        }),
        fc.array(own, { minLength: 4, maxLength: 4 }),
        async (model, keys, results) => {
          const root = await mkdtemp(join(folder, 'trip-'))
          const files = new Map(
            keys.map(([persona, type], place) => [
              instanceName(persona, type),
              resultFile(results[place] ?? result),
            ]),
          )
          await writeResultsFolder(root, model, files)
          const [found, ...more] = await readResultsFolder(root)
          expect(more).toEqual([])
          expect(found?.model).toBe(model)
          expect(found?.instances.map(({ name: stored }) => stored).toSorted()).toEqual(
            [...files.keys()].toSorted(),
          )
          expect([found?.quarantined, found?.collisions]).toEqual([[], []])
          const { inference } = storedSchema.parse(found?.stored)
          expect(found?.reference.inference).toEqual({
            status: 'figures',
            summary: { inference },
          })
          expect(found?.strict.inference.primary.precision?.value ?? 0).toBeCloseTo(inference.precision)
          expect(found?.strict.inference.primary.recall?.value ?? 0).toBeCloseTo(inference.recall)
        },
      ),
      { numRuns: 40 },
    )
  })
})

const storedSchema = z.object({ inference: z.looseObject({ precision: z.number(), recall: z.number() }) })
