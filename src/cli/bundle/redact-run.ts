import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRedactor, type Redactor } from '../../bundle/redact.ts'
import type { Case } from '../../core/case.ts'
import type { RunEvent } from '../../core/events.ts'
import { isJsonObject, type Json } from '../../core/json.ts'
import type { RunRecord } from '../../core/run.ts'
import { scoreResultJson, scoreResultSchema } from '../../core/score-result.ts'
import type { StageFailure, StageResult } from '../../core/store.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { homeOf, type CliContext } from '../context.ts'
import type { RunCopy } from './copy-run.ts'

/** Where the salt of this home lies; it never goes into a bundle. */
export const SALT_FILE = 'redaction-salt'

/** The salt of this home, made when it is first needed: redacting twice gives the same bundle. */
export async function saltOf(context: Pick<CliContext, 'env' | 'cwd'>): Promise<string> {
  const path = join(homeOf(context), SALT_FILE)
  try {
    const salt = (await readFile(path, 'utf8')).trim()
    if (salt.length >= 32) return salt
  } catch {
    // None yet.
  }
  const salt = randomBytes(32).toString('hex')
  await writeTextFile(path, `${salt}\n`)
  return salt
}

/** Puts salted hashes where a run has texts, ids of cases and clusters. */
export function redactedRun(run: RunRecord, salt: string): RunCopy {
  const redactor = createRedactor(salt)
  const id = (text: string): string => redactor.name('case', text)
  const failure = (failed: StageFailure): StageFailure => ({
    ...failed,
    message: redactor.name('redacted', failed.message),
  })
  return {
    record: redactedRecord(run, redactor),
    case: (subject) => redactedCase(subject, redactor),
    result: (result) => redactedResult(result, redactor),
    reference: (reference) => ({
      ...reference,
      case: id(reference.case),
      fingerprint: redactor.hash(reference.fingerprint),
      failure: reference.failure === null ? null : failure(reference.failure),
    }),
    outcome: (row) => ({
      ...row,
      case: id(row.case),
      outcome:
        row.outcome.status === 'failed'
          ? { ...row.outcome, message: redactor.name('redacted', row.outcome.message) }
          : row.outcome,
    }),
    event: (event) => redactedEvent(event, redactor),
    call: (entry) => ({
      ...entry,
      detail: entry.detail === null ? null : redactor.word(entry.detail),
      request: redactor.hash(entry.request),
      ...(entry.about === undefined ? {} : { about: { ...entry.about, case: id(entry.about.case) } }),
    }),
  }
}

/** Fitted states and prompts of the user's own are texts too. */
function redactedRecord(run: RunRecord, redactor: Redactor): RunRecord {
  const { spec } = run
  const { ids, where } = spec.data
  const { systemPrompt } = spec.models
  return {
    ...run,
    spec: {
      ...spec,
      data: {
        ...spec.data,
        ids: ids === null ? null : ids.map((one) => redactor.name('case', one)),
        where: where.map(({ tag, value }) => ({ tag: redactor.word(tag), value: redactor.word(value) })),
      },
      models: {
        ...spec.models,
        systemPrompt: systemPrompt === null ? null : redactor.name('redacted', systemPrompt),
      },
      tracks: spec.tracks.map((track) => ({
        ...track,
        systems: track.systems.map((system) => ({ ...system, states: [] })),
      })),
    },
  }
}

function redactedCase(subject: Case, redactor: Redactor): Case {
  const stand = (value: Json): Json => ({ redacted: redactor.hash(value) })
  const { input, background, gold, row, tags, recordings } = subject
  return {
    ...subject,
    id: redactor.name('case', subject.id),
    cluster: redactor.name('cluster', subject.cluster),
    input: stand(input),
    ...(background === undefined ? {} : { background: stand(background) }),
    gold: gold === null ? null : stand(gold),
    row: { redacted: redactor.hash(row) },
    tags: Object.fromEntries(
      Object.entries(tags).map(([tag, values]) => [
        redactor.word(tag),
        values.map((value) =>
          namesCase(value, subject) ? redactor.name('redacted', value) : redactor.word(value),
        ),
      ]),
    ),
    recordings: Object.fromEntries(
      Object.entries(recordings).map(([name, { raw }]) => [
        name,
        { raw: raw === null ? null : redactor.name('redacted', raw) },
      ]),
    ),
  }
}

/** Whether a tag's value is the case's id, its cluster, or a part of the id that tells whose it is. */
function namesCase(value: string, { id, cluster }: Pick<Case, 'id' | 'cluster'>): boolean {
  return value === cluster || value === id || (/\d/.test(value) && value.length > 3 && id.includes(value))
}

/** Scores keep their numbers; of everything else the form is left. */
function redactedResult(result: StageResult, redactor: Redactor): StageResult {
  const scored = result.stage === 'score' ? scoreResultSchema.safeParse(result.output) : undefined
  return {
    ...result,
    fingerprint: redactor.hash(result.fingerprint),
    outputHash: redactor.hash(result.outputHash),
    output:
      scored?.success === true
        ? scoreResultJson({
            metrics: scored.data.metrics,
            ...(scored.data.items === undefined
              ? {}
              : {
                  items: scored.data.items.map((item) => ({
                    ...item,
                    tags: Object.fromEntries(
                      Object.entries(item.tags).map(([tag, value]) => [
                        redactor.word(tag),
                        redactor.word(value),
                      ]),
                    ),
                  })),
                }),
            ...(scored.data.detail === undefined ? {} : { detail: redactor.shape(scored.data.detail) }),
          })
        : shapeOf(result.output, redactor),
  }
}

/** Words of a closed list that readers of memory stages go by. */
const CLOSED = new Set(['form', 'status', 'kind', 'fault', 'reason', 'by', 'state'])
const CLOSED_WORD = /^[a-z][a-z-]{0,24}$/

function shapeOf(output: Json, redactor: Redactor): Json {
  const shaped = redactor.shape(output)
  if (!isJsonObject(output) || !isJsonObject(shaped)) return shaped
  return Object.fromEntries(
    Object.entries(shaped).map(([key, value]) => {
      const before = output[key]
      const isWord = CLOSED.has(key) && typeof before === 'string' && CLOSED_WORD.test(before)
      return [key, isWord ? before : value]
    }),
  )
}

/** What people and judges wrote is left out; what a run tells of itself stays without messages. */
function redactedEvent(event: RunEvent, redactor: Redactor): RunEvent | null {
  switch (event.type) {
    case 'calibration-sample':
    case 'human-labels':
    case 'retest':
      return null
    case 'stage-failed':
      return {
        ...event,
        case: redactor.name('case', event.case),
        message: redactor.name('redacted', event.message),
      }
    case 'warning':
      return { ...event, message: redactor.name('redacted', event.message) }
    case 'memory-checks':
    case 'run-started':
    case 'track-started':
    case 'progress':
    case 'track-finished':
    case 'instrument':
    case 'probes':
    case 'prices':
    case 'looked':
    case 'run-finished':
      return event
    default:
      // An event of a later version may hold texts.
      return null
  }
}
