import { UsageError } from '../../core/errors.ts'
import { instrumentKey } from '../../core/scorer.ts'
import { newProjectSchema, type NewProject } from '../../server/schemas/annotate.ts'
import type { NewProjectOptions } from '../annotate-options.ts'
import { projectLines, withProjects } from '../annotate-projects.ts'
import { chosenRubrics, judgedRubrics } from '../calibration/judged-answers.ts'
import type { CliContext } from '../context.ts'
import { findRun } from '../find-run.ts'
import type { StoreSource } from '../workbench/store-source.ts'

const sources = ['data', 'verdicts', 'wrong', 'judgedRows'] as const
const flags = {
  data: '--data',
  verdicts: '--verdicts',
  wrong: '--wrong',
  judgedRows: '--judged-rows',
} as const

/** `rapport annotate new`. */
export async function annotateNewCommand(options: NewProjectOptions, context: CliContext): Promise<void> {
  await withProjects(context, async (annotate, source) => {
    const queue = await queueOf(options, source, context)
    const read = newProjectSchema.safeParse({
      name: options.name ?? queue.name,
      kind: queue.kind,
      source: queue.source,
      annotators: options.annotators.flatMap((word) => word.split(',')).filter((word) => word !== ''),
      overlap: options.overlap,
      blind: options.open !== true,
      seed: options.seed,
    })
    if (!read.success) {
      const [issue] = read.error.issues
      throw new UsageError(`${issue?.path.join('.') ?? 'the project'}: ${issue?.message ?? 'is wrong'}`)
    }
    const project = await annotate.create(read.data)
    if (options.json === true) {
      context.stdout.write(`${JSON.stringify(project, null, 2)}\n`)
      return
    }
    context.stdout.write(
      [...projectLines(project), 'Work on it in the browser: rapport serve --open', ''].join('\n'),
    )
  })
}

interface QueueChoice {
  readonly name: string
  readonly kind: NewProject['kind']
  readonly source: NewProject['source']
}

async function queueOf(
  options: NewProjectOptions,
  source: StoreSource,
  context: CliContext,
): Promise<QueueChoice> {
  const given = sources.filter((name) => options[name] !== undefined)
  const [from] = given
  if (from === undefined || given.length > 1)
    throw new UsageError(
      given.length === 0
        ? 'nothing says where the items come from'
        : `${given.map((name) => flags[name]).join(' and ')} can't go together`,
      `give one of ${Object.values(flags).join(', ')}`,
    )
  const { data, split, track, suggest, verdicts, wrong, judgedRows, limit, perSystem, below } = options
  if (data !== undefined)
    return {
      name: `Memories of ${data}`,
      kind: 'memories',
      source: {
        from: 'data',
        data,
        split: split ?? null,
        track: track ?? 'alpsbench/extraction',
        suggestions: suggest.flatMap((word) => word.split(',')),
        suggestionRun: null,
        limit: limit ?? null,
      },
    }
  if (judgedRows !== undefined)
    return {
      name: `Verdicts of ${judgedRows}`.slice(0, 120),
      kind: 'judge',
      source: { from: 'judged-rows', file: judgedRows },
    }
  if (verdicts !== undefined) {
    const found = await judgedInstrument(verdicts, options, source, context)
    return {
      name: `Verdicts of ${found.run}`,
      kind: 'judge',
      source: { from: 'verdicts', ...found, count: perSystem },
    }
  }
  const { system, instrument, metric } = options
  if (track === undefined || system === undefined || instrument === undefined || metric === undefined)
    throw new UsageError(
      '--wrong needs to know what is wrong',
      'add --track, --system, --instrument and --metric',
    )
  return {
    name: `Errors of ${system}`.slice(0, 120),
    kind: 'causes',
    source: {
      from: 'wrong',
      run: wrong ?? '',
      track,
      system,
      instrument,
      metric,
      below,
      limit: limit ?? null,
    },
  }
}

/** The judged instrument that is meant, or the only one. */
async function judgedInstrument(
  word: string,
  { track, instrument }: NewProjectOptions,
  source: StoreSource,
  context: CliContext,
): Promise<{ readonly run: string; readonly track: string; readonly instrument: string }> {
  const store = await source.existing()
  if (store === null) throw new UsageError('there is no run here yet', 'start one with: rapport run')
  const run = await findRun(store, word)
  const rubrics = chosenRubrics(await judgedRubrics(store, run, context), { track })
  const all = rubrics.flatMap(({ track: own, instruments }) =>
    instruments.map((one) => ({ run: run.id, track: own.id, instrument: instrumentKey(one) })),
  )
  const meant = all.filter((one) => instrument === undefined || one.instrument === instrument)
  const [only, ...more] = meant
  if (only !== undefined && more.length === 0) return only
  throw new UsageError(
    only === undefined
      ? `nothing judged the run as ${JSON.stringify(instrument)}`
      : `${meant.length} judged instruments are meant`,
    `add --track and --instrument: ${all.map((one) => `${one.track} ${one.instrument}`).join(', ')}`,
  )
}
