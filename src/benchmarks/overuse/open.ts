import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Case } from '../../core/case.ts'
import { checkShape } from '../../core/check-shape.ts'
import type { CaseOptions, Dataset, DatasetDescriptor, DatasetReport } from '../../core/dataset.ts'
import { InputError, UsageError } from '../../core/errors.ts'
import { FindingList } from '../../core/finding-list.ts'
import { isJsonObject } from '../../core/json.ts'
import type { OpenContext } from '../../core/track.ts'
import { readJsonl } from '../../io/jsonl.ts'
import { buildCases } from './build-cases.ts'
import { pairSchema, type Pair } from './shapes.ts'
import { TRACK } from './track.ts'

const views = ['as-published', 'every-pair'] as const

/**
 * `sample`, a JSONL file of pairs, or a folder with `pairs.jsonl`.
 * @returns null for anything else
 */
export async function openOveruse(word: string, context: OpenContext): Promise<Dataset | null> {
  if (word === 'sample') return dataset(word, join(context.sample, 'overuse', 'pairs.jsonl'), true)
  const path = resolve(context.workingDirectory, word)
  if (!existsSync(path)) return null
  const file = statSync(path).isDirectory() ? join(path, 'pairs.jsonl') : path
  if (!file.endsWith('.jsonl') || !existsSync(file) || !(await holdsPairs(file))) return null
  return dataset(word, file, false)
}

/** The first line tells: whether it is right is checked when it is read. */
async function holdsPairs(file: string): Promise<boolean> {
  try {
    for await (const { value } of readJsonl(file, { name: file }))
      return isJsonObject(value) && 'counterfactual' in value && 'irrelevant' in value
  } catch (error) {
    if (!(error instanceof InputError)) throw error
  }
  return false
}

function dataset(id: string, file: string, isSample: boolean): Dataset {
  const descriptor: DatasetDescriptor = {
    id,
    benchmark: 'overuse',
    title: isSample ? 'Rapport sample of paired queries' : 'Paired queries',
    source: isSample ? 'embedded' : file,
    revision: null,
    licence: isSample ? 'Apache-2.0' : 'none',
    attribution: isSample
      ? "Invented users, written for Rapport; no real user's text."
      : 'Of whoever made the file.',
    layout: isSample ? 'sample' : 'pairs',
    notes: isSample
      ? [
          'The sample is invented and small: it shows how things work and ranks nobody.',
          'Its pairs were written, and read again, by a model; no person has checked yet that the irrelevant queries are irrelevant.',
        ]
      : [],
  }
  async function* cases(track: string, options: CaseOptions): AsyncGenerator<Case> {
    refuse(track, options, id)
    for await (const { pair } of readPairs(file)) yield* buildCases(pair, options.view === 'every-pair')
  }
  return {
    descriptor,
    splits: [],
    views,
    async tracks(options) {
      refuse(TRACK, options, id)
      return [TRACK]
    },
    cases,
    async count(track, options) {
      let count = 0
      for await (const _ of cases(track, options)) count += 1
      return count
    },
    fitOptions: async () => null,
    check: () => check(descriptor, file),
  }
}

function refuse(track: string, { view, split }: CaseOptions, id: string): void {
  if (track !== TRACK) throw new UsageError(`${id} has no rows for ${track}`, `it has ${TRACK}`)
  if (!views.some((known) => known === view))
    throw new UsageError(`unknown view ${JSON.stringify(view)}`, `use one of ${views.join(', ')}`)
  if (split !== null)
    throw new UsageError(`${id} has no split ${JSON.stringify(split)}; it has no splits`, 'leave out --split')
}

/** @throws InputError for a line that breaks the format, and for an id that comes twice */
async function* readPairs(file: string): AsyncGenerator<{ pair: Pair; line: number }> {
  const seen = new Set<string>()
  for await (const { line, value } of readJsonl(file, { name: file })) {
    const pair = checkShape(pairSchema, value, { file, line })
    if (seen.has(pair.id))
      throw new InputError('duplicate-id', 'a pair comes more than once', {
        file,
        line,
        id: pair.id,
        field: 'id',
      })
    seen.add(pair.id)
    yield { pair, line }
  }
}

async function check(descriptor: DatasetDescriptor, file: string): Promise<DatasetReport> {
  const findings = new FindingList()
  const counts = { pairs: 0, checked: 0, with_claim: 0 }
  try {
    for await (const { pair, line } of readPairs(file)) {
      counts.pairs += 1
      counts.with_claim += Number(pair.claim !== undefined)
      counts.checked += Number(pair.checked !== undefined)
      if (pair.checked === undefined)
        findings.add('warning', 'unchecked-pair', 'nobody checked that the memory is irrelevant', {
          file,
          line,
          id: pair.id,
          field: 'checked',
        })
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    findings.addError(error)
  }
  return { dataset: descriptor, counts, findings: findings.findings }
}
