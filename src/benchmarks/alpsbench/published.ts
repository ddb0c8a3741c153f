import type { PublishedResult } from '../../core/published.ts'
import { knownModels } from './models.ts'
import * as figures from './published-figures.ts'
import { retrievalLevels } from './shapes.ts'

type Column = Omit<PublishedResult, 'system' | 'aliases' | 'value' | 'source'>
type Note = (system: string, row: figures.FigureRow) => string | undefined

/** Each figure of a table as a result; column k is value k of a row. */
function table(
  source: string,
  rows: readonly figures.FigureRow[],
  columns: readonly (Column & { readonly noteFor?: Note })[],
): PublishedResult[] {
  return rows.flatMap((row) => {
    const [system, ...values] = row
    const aliases = aliasesOf(system)
    return columns.flatMap(({ noteFor, ...column }, index) => {
      const value = values[index]
      if (value === undefined) return []
      const note = noteFor?.(system, row) ?? column.note
      return [
        {
          ...column,
          system,
          ...(aliases === undefined ? {} : { aliases }),
          value,
          source,
          ...(note === undefined ? {} : { note }),
        },
      ]
    })
  })
}

function aliasesOf(system: string): readonly string[] | undefined {
  // `bm25:reference` is our rebuild of that baseline; figures look systems up by what follows the colon.
  if (system === 'nltk + BM25') return ['bm25:reference', 'reference']
  const memories = memoryNames.get(system)
  if (memories !== undefined) return memories.map((name) => `${name}+openai/gpt-4.1-mini`)
  return knownModels.find(({ name }) => name === system)?.aliases
}

/**
 * What the memory systems of Table 3 are called between `memory:` and `+`. Their figures stand beside ours only with
 * the published backbone behind the plus; else they are rows of their own. Mem0 is taken for the open-source package.
 */
const memoryNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['Mem0', ['mem0']],
  ['A-Mem', ['a-mem', 'program:python3 a_mem.py']],
  ['LightMem', ['lightmem', 'program:python3 lightmem.py']],
  ['MemoryOS', ['memoryos', 'program:python3 memoryos.py']],
])

const extraction = 'alpsbench/extraction'
const update = 'alpsbench/update'
const persona = { track: 'alpsbench/utilization/persona', instrument: 'judge', metric: 'pass_rate' }
const preference = { ...persona, track: 'alpsbench/utilization/preference' }
const general = { ...preference, slice: { tag: 'ability_kind', value: 'general' } }
const interaction = { ...preference, slice: { tag: 'ability_kind', value: 'interaction' } }
const reality = { ...persona, track: 'alpsbench/utilization/reality' }
const constraint = { ...persona, track: 'alpsbench/utilization/constraint' }

const EMOTION_NOTE =
  'Judge composite on a scale of 1 to 5; it differs from the mean of the three published dimensions by up to 0.31.'
function emotion(metric: string, language: string): Column {
  return {
    track: 'alpsbench/utilization/emotion',
    instrument: 'judge',
    metric,
    slice: { tag: 'language', value: language },
    note: metric === 'score' ? EMOTION_NOTE : 'Judge scale of 1 to 5.',
  }
}

const chineseEmotion: Column & { readonly noteFor: Note } = {
  ...emotion('score', 'zh'),
  noteFor: (system) =>
    system === 'GPT-4.1-mini' ? `${EMOTION_NOTE} Table 3 prints 2.87 for the same system.` : EMOTION_NOTE,
}

/** Says of a corrected figure what the paper prints and how the right one is known. */
function correction(name: string, rightAt: number, printedAt: number): Note {
  return (system, [, ...values]) => {
    const printed = values[printedAt]
    if (printed === undefined || printed === values[rightAt]) return undefined
    const confirmed =
      system === 'GPT-4.1-mini' ? " The first row of the paper's Table 3 confirms the figure here." : ''
    return (
      `Corrected: Table 2 prints ${printed.toFixed(4)} for ${name}, a copy of another column that no count of ` +
      `passes among its rows can give; the figure here is the leaderboard's.${confirmed}`
    )
  }
}

const retrievalJudge = retrievalLevels.map((level) => ({
  track: `alpsbench/retrieval/d${level}`,
  instrument: 'judge',
  metric: 'score',
  note: 'Mean judge score from 0 to 1, not the share of right ids.',
}))

const retrieverColumns = retrievalLevels.map((level) => ({
  track: `alpsbench/retrieval/d${level}`,
  instrument: 'public-exact',
  metric: 'accuracy',
  note:
    'Published as a hit rate: all words of the gold value occur in the chosen memory. On the annotation packets ' +
    'this counts the same rows as the id of the gold memory.',
}))

function judged(track: string): Column {
  return { track, instrument: 'judge', metric: 'score', note: 'Judge penalty score from 0 to 100.' }
}

function algorithmic(track: string, metric: string, note?: string): Column {
  return { track, instrument: 'research-algo', metric, ...(note === undefined ? {} : { note }) }
}

const PLOT_NOTE = 'Read from the plot, within 0.01.'
const BACKBONE_NOTE = 'Memory system with GPT-4.1-mini as backbone.'
const withBackbone = (column: Column): Column => ({
  ...column,
  backbone: 'GPT-4.1-mini',
  note: column.note === undefined ? BACKBONE_NOTE : `${BACKBONE_NOTE} ${column.note}`,
})

/**
 * Published results of AlpsBench (spec 6.1-6.3) under the instrument that produced each. Left out: the row of
 * Table 3 for GPT-4.1-mini alone, which repeats figures above, and Figure 7, which shows bars without absolute values.
 */
export const publishedResults: readonly PublishedResult[] = [
  ...table(figures.paperTable2, figures.lifecycle, [
    algorithmic(extraction, 'score'),
    algorithmic(update, 'score'),
    ...retrievalJudge,
  ]),
  ...table(figures.paperTable2, figures.utilization, [
    persona,
    general,
    interaction,
    emotion('score', 'en'),
    chineseEmotion,
  ]),
  ...table(figures.leaderboard, figures.corrected, [
    { ...preference, note: 'General and interaction preferences together.' },
    { ...reality, noteFor: correction('VRA', 1, 3) },
    { ...constraint, noteFor: correction('CF', 2, 4) },
  ]),
  ...table(figures.leaderboard, figures.metricRows, [
    algorithmic(extraction, 'precision'),
    algorithmic(extraction, 'recall'),
    algorithmic(extraction, 'f1'),
    judged(extraction),
    algorithmic(update, 'precision'),
    algorithmic(update, 'recall'),
    algorithmic(update, 'f1'),
    judged(update),
  ]),
  ...table(
    figures.leaderboard,
    figures.emotionDimensions,
    ['en', 'zh'].flatMap((language) =>
      ['resonation', 'expression', 'reception'].map((dimension) => emotion(dimension, language)),
    ),
  ),
  ...table(figures.leaderboard, figures.retrievers, retrieverColumns),
  ...table(
    figures.paperTable3,
    figures.memorySystems,
    [persona, general, interaction, reality, constraint, emotion('score', 'en'), emotion('score', 'zh')].map(
      withBackbone,
    ),
  ),
  ...table(
    figures.paperTable3,
    figures.goldMemoryEmotion,
    [emotion('score', 'en'), emotion('score', 'zh')].map(withBackbone),
  ),
  ...table(figures.paperFigure6, figures.memoryRecalls, [withBackbone(algorithmic(extraction, 'recall'))]),
  ...table(figures.paperFigure5, figures.missingRates, [
    algorithmic(extraction, 'missing_rate', PLOT_NOTE),
    algorithmic(extraction, 'direct_recall', PLOT_NOTE),
    algorithmic(extraction, 'indirect_recall', PLOT_NOTE),
  ]),
]

/** Published results of one track. */
export function publishedFor(track: string): readonly PublishedResult[] {
  return publishedResults.filter((result) => result.track === track)
}
