import { existsSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import { benchmarks, tracks } from '../../registry/benchmarks.ts'
import type { PublishedResult } from '../../core/published.ts'
import { packJudging } from '../../registry/prompts.ts'
import { importedFigures } from '../../registry/imported-published.ts'
import { plainText } from '../../reports/format.ts'
import { importedText } from '../../reports/published-text.ts'
import { openStore } from '../../store/index.ts'
import { layoutTable, type Column } from '../../reports/table.ts'
import { homeOf, storePath, widthOf, type CliContext } from '../context.ts'
import { workerOf } from '../run-worker.ts'
import { rubricRows, systemRows, trackRows } from './list-ways.ts'

export const listable = ['tracks', 'systems', 'rubrics', 'datasets', 'published', 'runs'] as const

/** `rapport list tracks|systems|rubrics|datasets|published|runs`. */
export async function listCommand(what: (typeof listable)[number], context: CliContext): Promise<void> {
  const print = (columns: readonly Column[], rows: readonly (readonly string[])[]): void => {
    for (const line of layoutTable(
      columns,
      rows.map((cells) => ({ cells })),
      widthOf(context),
    ))
      context.stdout.write(`${line}\n`)
  }
  const column = (title: string, droppable = 0): Column => ({ title, align: 'left', droppable })
  /** A word that is typed elsewhere: cut, it is of no use. */
  const word = (title: string): Column => ({ ...column(title), keep: true })
  switch (what) {
    case 'tracks':
      print(
        [
          word('track'),
          column('headline'),
          column('scorers (default first)', 1),
          column('judged by (default first)', 3),
          column('title', 2),
        ],
        trackRows(tracks),
      )
      return
    case 'systems':
      print([word('system'), column('kind'), column('description', 1), column('on', 2)], systemRows(tracks))
      return
    case 'rubrics':
      print(
        [word('rubric'), column('metrics'), column('probes', 2), column('on', 1)],
        rubricRows(tracks, packJudging),
      )
      return
    case 'datasets':
      print(
        [word('data'), column('licence'), column('title', 1)],
        [
          ['sample', 'Apache-2.0', 'the embedded sample'],
          ...benchmarks.flatMap((benchmark) =>
            benchmark.pulls.map((pull) => [pull.name, pull.licence, pull.title]),
          ),
        ],
      )
      return
    case 'published': {
      const figures = [
        ...tracks.flatMap(({ publishedResults }) => publishedResults),
        ...(await importedFigures(homeOf(context))),
      ]
      const claims = benchmarks.flatMap(({ publishedClaims = [] }) => publishedClaims)
      print(
        [word('track or claim'), column('instrument and metric, or what is said'), column('from', 1)],
        [
          ...publishedCounts(figures),
          ...claims.map(({ claim, value, source, weight, unverified }) => [
            claim,
            value,
            `${weight}${unverified ? ', unverified' : ''}: ${source}`,
          ]),
        ],
      )
      return
    }
    case 'runs': {
      if (!existsSync(storePath(context)))
        throw new UsageError(
          'there is no run here yet',
          'start one with: rapport run alpsbench --data sample',
        )
      const store = await openStore(storePath(context))
      try {
        const runs = await store.runs()
        const states = new Map<string, string>()
        for (const run of runs) states.set(run.id, await stateText(store, run, context))
        print(
          [word('run'), column('state'), column('data'), column('tracks', 1)],
          runs.map((run) => [
            run.id,
            states.get(run.id) ?? run.state,
            run.spec.data.dataset,
            run.spec.tracks.map(({ track }) => track).join(' '),
          ]),
        )
      } finally {
        await store.close()
      }
    }
  }
}

/** A run's state; of one that was killed the store still says that it goes on. */
async function stateText(store: Store, run: RunRecord, context: CliContext): Promise<string> {
  if (run.state !== 'running' && run.state !== 'planning') return run.state
  const isKilled = (await workerOf(store, run, 'list', context)) === null
  return isKilled ? 'stopped (killed)' : run.state
}

/** How many figures are known per track, instrument and metric, and where they are from. */
function publishedCounts(figures: readonly PublishedResult[]): string[][] {
  const counts = new Map<string, { cells: readonly [string, string, string]; count: number }>()
  for (const figure of figures) {
    const { track, instrument, metric } = figure
    const cells = [track, `${instrument} ${metric}`, plainText(importedText(figure))] as const
    const key = cells.join('\n')
    counts.set(key, { cells, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].map(({ cells: [track, measured, source], count }) => [
    track,
    `${measured}: ${count} ${count === 1 ? 'figure' : 'figures'}`,
    source,
  ])
}
