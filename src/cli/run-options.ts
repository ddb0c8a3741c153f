import { InvalidArgumentError, Option, type Command } from 'commander'
import { z } from 'zod'
import { defaultMemorySettings } from '../core/run.ts'
import { failConditions } from './fail-on.ts'

/** A whole number of at least `least`, or a message for the person. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`a whole number of at least ${least} is needed.`)
    if (value > most) throw new InvalidArgumentError(`at most ${most} is possible.`)
    return value
  }
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function condition(
  text: string,
  before: readonly { tag: string; value: string }[] = [],
): { tag: string; value: string }[] {
  const at = text.indexOf('=')
  if (at <= 0) throw new InvalidArgumentError('write it as tag=value.')
  return [...before, { tag: text.slice(0, at), value: text.slice(at + 1) }]
}

function conditions(text: string): string[] {
  const words = list(text)
  const wrong = words.find((word) => !failConditions.some((known) => known === word))
  if (wrong !== undefined) throw new InvalidArgumentError(`${wrong} is none of ${failConditions.join(', ')}.`)
  return words
}

/** Forms of a report. */
export const reportFormats = [
  'terminal',
  'markdown',
  'html',
  'latex',
  'svg',
  'csv',
  'json',
  'parquet',
] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Options of everything that shows a report. */
export function addReportOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'how to print the report')
        .choices([...reportFormats])
        .default('terminal'),
    )
    .option('--out <file>', 'write the report to a file instead of standard output')
    .option('--json', 'the same as --format json')
    .option('--with-texts', 'with --format html: dialogues, references and answers of the first cases too')
    .option('--overview', 'show one line per track only')
    .option('--all-metrics', 'show every metric of every instrument')
    .option('--slice <tags>', 'add figures per value of these tags, such as language,type', list, [])
    .addOption(
      new Option(
        '--failures <policy>',
        "how failures count (default: the system's own as worst, others left out)",
      ).choices(['worst', 'exclude']),
    )
    .option(
      '--fail-on <conditions>',
      `exit 3 when a ranked system has figures that are one of: ${failConditions.join(', ')}`,
      conditions,
      [],
    )
}

/** An amount above 0, or a message for the person. */
export function amount(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('a number above 0 is needed.')
  return value
}

function temperature(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('a number of at least 0 is needed.')
  return value
}

/** Options of who judges. */
export function addJudgeOptions(command: Command): Command {
  return command
    .option('--judge <models...>', 'models that judge the answers, such as openai/gpt-4.1-mini', [])
    .addOption(
      new Option('--judge-rule <rule>', 'how several judges agree')
        .choices(['majority', 'mean'])
        .default('majority'),
    )
    .option(
      '--rubric <names>',
      "rubrics instead of each track's first one, separated by commas (rapport list rubrics)",
      list,
      [],
    )
    .option('--judge-output-tokens <n>', 'most tokens of a verdict', wholeNumber(1))
    .option('--decomposer <model>', 'model that turns preferences into checklists; the judge when absent')
    .option('--allow-egress', 'let the texts of this data go to the hosts of the models')
}

/** Options of judges and of how models are asked. */
export function addModelOptions(command: Command): Command {
  return addJudgeOptions(command)
    .option('--temperature <t>', "of chat models; the provider's default when absent", temperature)
    .option('--max-output-tokens <n>', 'most tokens of an answer', wholeNumber(1))
    .option('--reasoning-effort <effort>', 'for models that reason: low, medium, high')
    .option('--system-prompt <file>', "text before each track's system message")
    .option('--prompts <folder>', "the authors' own prompts, for --protocol reference")
    .option('--max-cost <usd>', 'stop before the run can cost more than this', amount)
    .option('--allow-unpriced', 'with --max-cost: run models whose price is not known')
    .option('--prices <file>', 'JSON file with prices over the built-in list')
    .option('--requests-per-minute <n>', 'most requests to a provider in any 60 seconds', wholeNumber(1))
    .option('--tokens-per-minute <n>', 'most tokens to a provider in any 60 seconds', wholeNumber(1))
}

/** Options of memory systems, the same for all of a run. */
function addMemoryOptions(command: Command): Command {
  const { k, budget, wait } = defaultMemorySettings
  return command
    .option('--answer-model <model>', 'answers for memory systems that name none (or RAPPORT_ANSWER_MODEL)')
    .option('--memory-k <n>', 'items that a memory is asked for', wholeNumber(1), k)
    .option(
      '--memory-budget <n>',
      'tokens of a memory that the answer model is shown',
      wholeNumber(1),
      budget,
    )
    .option('--memory-wait <seconds>', 'how long a memory may take to become ready', amount, wait)
    .option('--memory-model <model>', 'writes what memories keep; the answer model when absent')
    .option('--memory-embedder <model>', 'embeds for memories; a stand-in without semantics when absent')
    .option('--waive <differences>', 'let memory systems differ in these, such as k,version', list, [])
    .option('--no-usage-test', 'do not ask again without the evidence, which takes two more answers a case')
    .option('--no-memory-checks', 'do not put memory systems through the conformance suite first')
}

/** Options of everything that goes on with a stored run. */
export function addResumeOptions(command: Command): Command {
  return command
    .option('--max-cost <usd>', 'a new limit for the whole run, what it already cost included', amount)
    .option('--allow-egress', 'let the texts of this data go to the hosts of the models')
    .option('--quiet', 'no progress')
}

/** Options of everything that runs systems on data. */
export function addRunOptions(command: Command): Command {
  return addReportOptions(
    addMemoryOptions(addModelOptions(command))
      .option('--data <dataset>', 'sample, a pulled data set, or a folder (rapport data list)', 'sample')
      .option('--split <split>', 'only this split of the data')
      .option(
        '--view <view>',
        'as-published; clean: without references that the data itself rejects; or an overlay of rapport audit',
        'as-published',
      )
      .addOption(
        new Option('--protocol <protocol>', 'prompts of models: ours, or as the authors ran them')
          .choices(['strict', 'reference'])
          .default('strict'),
      )
      .option('--scorer <names>', 'instruments instead of the default ones, separated by commas', list, [])
      .addOption(
        new Option('--matcher <matcher>', 'how the scorer research-algo pairs memories')
          .choices(['greedy', 'hungarian'])
          .default('greedy'),
      )
      .addOption(
        new Option('--pools <pools>', 'retrieval candidates as in the data, or drawn anew')
          .choices(['original', 'drawn'])
          .default('original'),
      )
      .option('--rekey', 'give retrieval candidates new ids that tell nothing')
      .addOption(
        new Option(
          '--row-base <base>',
          'what a case weighs: every case 1, or its lines in the published file',
        )
          .choices(['unique', 'published-lines'])
          .default('unique'),
      )
      .option('--limit <n>', 'only the first n cases', wholeNumber(1))
      .addOption(
        new Option('--sample <n>', 'only n cases, drawn with --seed')
          .argParser(wholeNumber(1))
          .conflicts('limit'),
      )
      .option('--stratify <tag>', 'give each value of this tag its proportional share of --sample')
      .option('--ids <ids>', 'only these cases, separated by commas', list)
      .option('--where <tag=value>', 'only cases with this tag; can be repeated', condition, [])
      .option('--seed <n>', 'seed of samples, pools, ids and baselines', wholeNumber(0), 0)
      .option('--repeat <n>', 'ask each system n times', wholeNumber(1, 1000), 1)
      .option('--fresh', 'ask again instead of reusing earlier answers')
      .option('--concurrency <n>', 'cases under way at once', wholeNumber(1, 4096), 8)
      .option(
        '--program-timeout <seconds>',
        'how long a program may take for one answer',
        wholeNumber(1),
        120,
      )
      .option(
        '--program-output <bytes>',
        'how much a program may write for one answer',
        wholeNumber(1),
        16_777_216,
      )
      .option('--offer-models <models...>', 'models that programs may ask (docs/run-a-program.md)', [])
      .option('--abort-on-bad-row', 'stop at the first unusable answer, as the official runner does')
      .option('--no-baselines', "leave out the track's standard baselines (then there is no headline)")
      .option('--dry-run', 'count calls, tokens and money, and say which text would go where; send nothing')
      .option('--quiet', 'no progress'),
  )
}

const reportShape = {
  format: z.enum(reportFormats),
  out: z.string().exactOptional(),
  json: z.boolean().default(false),
  withTexts: z.boolean().default(false),
  allMetrics: z.boolean().default(false),
  overview: z.boolean().default(false),
  slice: z.array(z.string()),
  failures: z.enum(['worst', 'exclude']).exactOptional(),
  failOn: z.array(z.enum(failConditions)),
}

/** What commander hands over, checked. */
export const reportOptionsSchema = z.object(reportShape)
export type ReportChoices = z.infer<typeof reportOptionsSchema>

const judgeShape = {
  // Model ids have no commas.
  judge: z.array(z.string()).transform((words) => words.flatMap(list)),
  judgeRule: z.enum(['majority', 'mean']),
  rubric: z.array(z.string()),
  decomposer: z.string().exactOptional(),
  judgeOutputTokens: z.number().exactOptional(),
  allowEgress: z.boolean().default(false),
}
const modelShape = {
  ...judgeShape,
  temperature: z.number().exactOptional(),
  maxOutputTokens: z.number().exactOptional(),
  reasoningEffort: z.string().exactOptional(),
  systemPrompt: z.string().exactOptional(),
  prompts: z.string().exactOptional(),
  maxCost: z.number().exactOptional(),
  allowUnpriced: z.boolean().default(false),
  prices: z.string().exactOptional(),
  requestsPerMinute: z.number().exactOptional(),
  tokensPerMinute: z.number().exactOptional(),
}

/** What commander hands over of the judge options, checked. */
export const judgeOptionsSchema = z.object(judgeShape)

const modelOptionsSchema = z.object(modelShape)
export type ModelChoices = z.infer<typeof modelOptionsSchema>

/** What commander hands over of `addResumeOptions`, checked. */
export const resumeOptionsSchema = z.object({
  maxCost: z.number().exactOptional(),
  allowEgress: z.boolean().default(false),
  quiet: z.boolean().default(false),
})
export type ResumeChoices = z.infer<typeof resumeOptionsSchema>

export const runOptionsSchema = z.object({
  ...reportShape,
  ...modelShape,
  dryRun: z.boolean().default(false),
  data: z.string(),
  split: z.string().exactOptional(),
  view: z.string(),
  protocol: z.enum(['strict', 'reference']),
  scorer: z.array(z.string()),
  matcher: z.enum(['greedy', 'hungarian']),
  pools: z.enum(['original', 'drawn']),
  rekey: z.boolean().default(false),
  rowBase: z.enum(['unique', 'published-lines']),
  limit: z.number().exactOptional(),
  sample: z.number().exactOptional(),
  stratify: z.string().exactOptional(),
  ids: z.array(z.string()).exactOptional(),
  where: z.array(z.object({ tag: z.string(), value: z.string() })),
  seed: z.number(),
  repeat: z.number(),
  fresh: z.boolean().default(false),
  concurrency: z.number(),
  programTimeout: z.number(),
  programOutput: z.number(),
  offerModels: z.array(z.string()),
  abortOnBadRow: z.boolean().default(false),
  baselines: z.boolean(),
  answerModel: z.string().exactOptional(),
  memoryK: z.number(),
  memoryBudget: z.number(),
  memoryWait: z.number(),
  memoryModel: z.string().exactOptional(),
  memoryEmbedder: z.string().exactOptional(),
  waive: z.array(z.string()),
  usageTest: z.boolean(),
  memoryChecks: z.boolean(),
  quiet: z.boolean().default(false),
  runId: z.string().exactOptional(),
})
export type RunChoices = z.infer<typeof runOptionsSchema>
