import { calibrationNote } from '../reports/calibration-note.ts'
import { bySystem, caseTexts } from '../reports/html/case-texts.ts'
import type { PageFacts, TrackTexts } from '../reports/html/page-facts.ts'
import { hashJson } from '../core/hash.ts'
import type { Json } from '../core/json.ts'
import type { RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import { plainJson } from '../reports/plain-json.ts'
import { itemSliceRows } from '../reports/item-slices.ts'
import { readTrackContext } from '../reports/read-track.ts'
import type { FailurePolicy, Report, ResultRow } from '../reports/report.ts'
import { auditCardOf } from './audit-card.ts'
import type { CliContext } from './context.ts'
import { trackFactsOf } from './track-facts.ts'

/** Cases of a track whose texts a page holds, and characters of all of its texts together. */
const MOST_TEXT_CASES = 100
const MOST_TEXT = 8_000_000

/** What a page of a run tells beyond the figures. */
export async function pageFactsOf(
  store: Store,
  run: RunRecord,
  report: Report,
  { withTexts, policy }: { readonly withTexts: boolean; readonly policy: FailurePolicy },
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<PageFacts> {
  return {
    provenance: provenanceFacts(run),
    systems: run.spec.tracks.flatMap(({ track, systems }) =>
      systems.map(({ id, kind, spec, identity }) => ({
        track,
        system: id,
        kind,
        spec,
        identity: hashJson(identity).slice(0, 12),
      })),
    ),
    byType: await rowsByType(store, run, report, policy, context),
    texts: withTexts ? await textsOf(store, run, report) : null,
    audit: await auditCardOf(
      run.spec.descriptor,
      run.spec.tracks.map(({ track }) => track),
      context,
    ),
    calibration: report.tracks.flatMap(({ track, judged }) =>
      judged.flatMap(({ label, calibration }) =>
        calibration === undefined ? [] : [`${track}, ${label}: ${calibrationNote(calibration)}`],
      ),
    ),
  }
}

/** The host's name stays in the store: a page is made to be handed on. */
export function provenanceFacts(run: RunRecord): (readonly [string, string])[] {
  const text = (value: Json | undefined): string =>
    typeof value === 'string' ? value : Array.isArray(value) ? value.map(text).join(' ') : ''
  const { provenance, spec } = run
  return [
    ['started', new Date(run.createdAt).toISOString()],
    ['last changed', new Date(run.updatedAt).toISOString()],
    ['rapport', text(provenance['rapport'])],
    ['node', text(provenance['node'])],
    ['platform', text(provenance['platform'])],
    ['commit', text(provenance['commit'])],
    ['command', text(provenance['command'])],
    // Whoever has the same specification runs the same systems on the same cases.
    ['specification', `sha256 ${hashJson(plainJson(spec))}`],
    ['tracks', spec.tracks.map(({ track, version }) => `${track}@${version}`).join(', ')],
  ]
}

/** Figures by the type of items, which one plot needs, where nobody asked for that slice. */
export async function rowsByType(
  store: Store,
  run: RunRecord,
  report: Report,
  policy: FailurePolicy,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<ReadonlyMap<string, readonly ResultRow[]>> {
  const { tracks } = await trackFactsOf(store, run, context)
  const rows = new Map<string, readonly ResultRow[]>()
  for (const { track, slices, rows: known } of report.tracks) {
    const record = run.spec.tracks.find((one) => one.track === track)
    const facts = tracks.find(({ id }) => id === track)
    // The plot is of recall alone.
    if (record === undefined || facts === undefined || slices.includes('type')) continue
    if (!known.some(({ metric }) => metric === 'recall')) continue
    const read = await readTrackContext({ store, run, policy }, record, facts)
    const sliced = await itemSliceRows(store, run.id, read, 'type')
    rows.set(
      track,
      sliced.filter(({ metric }) => metric === 'recall'),
    )
  }
  return rows
}

async function textsOf(store: Store, run: RunRecord, report: Report): Promise<TrackTexts[]> {
  const texts: TrackTexts[] = []
  for (const { track, cases: total } of report.tracks) {
    const cases: TrackTexts['cases'][number][] = []
    // Each track has its share, so that the first does not leave nothing for the last.
    let room = MOST_TEXT / report.tracks.length
    for await (const subject of store.cases(run.id, track)) {
      if (cases.length === MOST_TEXT_CASES || room <= 0) break
      const shown = caseTexts(subject, await bySystem(store, run.id, track, subject.id))
      for (const { turns } of shown.blocks) for (const { text } of turns) room -= text.length
      cases.push(shown)
    }
    texts.push({ track, total, cases })
  }
  return texts
}
