import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { recordedSessions } from '../parity/recorded-sessions.ts'
import { sharedData } from '../parity/shared.ts'
import { researchAlgo } from '../src/benchmarks/alpsbench/scoring/research-algo.ts'
import { parseJson, type JsonObject } from '../src/core/json.ts'

/**
 * `research-algo` on all recorded runs of the shared packets, in runs per second on one core, beside a Python
 * implementation with standard difflib in the same invocation. Reading and parsing are not counted on either
 * side. Means of the scores are compared with the reference results first.
 */
const PASSES = 5
const sessions = recordedSessions()
const expectedFile = sharedData('alpsbench-expected', 'algorithmic-means.json')
if (sessions === undefined || expectedFile === undefined)
  throw new Error('needs the reference data in ../shared/data')
const expected = z
  .record(z.string(), z.object({ mean_score_100: z.number() }))
  .parse(parseJson(readFileSync(expectedFile, 'utf8')))

interface Run {
  readonly model: string
  readonly gold: readonly JsonObject[]
  readonly predicted: readonly JsonObject[]
}

const models = Object.keys(sessions[0]?.task1.llm_outputs ?? {})
const runs: Run[] = models.flatMap((model) =>
  sessions.map(({ task1 }) => ({
    model,
    gold: task1.ground_truth_memories,
    predicted: task1.llm_outputs[model]?.memory_items ?? [],
  })),
)

const ours = { greedy: timed('greedy'), hungarian: timed('hungarian') }
const python = pythonTimed()
checkMeans('greedy', ours.greedy.scores)
checkMeans('hungarian', ours.hungarian.scores)
checkMeans('greedy', python.scores)
console.log(`means of ${models.length} models agree with the reference to 4 decimals, ours and Python's\n`)

console.log(`| ${runs.length} runs, best of ${PASSES} passes | seconds | runs/s | against Python |`)
console.log('| --- | ---: | ---: | ---: |')
for (const [name, { seconds, first }] of Object.entries(ours)) {
  line(`research-algo, ${name}`, seconds)
  line(`research-algo, ${name}, first pass of the process`, first)
}
line('Python difflib, greedy, cached normalisation', python.seconds)

function line(name: string, seconds: number): void {
  const cells = [
    seconds.toFixed(2),
    Math.round(runs.length / seconds),
    `${(python.seconds / seconds).toFixed(1)} x`,
  ]
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}

/** Fresh objects in every pass: nothing that was prepared for one is at hand in the next. */
function timed(matcher: 'greedy' | 'hungarian') {
  const times: number[] = []
  let scores: number[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const scorer = researchAlgo('memory_items', { matcher })
    const inputs = runs.map(({ gold, predicted }) => ({
      prediction: { memory_items: predicted.map((item) => ({ ...item })) },
      subject: { input: null, gold: { memory_items: gold.map((item) => ({ ...item })) } },
    }))
    const started = performance.now()
    scores = inputs.map(({ prediction, subject }) => {
      const score = scorer.score(prediction, subject).metrics['score']
      if (score === undefined || 'unscored' in score) throw new Error('a run has no score')
      return score.numerator / score.denominator
    })
    times.push((performance.now() - started) / 1000)
  }
  return { seconds: Math.min(...times), first: times[0] ?? 0, scores }
}

function pythonTimed() {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
  try {
    const file = join(folder, 'runs.json')
    writeFileSync(file, JSON.stringify(runs))
    const script = fileURLToPath(new URL('./matcher_reference.py', import.meta.url))
    const out = execFileSync('python3', [script, file, String(PASSES)], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    return z.object({ seconds: z.number(), scores: z.array(z.number()) }).parse(parseJson(out))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws Error when a mean is not the reference's to 4 decimals */
function checkMeans(matcher: 'greedy' | 'hungarian', scores: readonly number[]): void {
  for (const model of models) {
    const own = scores.filter((_score, at) => runs[at]?.model === model)
    const mean = own.reduce((sum, score) => sum + score, 0) / own.length
    const reference = expected[`${model}|${matcher}`]?.mean_score_100
    if (reference === undefined || Math.abs(mean - reference) > 0.00005 + 1e-9) {
      throw new Error(`${model} ${matcher}: mean ${mean}, reference ${reference}`)
    }
  }
}
