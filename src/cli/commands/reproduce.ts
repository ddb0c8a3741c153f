import { resolve } from 'node:path'
import type { ClaimSet } from '../../core/claim.ts'
import { UsageError } from '../../core/errors.ts'
import type { RunRecord } from '../../core/run.ts'
import type { Store } from '../../core/store.ts'
import type { Benchmark } from '../../core/track.ts'
import { writeTextFile } from '../../io/atomic-file.ts'
import { benchmarks } from '../../registry/benchmarks.ts'
import { claimsJson } from '../../reports/claims/claim-json.ts'
import { claimLines } from '../../reports/claims/claim-lines.ts'
import { claimMarkdown } from '../../reports/claims/claim-markdown.ts'
import type { ClaimsReport } from '../../reports/claims/claim-report.ts'
import { ALPHA, judgeClaims, LEVEL } from '../../reports/claims/judge-claims.ts'
import { Measurements } from '../../reports/claims/measurements.ts'
import { openStore } from '../../store/index.ts'
import { storePath, wantsColor, widthOf, type CliContext } from '../context.ts'
import { findRun, openExistingStore } from '../find-run.ts'
import { claimRuns } from '../reproduce/claim-runs.ts'
import { measuredTracks } from '../reproduce/measured-runs.ts'
import { nearest } from '../suggest.ts'

export interface ReproduceChoices {
  readonly data: string
  /** Ids of runs; empty: the needed ones are made. */
  readonly run: readonly string[]
  readonly poolSeeds: number
  readonly format: 'terminal' | 'markdown' | 'json'
  readonly out?: string
  readonly quiet: boolean
}

/**
 * `rapport reproduce <benchmark>`: each finding of the paper as supported, contradicted, undecided or not measurable.
 * @throws UsageError for a benchmark without findings, and for runs that don't go together
 */
export async function reproduceCommand(
  word: string,
  choices: ReproduceChoices,
  argv: readonly string[],
  context: CliContext,
): Promise<void> {
  const { benchmark, set } = withClaims(word)
  const isOwn = choices.run.length === 0
  const store = isOwn ? await openStore(storePath(context)) : await openExistingStore(context)
  try {
    const runs = isOwn
      ? await claimRuns(
          set.runs,
          benchmark,
          { data: choices.data, seeds: choices.poolSeeds, quiet: choices.quiet },
          argv,
          store,
          context,
        )
      : await namedRuns(choices.run, benchmark, store)
    const text = render(await reportOf(benchmark, set, runs, store, context), choices, context)
    if (choices.out === undefined) context.stdout.write(text)
    else await writeTextFile(resolve(context.cwd, choices.out), text)
  } finally {
    await store.close()
  }
}

function withClaims(word: string): { benchmark: Benchmark; set: ClaimSet } {
  const known = benchmarks.flatMap((benchmark) =>
    benchmark.claims === undefined ? [] : [{ benchmark, set: benchmark.claims }],
  )
  const found = known.find(({ benchmark }) => benchmark.id === word)
  if (found !== undefined) return found
  const names = known.map(({ benchmark }) => benchmark.id)
  const near = nearest(word, names)
  throw new UsageError(
    benchmarks.some(({ id }) => id === word)
      ? `no findings of ${word} are written down that a run could decide`
      : `there is no benchmark ${JSON.stringify(word)}`,
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : `it knows ${names.join(', ')}`,
  )
}

async function namedRuns(words: readonly string[], benchmark: Benchmark, store: Store): Promise<RunRecord[]> {
  const runs = new Map<string, RunRecord>()
  for (const word of words.flatMap((one) => one.split(','))) {
    const run = await findRun(store, word)
    runs.set(run.id, run)
  }
  const all = [...runs.values()]
  const stranger = all.find(({ spec }) => spec.descriptor.benchmark !== benchmark.id)
  if (stranger !== undefined) {
    throw new UsageError(
      `run ${stranger.id} is of ${stranger.spec.descriptor.benchmark}`,
      `name runs of ${benchmark.id}: rapport list runs`,
    )
  }
  if (new Set(all.map(isInvented)).size > 1) {
    throw new UsageError(
      'some of these runs are on the invented sample, and others on real data',
      'name runs of one kind: what holds on the one says nothing about the other',
    )
  }
  return all
}

function isInvented({ spec }: RunRecord): boolean {
  return spec.descriptor.layout === 'sample'
}

async function reportOf(
  benchmark: Benchmark,
  { claims }: ClaimSet,
  runs: readonly RunRecord[],
  store: Store,
  context: CliContext,
): Promise<ClaimsReport> {
  const invented = runs.some(isInvented)
  return {
    benchmark: benchmark.id,
    citation: benchmark.citation,
    alpha: ALPHA,
    level: LEVEL,
    runs: runs.map(({ id, spec }) => ({
      id,
      tracks: spec.tracks.map(({ track }) => track),
      data: spec.data.dataset,
      pools: spec.data.pools,
      seed: spec.data.seed,
    })),
    data: [...new Set(runs.map(({ spec }) => spec.descriptor.title))],
    invented,
    claims: judgeClaims(claims, {
      measurements: new Measurements(await measuredTracks(runs, store, context)),
      // Figures of real dialogues beside an invented sample would mislead.
      invented,
      published: invented ? [] : benchmark.tracks.flatMap(({ publishedResults }) => publishedResults),
    }),
  }
}

function render(report: ClaimsReport, { format, out }: ReproduceChoices, context: CliContext): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(claimsJson(report), null, 2)}\n`
    case 'markdown':
      return claimMarkdown(report)
    case 'terminal': {
      const options =
        out === undefined
          ? { width: widthOf(context), color: wantsColor(context) }
          : { width: 120, color: false }
      return `${claimLines(report, options).join('\n')}\n`
    }
  }
}
