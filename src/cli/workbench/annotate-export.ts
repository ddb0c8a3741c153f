import { finalOf, type Final } from '../../annotation/final.ts'
import { valueOf } from '../../annotation/judged-value.ts'
import {
  itemStandings,
  statedOf,
  type ItemStanding,
  type ProjectRecords,
} from '../../annotation/project-state.ts'
import type { AnswerBody, JudgeContent, MemoryCard, PinnedItem } from '../../core/annotation.ts'
import { UsageError } from '../../core/errors.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { jsonSchema } from '../../core/json.ts'
import type { VerifiedCase, VerifiedFile, VerifiedMemory } from '../../core/verification.ts'
import { csvRecord } from '../../io/csv.ts'
import { jsonlLine } from '../../io/jsonl-writer.ts'
import { tarOf } from '../../io/tar.ts'
import { findTrack } from '../../registry/benchmarks.ts'
import type { ExportForm } from '../../server/schemas/annotate.ts'
import type { Download } from '../../server/workbench.ts'

/** Beside the data: who verified what, and what was left out. Readers of the layout don't look at it. */
const SIDECAR = 'verification.jsonl'

export interface ExportCounts {
  readonly cases: number
  readonly kept: number
  readonly rejected: number
  readonly added: number
  /** Items left out, by why. */
  readonly incomplete: number
  readonly undecided: number
}

export interface VerifiedExport {
  readonly files: readonly VerifiedFile[]
  readonly counts: ExportCounts
}

interface Decided {
  readonly standing: ItemStanding
  readonly pinned: PinnedItem
  readonly final: Final
}

async function finals(
  records: ProjectRecords,
  itemOf: (id: string) => Promise<PinnedItem>,
): Promise<Decided[]> {
  const found: Decided[] = []
  for (const standing of itemStandings(records)) {
    const pinned = await itemOf(standing.item.id)
    const { adjudication, isComplete } = standing
    const stated = statedOf(records.project, standing)
    const given =
      adjudication?.body === undefined || adjudication.body === null
        ? null
        : { annotator: adjudication.annotator, body: adjudication.body }
    found.push({ standing, pinned, final: finalOf(pinned.content, stated, given, isComplete) })
  }
  return found
}

/** Verified memories in the public layout; what is not verified is left out and counted. */
export async function verifiedExport(
  records: ProjectRecords,
  itemOf: (id: string) => Promise<PinnedItem>,
): Promise<VerifiedExport> {
  const { project } = records
  const { source } = project
  const verification = source.from === 'data' ? findTrack(source.track)?.verification : undefined
  if (project.kind !== 'memories' || verification === undefined)
    throw new UsageError(
      `project ${project.id} verifies no memories, so it makes no data`,
      'export its labels or its log',
    )
  const all = await finals(records, itemOf)
  const cases: VerifiedCase[] = []
  const notes: JsonObject[] = []
  const counts = { cases: 0, kept: 0, rejected: 0, added: 0, incomplete: 0, undecided: 0 }
  for (const { standing, pinned, final } of all) {
    notes.push(noteOf(standing, final))
    if (final.status !== 'decided') counts[final.status] += 1
    if (final.status !== 'decided' || final.answer.kind !== 'memories') continue
    if (pinned.content.kind !== 'memories') continue
    const { rawGold, gold, row } = pinned.content
    const memories = final.answer.kept.map((card): VerifiedMemory => {
      const place = card.source === 'gold' ? gold.findIndex(({ key }) => key === card.key) : -1
      return memoryOf(card, rawGold[place] ?? null)
    })
    cases.push({ row, memories })
    counts.cases += 1
    counts.kept += memories.filter(({ raw }) => raw !== null).length
    counts.added += memories.filter(({ raw }) => raw === null).length
    counts.rejected += final.answer.rejected.length
  }
  if (cases.length === 0)
    throw new UsageError(
      `nothing of project ${project.id} is verified yet: ${counts.incomplete} items are not complete, ${counts.undecided} undecided`,
      'complete items, and adjudicate those on which people differ',
    )
  const latest = Math.max(project.createdAt, ...records.entries.map(({ at }) => at))
  const files = verification.files(cases, new Date(latest).toISOString())
  return { files: [...files, { path: SIDECAR, rows: notes }], counts }
}

function memoryOf(card: MemoryCard, raw: JsonObject | null): VerifiedMemory {
  const { value, label, type, confidence, evidence } = card
  // To accept is to take it as it stands, whatever the browser sent along.
  if (raw !== null && card.decision === 'accept') {
    const said = (name: string): string => (typeof raw[name] === 'string' ? raw[name] : '')
    const sure = raw['confidence']
    return {
      raw,
      value: said('value'),
      label: said('label'),
      type: said('type'),
      confidence: typeof sure === 'number' ? sure : null,
      evidence: [],
    }
  }
  return { raw, value, label, type, confidence, evidence }
}

function noteOf({ item, people }: ItemStanding, final: Final): JsonObject {
  const base = { item: item.id, assigned: [...people], status: final.status }
  if (final.status === 'incomplete') return base
  if (final.status === 'undecided') return { ...base, about: [...final.about] }
  const rejected = final.answer.kind === 'memories' ? [...final.answer.rejected] : []
  return { ...base, how: final.how, by: [...final.by], rejected }
}

interface LabelRow {
  readonly item: string
  readonly annotator: string
  readonly language: string | null
  readonly labels: Readonly<Record<string, number | null>>
  readonly note: string
}

/** What each person said of each field, adjudicators too; flagged items are left out. */
async function labelRows(
  records: ProjectRecords,
  itemOf: (id: string) => Promise<PinnedItem>,
): Promise<{ readonly fields: string[]; readonly rows: LabelRow[] }> {
  if (records.project.kind !== 'judge')
    throw new UsageError(
      `project ${records.project.id} reviews no judge, so it has no labels`,
      'export its log',
    )
  const fields = new Set<string>()
  const rows: LabelRow[] = []
  for (const standing of itemStandings(records)) {
    if (standing.item.flag !== null) continue
    const { content } = await itemOf(standing.item.id)
    if (content.kind !== 'judge') continue
    for (const { metric } of content.fields) fields.add(metric)
    const { adjudication } = standing
    const said = [
      ...statedOf(records.project, standing),
      ...(adjudication?.body === undefined || adjudication.body === null
        ? []
        : [{ annotator: adjudication.annotator, body: adjudication.body }]),
    ]
    // Somebody who adjudicates an item of their own has one say: the last.
    const byPerson = new Map(said.map((one) => [one.annotator, one.body]))
    for (const [annotator, body] of byPerson)
      rows.push(labelRow(standing.item.id, standing.item.language, annotator, content, body))
  }
  return { fields: [...fields], rows }
}

function labelRow(
  item: string,
  language: string | null,
  annotator: string,
  content: JudgeContent,
  body: AnswerBody,
): LabelRow {
  const labels: Record<string, number | null> = {}
  for (const field of content.fields) {
    const value = body.kind === 'judge' ? valueOf(field, body.fields[field.metric]) : undefined
    if (value !== undefined) labels[field.metric] = value
  }
  return { item, annotator, language, labels, note: body.note }
}

/** An export as one file. */
export async function exportFile(
  records: ProjectRecords,
  form: ExportForm,
  itemOf: (id: string) => Promise<PinnedItem>,
): Promise<Download> {
  const { id } = records.project
  switch (form) {
    case 'data': {
      const { files } = await verifiedExport(records, itemOf)
      const latest = Math.max(records.project.createdAt, ...records.entries.map(({ at }) => at))
      const archive = tarOf(
        files.map(({ path, rows }) => ({ path, text: rows.map(jsonlLine).join('') })),
        latest,
      )
      return { name: `${id}-data.tar`, type: 'application/x-tar', body: archive }
    }
    case 'labels-csv': {
      const { fields, rows } = await labelRows(records, itemOf)
      const head = csvRecord(['item', 'annotator', 'language', ...fields, 'note'])
      const body = rows.map(({ item, annotator, language, labels, note }) =>
        csvRecord([item, annotator, language, ...fields.map((field) => cellOf(labels[field])), note]),
      )
      return { name: `${id}-labels.csv`, type: 'text/csv; charset=utf-8', body: head + body.join('') }
    }
    case 'labels-jsonl': {
      const { rows } = await labelRows(records, itemOf)
      const body = rows.map(({ labels, ...row }) => jsonlLine({ ...row, labels: { ...labels } })).join('')
      return { name: `${id}-labels.jsonl`, type: 'application/x-ndjson; charset=utf-8', body }
    }
    case 'log-jsonl': {
      const head = jsonOf({ project: records.project, seating: records.seating })
      const lines = [head, ...records.entries.map((entry) => jsonOf(entry))]
      const body = lines.map(jsonlLine).join('')
      return { name: `${id}-log.jsonl`, type: 'application/x-ndjson; charset=utf-8', body }
    }
  }
}

/** As a labelling file has it: `?` for what a person could not tell, nothing where nothing was said. */
function cellOf(value: number | null | undefined): string | number {
  return value === undefined ? '' : (value ?? '?')
}

function jsonOf(value: unknown): Json {
  return jsonSchema.parse(value)
}
