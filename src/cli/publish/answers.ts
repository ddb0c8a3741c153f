import type { Workbench } from '../../server/workbench.ts'
import { withholdAnswer, withholdCase, withholdDetail, withholdProgress } from './withhold.ts'

/** Answers to questions of the pages by key, to stand in one file. */
export interface AnswerFile {
  /** From the folder of the bundle, such as `data/t0/c12.js`. */
  readonly file: string
  readonly answers: Readonly<Record<string, unknown>>
}

/** Titles that the pages ask for at once; web/src/screens/cases/use-titles.ts has the same. */
const TITLE_BLOCK = 50
/** Tags of more values are not sliced by: a board for each would be larger than the rest. */
const MOST_SLICES = 40

/** `a=1&b=2`, sorted; web/src/api/transport.ts makes the same key of the same question. */
export function questionKey(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  const words = Object.entries(params)
    .map(([name, value]): [string, string] => [name, String(value)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words).toString()}`
}

/**
 * Everything that the pages ask about one run, file by file: the first files answer what a list needs, one for each case
 * the rest.
 * @param onCase told after each case
 */
export async function* publishedAnswers(
  workbench: Workbench,
  run: string,
  { withTexts }: { readonly withTexts: boolean },
  onCase: (done: number, total: number) => void = () => {},
): AsyncGenerator<AnswerFile> {
  const path = `/runs/${encodeURIComponent(run)}`
  const detail = withholdDetail(await workbench.runs.detail(run))
  const board = await workbench.runs.board(run, { slice: null, failures: null })
  const sliced = new Set(
    board.tracks.flatMap(({ tags }) =>
      tags.filter(({ values }) => values <= MOST_SLICES).map(({ tag }) => tag),
    ),
  )
  const withoutOthers = {
    ...board,
    tracks: board.tracks.map((track) => ({
      ...track,
      tags: track.tags.filter(({ tag }) => sliced.has(tag)),
    })),
  }
  yield {
    file: 'data/run.js',
    answers: {
      '/workbench': {
        ...(await workbench.describe()),
        readOnly: true,
        texts: withTexts,
        runs: 1,
        projects: 0,
      },
      '/runs': { runs: [detail.summary] },
      [path]: detail,
      [`${path}/progress`]: withholdProgress(await workbench.runs.progress(run), withTexts),
    },
  }
  yield { file: 'data/board.js', answers: { [`${path}/board`]: withoutOthers } }
  let number = 0
  for (const slice of sliced) {
    const found = await workbench.runs.board(run, { slice, failures: null })
    yield {
      file: `data/slice${(number += 1)}.js`,
      answers: {
        [questionKey(`${path}/board`, { slice })]: {
          ...found,
          tracks: found.tracks.map((track) => ({
            ...track,
            tags: track.tags.filter(({ tag }) => sliced.has(tag)),
          })),
        },
      },
    }
  }
  for (const [place, { id: track }] of detail.tracks.entries())
    yield* trackAnswers(workbench, { run, path, track, folder: `data/t${place}` }, withTexts, onCase)
}

async function* trackAnswers(
  workbench: Workbench,
  { run, path, track, folder }: { run: string; path: string; track: string; folder: string },
  withTexts: boolean,
  onCase: (done: number, total: number) => void,
): AsyncGenerator<AnswerFile> {
  const { cases } = workbench
  const table = await cases.table(run, track)
  const answers: Record<string, unknown> = { [questionKey(`${path}/cases`, { track })]: table }
  for (const { instrument, metric } of table.figures)
    answers[questionKey(`${path}/outcomes`, { track, instrument, metric })] = await cases.outcomes(
      run,
      track,
      {
        instrument,
        metric,
      },
    )
  for (let from = 0; from < table.cases.length; from += TITLE_BLOCK) {
    const found = await cases.titles(run, track, { from, count: TITLE_BLOCK })
    const titles = withTexts ? found.titles : found.titles.map(() => '')
    answers[questionKey(`${path}/titles`, { track, from, count: TITLE_BLOCK })] = { from, titles }
  }
  yield { file: `${folder}/cases.js`, answers }
  yield { file: `${folder}/compare.js`, answers: await comparisons(workbench, run, track) }
  const { repeats } = await workbench.runs.detail(run)
  for (const [place, { id }] of table.cases.entries()) {
    const one = await cases.case(run, track, id)
    const own: Record<string, unknown> = {
      [questionKey(`${path}/case`, { track, case: id })]: withTexts ? one : withholdCase(one),
    }
    for (const { id: system } of table.systems) {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const answer = await cases.answer(run, track, { case: id, system, repeat })
        own[questionKey(`${path}/answer`, { track, case: id, system, repeat })] = withTexts
          ? answer
          : withholdAnswer(answer)
      }
    }
    yield { file: `${folder}/c${place}.js`, answers: own }
    onCase(place + 1, table.cases.length)
  }
}

/** With and without baselines, as the page for comparisons asks at first. */
async function comparisons(
  workbench: Workbench,
  run: string,
  track: string,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const baselines of [true, false]) {
    const key = questionKey('/compare', { runs: run, track, ...(baselines ? { baselines: 1 } : {}) })
    try {
      answers[key] = await workbench.lab.compare({
        runs: [run],
        systems: [],
        against: null,
        metrics: [],
        slice: null,
        track,
        baselines,
        intersection: false,
      })
    } catch {
      // One system alone, or nothing that measures it: the page says that this is not in the copy.
    }
  }
  return answers
}
