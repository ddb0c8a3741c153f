import { RapportError, UsageError } from '../../core/errors.ts'
import { memoryChecks, type MemoryCheckResult } from '../../core/memory-checks.ts'
import { defaultMemorySettings, noModelSettings, type MemorySettings } from '../../core/run.ts'
import type { MemorySystem } from '../../core/memory.ts'
import { runMemoryChecks } from '../../memory/conformance/index.ts'
import { measureGrowth, type GrowthResult } from '../../memory/growth/index.ts'
import { goldEvidence, memoryForms } from '../../registry/memories.ts'
import { plainText } from '../../reports/format.ts'
import { layoutTable, type Column, type TableRow } from '../../reports/table.ts'
import { wrap } from '../../reports/wrap.ts'
import { openStore } from '../../store/index.ts'
import { storePath, widthOf, type CliContext } from '../context.ts'
import { growthLines } from '../growth-lines.ts'
import { memoryNamed, toolsOf, type MemoryContext } from '../memory-systems.ts'
import { MEMORY, memoryWord } from '../memory-word.ts'
import { modelKit, openLooseGateway, type ModelKit } from '../models.ts'
import { newRunId } from '../provenance.ts'
import { checkEgressTo } from '../egress.ts'

const left = (title: string, droppable = 0): Column => ({ title, align: 'left', droppable })
const word = (title: string): Column => ({ ...left(title), keep: true })

function print(context: CliContext, columns: readonly Column[], rows: readonly TableRow[]): void {
  for (const line of layoutTable(columns, rows, widthOf(context))) context.stdout.write(`${line}\n`)
}

/** `rapport memory list`: every memory system that has a name, and the other ways to bring one. */
export function memoryListCommand(context: CliContext): void {
  const rows = [
    ...memoryForms.map(({ form, kind, asksModel, description }) => [
      `memory:${form}`,
      kind,
      asksModel ? 'writes items' : 'no',
      description,
    ]),
    [`memory:${goldEvidence.form}`, 'privileged', 'no', goldEvidence.description],
    ['memory:program:<command line>', 'your own', 'as it says', 'a program that speaks the memory protocol'],
    ['memory:http://<host>/<path>', 'your own', 'as it says', 'a service that speaks the memory protocol'],
    [
      'memory:<path>.mjs (or .js, .ts, …)',
      'your own',
      'as it says',
      'a module whose default export makes one',
    ],
  ]
  print(
    context,
    [word('memory system'), left('kind'), left('asks a model', 2), left('what it does', 1)],
    rows.map((cells) => ({ cells })),
  )
}

export interface MemoryCommandChoices {
  readonly model: string | null
  readonly embedder: string | null
  /** Seconds. */
  readonly wait: number
  readonly json: boolean
  readonly quiet: boolean
  readonly allowEgress: boolean
}

/**
 * `rapport memory check <name…>`: the conformance suite, outside of a run.
 * @throws RapportError with exit code 1 when a check failed
 */
export async function memoryCheckCommand(
  names: readonly string[],
  choices: MemoryCommandChoices,
  context: CliContext,
): Promise<void> {
  const id = newRunId(context.clock.now())
  const all: { memory: string; version: string; results: readonly MemoryCheckResult[] }[] = []
  await withMemories(names, choices, id, context, async (memory, name) => {
    if (!choices.quiet) context.stderr.write(`checking memory:${plainText(name)}\n`)
    const results = await runMemoryChecks(memory, {
      scopePrefix: `check-${id.slice(-13)}`,
      wait: choices.wait * 1000,
      sample: { repeat: 0, attempt: 1, fresh: id },
      signal: context.signal,
    })
    all.push({ memory: name, version: memory.version, results })
  })
  if (choices.json) context.stdout.write(`${JSON.stringify({ memories: all }, null, 2)}\n`)
  else for (const one of all) showChecks(one, context)
  const failed = all.flatMap(({ memory, results }) =>
    results.filter(({ state }) => state === 'failed').map(({ check }) => `${memory} ${check}`),
  )
  if (failed.length > 0) {
    throw new RapportError(`checks failed: ${failed.map(plainText).join(', ')}`, {
      fix: 'docs/memory-checks.md says what each check does and what a failure means for scores',
    })
  }
}

function showChecks(
  { memory, version, results }: { memory: string; version: string; results: readonly MemoryCheckResult[] },
  context: CliContext,
): void {
  const width = widthOf(context)
  const passed = results.filter(({ state }) => state === 'passed').length
  context.stdout.write(
    `memory:${plainText(memory)} ${plainText(version)}: ${passed} of ${results.length} passed\n`,
  )
  const title = (check: string): string => memoryChecks.find(({ id }) => id === check)?.title ?? check
  print(
    context,
    [word('check'), { ...left('state'), keep: true }, left('what it does', 1)],
    results.map(({ check, state }) => ({ cells: [check, state, title(check)] })),
  )
  const told = results.filter(({ state }) => state !== 'passed')
  for (const { check, state, detail } of told) {
    for (const line of wrap(plainText(`${check} ${state}: ${detail}`), width, '  '))
      context.stdout.write(`${line}\n`)
  }
  context.stdout.write('\n')
}

export interface GrowthChoices extends MemoryCommandChoices {
  readonly sizes: readonly number[]
  readonly facts: number
  readonly k: number
  readonly seed: number
}

/** `rapport memory growth <name…>`: time and recall as the history of one made-up user grows. */
export async function memoryGrowthCommand(
  names: readonly string[],
  choices: GrowthChoices,
  context: CliContext,
): Promise<void> {
  const id = newRunId(context.clock.now())
  const all: GrowthResult[] = []
  await withMemories(names, choices, id, context, async (memory, name, kit) => {
    let told = -1
    const result = await measureGrowth(memory, {
      ...choices,
      clock: context.clock,
      wait: choices.wait * 1000,
      signal: context.signal,
      sample: { repeat: 0, attempt: 1, fresh: id },
      scope: `growth-${id.slice(-13)}`,
      countTokens: (text) => kit.countTokens(text),
      onProgress: ({ sessions, of }) => {
        const share = Math.floor((sessions / of) * 20)
        if (choices.quiet || share === told) return
        told = share
        context.stderr.write(`memory:${plainText(name)}: ${sessions} of ${of} sessions\n`)
      },
    })
    all.push({ ...result, memory: name })
  })
  if (choices.json) context.stdout.write(`${JSON.stringify({ growth: all }, null, 2)}\n`)
  else for (const line of growthLines(all, widthOf(context))) context.stdout.write(`${line}\n`)
  if (all.some(({ stopped }) => stopped)) {
    throw new RapportError('stopped; the sizes that were measured are above', {
      fix: 'start it again: replies of models come from the store',
    })
  }
}

/** The name of a word, with or without `memory:`; who answers plays no part here. @throws UsageError for the ceiling */
function checkedName(typed: string, kit: Pick<ModelKit, 'sources'>): string {
  const { name, model } = memoryWord(typed.startsWith(MEMORY) ? typed : `${MEMORY}${typed}`, kit.sources) ?? {
    name: typed,
    model: null,
  }
  if (name === goldEvidence.form) {
    throw new UsageError(
      `memory:${name} is no memory system: the harness hands the evidence over`,
      'there is nothing to check; see what there is with: rapport memory list',
    )
  }
  if (model === null) return name
  throw new UsageError(
    `nobody answers here, so that ${JSON.stringify(typed)} names a model too many`,
    `write ${name}; what writes its items is named with --memory-model ${model}`,
  )
}

/** Makes each memory system in turn, with models behind it where it asks any, and closes it. */
async function withMemories(
  names: readonly string[],
  { model, embedder, wait, allowEgress }: MemoryCommandChoices,
  id: string,
  context: CliContext,
  work: (memory: MemorySystem, name: string, tools: ReturnType<typeof toolsOf>) => Promise<void>,
): Promise<void> {
  const settings: MemorySettings = { ...defaultMemorySettings, wait, model, embedder }
  const kit: ModelKit = await modelKit(noModelSettings, context, 'current')
  const memories: MemoryContext = {
    settings,
    run: id,
    programs: { timeout: Math.max(120, wait) * 1000, maxOutput: 16_777_216 },
    outside: context,
  }
  const models = [model, embedder].flatMap((one) => (one === null ? [] : [one]))
  await checkEgressTo(models, 'made-up sessions', kit, allowEgress, context)
  const store = await openStore(storePath(context))
  const gateway = openLooseGateway(kit, store, context)
  try {
    for (const name of names) {
      const plain = checkedName(name, kit)
      const tools = toolsOf(null, kit, memories)
      const memory = await memoryNamed(plain, tools, memories)
      try {
        await work(memory, plain, tools)
      } finally {
        await memory.close?.()
      }
      if (context.signal.aborted) break
    }
  } finally {
    await gateway.close()
    await store.close()
  }
}
