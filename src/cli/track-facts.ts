import type { PublishedResult } from '../core/published.ts'
import type { RunRecord } from '../core/run.ts'
import type { Instrument } from '../core/scorer.ts'
import type { JudgedInstrument } from '../core/stage.ts'
import type { Store } from '../core/store.ts'
import type { Track } from '../core/track.ts'
import { importedFigures } from '../registry/imported-published.ts'
import type { TrackFacts } from '../reports/track-context.ts'
import { homeOf, type CliContext } from './context.ts'
import { judgedAsStored } from './judged-as-stored.ts'
import { memoryInstruments } from './memory-instruments.ts'
import { modelKit } from './models.ts'
import { judgedInstruments } from './panels.ts'
import { scorerOf, trackOf } from './rebuild-run.ts'

/** What reports need to know of each track of a stored run, its judged and memory instruments as they were stored. */
export async function trackFactsOf(
  store: Store,
  run: RunRecord,
  context: Pick<CliContext, 'env' | 'cwd'>,
): Promise<{
  readonly tracks: readonly TrackFacts[]
  /** Figures of the literature by track, also where this data does not let them be shown. */
  readonly known: ReadonlyMap<string, readonly PublishedResult[]>
}> {
  const kit = await modelKit(run.spec.models, context, 'recorded')
  // Figures of the literature are of real dialogues: beside an invented sample they would mislead.
  const isInvented = run.spec.descriptor.layout === 'sample'
  const imported = await importedFigures(homeOf(context))
  const known = new Map<string, readonly PublishedResult[]>()
  const tracks: TrackFacts[] = []
  for (const record of run.spec.tracks) {
    const track = trackOf(record)
    const all = [...track.publishedResults, ...imported.filter((figure) => figure.track === track.id)]
    known.set(track.id, all)
    const publishedResults = isInvented ? [] : all
    const today = judgedInstruments(track, record.judged, kit)
    const judged = await judgedAsStored(store, run.id, track.id, today)
    tracks.push({
      ...track,
      publishedResults,
      headline: headlineOf(track, judged, run),
      scorers: [
        ...record.instruments.map((instrument) => scorerOf(track, instrument, run)),
        ...judged,
        ...memoryFacts(memoryInstruments(track, record.systems, run.spec.memory, kit)),
      ],
    })
  }
  return { tracks, known }
}

/** An instrument that measures some systems each in a way of its own is one in a report. */
function memoryFacts(instruments: readonly JudgedInstrument[]): TrackFacts['scorers'] {
  const merged = new Map<string, JudgedInstrument>()
  for (const one of instruments) {
    const only = [...(merged.get(one.name)?.only ?? []), ...(one.only ?? [])]
    merged.set(one.name, { ...one, only })
  }
  return [...merged.values()]
}

/** An answer key leads where the data has one; else what judges say. */
function headlineOf(
  track: Track,
  judged: readonly Pick<Instrument, 'name' | 'metrics'>[],
  run: RunRecord,
): Track['headline'] {
  const [first] = judged
  const isKey = 'instrument' in track.headline && track.headline.instrument === 'answer-key'
  const metric = first?.metrics[0]?.name
  if (first !== undefined && 'none' in track.headline) {
    return { none: 'answers are free text; what the judge says stands in its own table' }
  }
  if (first === undefined || metric === undefined || !isKey || run.spec.descriptor.layout === 'sample') {
    return track.headline
  }
  return { instrument: first.name, metric }
}
