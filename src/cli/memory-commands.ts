import { InvalidArgumentError, type Command } from 'commander'
import { defaultGrowthSizes } from '../memory/growth/index.ts'
import type { CliContext } from './context.ts'
import { wholeNumber } from './run-options.ts'

interface SharedOptions {
  readonly memoryModel?: string
  readonly memoryEmbedder?: string
  readonly memoryWait: number
  readonly json?: boolean
  readonly quiet?: boolean
  readonly allowEgress?: boolean
}

function shared(command: Command): Command {
  return command
    .option('--memory-model <model>', 'writes what memories keep, where a model does')
    .option('--memory-embedder <model>', 'embeds for memories; a stand-in without semantics when absent')
    .option('--memory-wait <seconds>', 'how long a memory may take to become ready', wholeNumber(1), 60)
    .option('--allow-egress', 'let made-up texts go to the hosts of the models and memories')
    .option('--json', 'everything as one JSON document')
    .option('--quiet', 'no progress')
}

function choicesOf(options: SharedOptions) {
  return {
    model: options.memoryModel ?? null,
    embedder: options.memoryEmbedder ?? null,
    wait: options.memoryWait,
    json: options.json === true,
    quiet: options.quiet === true,
    allowEgress: options.allowEgress === true,
  }
}

/** Growing whole numbers, separated by commas. */
function sizes(text: string): number[] {
  const found = text.split(',').map(Number)
  const isGrowing = found.every((size, at) => Number.isSafeInteger(size) && size > (found[at - 1] ?? 0))
  if (!isGrowing) throw new InvalidArgumentError('growing whole numbers are needed, such as 10,100,1000.')
  return found
}

/** `rapport memory list|check|growth`. */
export function addMemoryCommands(program: Command, context: CliContext): void {
  const memory = program.command('memory').description('memory systems: list, check and grow them')
  memory
    .command('list')
    .description('memory systems that can be run, and the ways to bring another one')
    .action(async () => {
      const { memoryListCommand } = await import('./commands/memory.ts')
      memoryListCommand(context)
    })
  shared(
    memory
      .command('check')
      .description('put memory systems through the conformance suite; ends with 1 when a check failed')
      .argument('<names...>', 'as after memory: (rapport memory list)'),
  ).action(async (names: string[], options: SharedOptions) => {
    const { memoryCheckCommand } = await import('./commands/memory.ts')
    await memoryCheckCommand(names, choicesOf(options), context)
  })
  shared(
    memory
      .command('growth')
      .description("time and recall as one made-up user's history grows")
      .argument('<names...>', 'as after memory: (rapport memory list)')
      .option('--sizes <sessions>', 'sessions at which it is measured', sizes, [...defaultGrowthSizes])
      .option('--facts <n>', 'most questions at each size', wholeNumber(1, 10_000), 100)
      .option('--memory-k <n>', 'items that a search is asked for', wholeNumber(1), 10)
      .option('--seed <n>', 'seed of the made-up user', wholeNumber(0), 0),
  ).action(
    async (
      names: string[],
      options: SharedOptions & { sizes: number[]; facts: number; memoryK: number; seed: number },
    ) => {
      const { memoryGrowthCommand } = await import('./commands/memory.ts')
      const { sizes: measured, facts, memoryK: k, seed } = options
      await memoryGrowthCommand(names, { ...choicesOf(options), sizes: measured, facts, k, seed }, context)
    },
  )
}
