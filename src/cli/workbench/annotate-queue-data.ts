import type { MemoriesContent, PinnedItem, QueueSource } from '../../core/annotation.ts'
import { tagValues, type Case } from '../../core/case.ts'
import { plainView, type ViewItem } from '../../core/case-view.ts'
import { Fault } from '../../core/fault.ts'
import { RapportError, UsageError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Store } from '../../core/store.ts'
import type { Track } from '../../core/track.ts'
import { benchmarkOf, tracks } from '../../registry/benchmarks.ts'
import { judgedAnswers, predictionOf } from '../calibration/judged-answers.ts'
import { findRun } from '../find-run.ts'
import { openDataset } from '../prepare-run.ts'
import { knownTrack, type PinnedQueue } from './annotate-queue.ts'
import { partsOf, titleOf } from './case-detail.ts'
import { languageOf } from './laid-out.ts'
import type { WorkbenchContext } from './store-source.ts'

const RECORDED = 'recorded:'
/** Cases that a project holds at most: all of it is pinned. */
const MOST_ITEMS = 5000

type DataSource = Extract<QueueSource, { from: 'data' }>

/** Predictions of a system by case. */
type Suggested = ReadonlyMap<string, Json>

/** Sessions of a data set, to verify their gold memories. @throws UsageError where there are none */
export async function dataQueue(
  source: DataSource,
  store: Store | null,
  context: WorkbenchContext,
): Promise<PinnedQueue> {
  const track = knownTrack(source.track)
  const benchmark = benchmarkOf(track)
  if (track.verification === undefined || benchmark === undefined)
    throw new UsageError(
      `gold memories of ${track.id} can't be verified`,
      `tracks with such memories: ${verifiable().join(', ')}`,
    )
  const dataset = await openDataset(source.data, context, [benchmark])
  const { split } = source
  if (split !== null && !dataset.splits.includes(split))
    throw new UsageError(
      `${source.data} has no split ${JSON.stringify(split)}`,
      dataset.splits.length === 0 ? 'leave it out' : `it has ${dataset.splits.join(', ')}`,
    )
  const options = {
    split,
    view: 'as-published',
    pools: 'original',
    rekey: false,
    rowBase: 'unique',
    seed: 1,
  } as const
  const suggested = await suggestionsOf(source, track, store)
  const items: PinnedItem[] = []
  for await (const subject of dataset.cases(track.id, options)) {
    if (source.limit !== null && items.length >= source.limit) break
    if (items.length >= MOST_ITEMS)
      throw new UsageError(`a project holds ${MOST_ITEMS} sessions at most`, 'set a limit, or take a split')
    const content = contentOf(subject, track, source, suggested)
    if (content === null) continue
    items.push({
      id: subject.id,
      title: titleOf(subject, track.caseView ?? plainView),
      flag: null,
      cluster: subject.cluster,
      language: languageOf(subject),
      content,
    })
  }
  if (items.length === 0)
    throw new UsageError(
      `${source.data} has no sessions with gold memories on ${track.id}`,
      'take another split or data set',
    )
  refuseAbsent(source, items)
  return { dataset: dataset.descriptor, items }
}

function verifiable(): string[] {
  return tracks.filter(({ verification }) => verification !== undefined).map(({ id }) => id)
}

function contentOf(
  subject: Case,
  track: Track,
  { suggestions }: DataSource,
  suggested: ReadonlyMap<string, Suggested>,
): MemoriesContent | null {
  const rawGold = track.verification?.goldOf(subject) ?? null
  if (rawGold === null) return null
  const parts = partsOf(subject, track.caseView ?? plainView)
  const gold = parts.gold.flatMap((block) => (block.kind === 'items' ? [...block.items] : []))
  if (gold.length !== rawGold.length)
    throw new RapportError(`the gold of ${subject.id} is shown with other items than it has`)
  return {
    kind: 'memories',
    track: track.id,
    blocks: [...parts.input, ...parts.background].map(mutable),
    gold: gold.map(mutableItem),
    rawGold: rawGold.map((item) => ({ ...item })),
    row: { ...subject.row },
    split: tagValues(subject.tags, 'split')[0] ?? null,
    suggestions: suggestions.map((by) => ({
      by,
      items: suggestedItems(subject, track, by, suggested.get(by)).map(mutableItem),
    })),
  }
}

/** What a model found, with keys that tell it from all others of the item. */
function suggestedItems(
  subject: Case,
  track: Track,
  by: string,
  predictions: Suggested | undefined,
): ViewItem[] {
  const prediction = by.startsWith(RECORDED)
    ? recordedPrediction(subject, track, by.slice(RECORDED.length))
    : (predictions?.get(subject.id) ?? null)
  if (prediction === null) return []
  const blocks = (track.caseView ?? plainView).prediction(prediction, subject)
  return blocks.flatMap((block) =>
    block.kind === 'items' ? block.items.map((item) => ({ ...item, key: `${by}:${item.key}` })) : [],
  )
}

/** null: the model gave nothing that can be read. */
function recordedPrediction(subject: Case, track: Track, model: string): Json {
  const raw = subject.recordings[model]?.raw ?? null
  if (raw === null) return null
  try {
    return track.parse({ form: 'text', text: raw }, subject.input).prediction
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

async function suggestionsOf(
  { suggestions, suggestionRun }: DataSource,
  track: Track,
  store: Store | null,
): Promise<Map<string, Suggested>> {
  const systems = suggestions.filter((by) => !by.startsWith(RECORDED))
  const found = new Map<string, Suggested>()
  if (systems.length === 0) return found
  if (suggestionRun === null || store === null)
    throw new UsageError(
      `${systems.join(', ')} can suggest only what it answered in a run`,
      'name the run, or a model of the data as recorded:<model>',
    )
  const run = await findRun(store, suggestionRun)
  const record = run.spec.tracks.find((one) => one.track === track.id)
  for (const system of systems) {
    const known = record?.systems.filter(({ id }) => id === system) ?? []
    if (record === undefined || known.length === 0)
      throw new UsageError(
        `run ${run.id} has no system ${JSON.stringify(system)} on ${track.id}`,
        `it has ${record?.systems.map(({ id }) => id).join(', ') ?? 'no such track'}`,
      )
    const own = new Map<string, Json>()
    for await (const answer of judgedAnswers(store, run, { record: { ...record, systems: known } }))
      if (answer.repeat === 0) own.set(answer.subject.id, await predictionOf(store, answer))
    found.set(system, own)
  }
  return found
}

/** A name that suggests nothing anywhere is a mistake. */
function refuseAbsent({ suggestions, data }: DataSource, items: readonly PinnedItem[]): void {
  for (const by of suggestions) {
    const isAnywhere = items.some(
      ({ content }) =>
        content.kind === 'memories' &&
        content.suggestions.some((one) => one.by === by && one.items.length > 0),
    )
    if (!isAnywhere)
      throw new UsageError(
        `${JSON.stringify(by)} suggests nothing for these sessions`,
        `see what ${data} holds with: rapport data check ${data}`,
      )
  }
}

/** Schemas of stored things have no readonly lists. */
export function mutableItem(item: ViewItem) {
  return { ...item, evidence: [...item.evidence], marks: [...item.marks] }
}

type Block = MemoriesContent['blocks'][number]

export function mutable(block: ReturnType<typeof partsOf>['input'][number]): Block {
  switch (block.kind) {
    case 'dialogue':
      return { ...block, turns: block.turns.map(({ role, text }) => ({ role, text })) }
    case 'items':
      return { ...block, items: block.items.map(mutableItem) }
    case 'text':
    case 'json':
      return block
  }
}
