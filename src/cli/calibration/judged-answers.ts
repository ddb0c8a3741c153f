import { z } from 'zod'
import { tagValues } from '../../core/case.ts'
import { UsageError } from '../../core/errors.ts'
import { isJsonObject, knownJson, type Json } from '../../core/json.ts'
import type { RunRecord, SystemRecord, TrackRecord } from '../../core/run.ts'
import { instrumentKey } from '../../core/scorer.ts'
import type { CaseSummary, Store } from '../../core/store.ts'
import type { Track } from '../../core/track.ts'
import { batches, latestReferences } from '../../reports/latest-references.ts'
import type { InstrumentFacts } from '../../reports/track-context.ts'
import { plainText } from '../../reports/format.ts'
import { plausibleLanguages } from '../../text/language.ts'
import type { CliContext } from '../context.ts'
import { modelKit } from '../models.ts'
import { judgingsOf, type Judging } from '../panels.ts'
import { trackOf } from '../rebuild-run.ts'
import { suggestion } from '../suggest.ts'
import { trackFactsOf } from '../track-facts.ts'

/** A rubric (or chain) under which answers of a track were judged, with all that judged under it. */
export interface JudgedRubric {
  readonly track: Track
  readonly record: TrackRecord
  readonly judging: Judging
  /** `judge-persona@1`. */
  readonly name: string
  /** As they are stored: one for each panel. */
  readonly instruments: readonly InstrumentFacts[]
}

/**
 * The rubrics that judged a run, track by track.
 * @throws UsageError when there is none, or a rubric has another version now: people would be asked something else
 */
export async function judgedRubrics(
  store: Store,
  run: RunRecord,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<readonly JudgedRubric[]> {
  const found = await rubricsToday(store, run, context)
  const other = found.find(({ instruments, name }) =>
    instruments.some((one) => `${one.name}@${one.version}` !== name),
  )
  if (other !== undefined) {
    throw new UsageError(
      `run ${run.id} was judged under another version of ${other.name}`,
      `judge it anew with: rapport rescore ${run.id}`,
    )
  }
  if (found.length === 0) {
    throw new UsageError(
      `no judge has judged run ${run.id}`,
      `let one judge it: rapport rejudge ${run.id} --judge <provider>/<model>`,
    )
  }
  return found
}

/** The same without those that changed since, for whoever only reads. */
export async function unchangedRubrics(
  store: Store,
  run: RunRecord,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<readonly JudgedRubric[]> {
  return (await rubricsToday(store, run, context)).filter(({ instruments, name }) =>
    instruments.every((one) => `${one.name}@${one.version}` === name),
  )
}

async function rubricsToday(
  store: Store,
  run: RunRecord,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<readonly JudgedRubric[]> {
  const { pack } = await modelKit(run.spec.models, context, 'recorded')
  const { tracks } = await trackFactsOf(store, run, context)
  return run.spec.tracks.flatMap((record, place) => {
    const track = trackOf(record)
    const instruments = (tracks[place]?.scorers ?? []).filter(({ judges }) => judges !== undefined)
    return judgingsOf(track, pack).flatMap((judging): JudgedRubric[] => {
      const own = instruments.filter(({ name }) => name === judging.name)
      if (own.length === 0) return []
      const { version } = judging.kind === 'chain' ? judging.chain : judging.rubric
      return [{ track, record, judging, name: `${judging.name}@${version}`, instruments: own }]
    })
  })
}

/** @throws UsageError for a track or rubric that did not judge the run */
export function chosenRubrics(
  all: readonly JudgedRubric[],
  { track, rubric }: { readonly track?: string | undefined; readonly rubric?: string | undefined },
): readonly JudgedRubric[] {
  const refuse = (what: string, word: string, known: readonly string[]): never => {
    throw new UsageError(
      `the run was not judged ${what} ${JSON.stringify(plainText(word))}`,
      suggestion(word, [...new Set(known)], 'rapport report <run>'),
    )
  }
  const onTrack = all.filter((one) => track === undefined || one.track.id === track)
  if (track !== undefined && onTrack.length === 0) {
    refuse(
      'on',
      track,
      all.map((one) => one.track.id),
    )
  }
  const known = onTrack.map(({ judging }) => judging.name)
  const chosen = onTrack.filter(({ judging, name }) => [judging.name, name, undefined].includes(rubric))
  if (rubric !== undefined && chosen.length === 0) refuse('under', rubric, known)
  return chosen
}

/** An answer of a run with what judges and scorers made of it. */
export interface JudgedAnswer {
  readonly system: string
  readonly kind: SystemRecord['kind']
  readonly subject: CaseSummary
  readonly repeat: number
  /** Fingerprint of the stage that read it. */
  readonly fingerprint: string
  /** Hash of what was read. */
  readonly answer: string
  /** The case's tag, else the language of the answer where its words leave no doubt; null: not known. */
  readonly language: string | null
  /** Characters (code points) of what the system said. */
  readonly length: number
  /** Values of the measured metrics by instrument key and metric. */
  readonly values: ReadonlyMap<string, Readonly<Record<string, number>>>
}

const parsedSchema = z.object({ prediction: knownJson })

/** All answers of a track that could be read, of its systems in their order; failed ones are not among them. */
export async function* judgedAnswers(
  store: Store,
  run: RunRecord,
  { record }: Pick<JudgedRubric, 'record'>,
): AsyncGenerator<JudgedAnswer> {
  const subjects = new Map<string, CaseSummary>()
  for await (const subject of store.caseSummaries(run.id, record.track)) subjects.set(subject.id, subject)
  for (const { id: system, kind } of record.systems) {
    const values = await valuesOf(store, run, record.track, system)
    const references = latestReferences(
      store.references(run.id, { track: record.track, system }),
      ({ stage, instrument, failure }) =>
        stage === 'parse' && instrument === '' && failure === null ? stage : null,
    )
    for await (const batch of batches(references)) {
      const results = await store.lookup(batch.map(({ fingerprint }) => fingerprint))
      for (const { case: id, repeat, fingerprint } of batch) {
        const subject = subjects.get(id)
        const result = results.get(fingerprint)
        if (subject === undefined || result === undefined) continue
        const said = saidIn(parsedSchema.parse(result.output).prediction)
        yield {
          system,
          kind,
          subject,
          repeat,
          fingerprint,
          answer: result.outputHash,
          language: tagValues(subject.tags, 'language')[0] ?? languageOf(said),
          length: Array.from(said).length,
          values: values.get(JSON.stringify([id, repeat])) ?? new Map(),
        }
      }
    }
  }
}

/** What was read of an answer. @throws Error when the store does not hold it */
export async function predictionOf(
  store: Store,
  { fingerprint }: Pick<JudgedAnswer, 'fingerprint'>,
): Promise<Json> {
  const result = (await store.lookup([fingerprint])).get(fingerprint)
  if (result === undefined) throw new Error(`the store has no result ${fingerprint}`)
  return parsedSchema.parse(result.output).prediction
}

/** Measured values of a system by case and repeat, then by instrument. */
async function valuesOf(
  store: Store,
  run: RunRecord,
  track: string,
  system: string,
): Promise<Map<string, Map<string, Record<string, number>>>> {
  const values = new Map<string, Map<string, Record<string, number>>>()
  for await (const row of store.outcomes(run.id, { track, system })) {
    const { outcome } = row
    if (outcome.status !== 'scored') continue
    const place = JSON.stringify([row.case, row.repeat])
    const own = values.get(place) ?? new Map<string, Record<string, number>>()
    values.set(place, own)
    const metrics = own.get(row.instrument) ?? {}
    own.set(row.instrument, metrics)
    metrics[row.metric] = outcome.numerator / outcome.denominator
  }
  return values
}

function languageOf(text: string): string | null {
  const [language, ...more] = plausibleLanguages(text) ?? []
  return language === undefined || more.length > 0 ? null : language
}

/** The answer's own words where a prediction has such a field, else all of its texts. */
function saidIn(prediction: Json): string {
  if (isJsonObject(prediction) && typeof prediction['answer'] === 'string') return prediction['answer']
  return textsIn(prediction).join('\n')
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one: Json) => textsIn(one))
}

/** Whether a judge gave an answer a value under any of these instruments. */
export function isJudged(answer: JudgedAnswer, instruments: readonly InstrumentFacts[]): boolean {
  return instruments.some((one) => answer.values.has(instrumentKey(one)))
}
