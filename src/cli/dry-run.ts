import type { CallContext } from '../core/call-context.ts'
import type { Case } from '../core/case.ts'
import type { ChatReply, ChatRequest, EmbedRequest } from '../core/model.ts'
import { readMemoryPurpose } from '../core/memory-tools.ts'
import type { Json } from '../core/json.ts'
import type { StagedSystem, System } from '../core/system.ts'
import { memoryForms } from '../registry/memories.ts'
import { estimateCalls } from '../models/gateway/estimate.ts'
import { priceListFacts } from '../models/gateway/prices.ts'
import { plainText } from '../reports/format.ts'
import { priceListText } from '../reports/model-calls.ts'
import { layoutTable } from '../reports/table.ts'
import { wrap } from '../reports/wrap.ts'
import { widthOf, type CliContext } from './context.ts'
import { egressOf } from './egress.ts'
import { judgesOf } from './models.ts'
import type { PreparedRun } from './prepare-run.ts'

/** `--dry-run`: calls, tokens and money of the systems, and which text would go where. Sends nothing. */
export async function showDryRun(prepared: PreparedRun, context: CliContext): Promise<void> {
  const { kit } = prepared
  const width = widthOf(context)
  const texts = new Map<string, number>()
  const embedded = (request: EmbedRequest): void => {
    texts.set(request.model, (texts.get(request.model) ?? 0) + request.texts.length)
  }
  const estimates = await estimateCalls(requestsOf(prepared, embedded), kit.sources, kit.prices)
  const lines = [
    ...(estimates.length === 0 ? ['No chat model is asked for the cases.'] : modelTable(estimates, width)),
    '',
    // In sentences: a table would cut what leaves the machine.
    ...egressOf(prepared).flatMap(({ host, loopback, kinds, models }) => {
      const place = loopback ? `${host} (this machine)` : host
      return wrap(plainText(`${place} would get ${kinds.join('; ')}, for ${models.join(', ')}.`), width, '  ')
    }),
    '',
    ...[...texts].map(
      ([model, count]) => `${count} texts would be embedded by ${model}; they are not in the first table.`,
    ),
    ...(judgesOf(prepared).length === 0
      ? []
      : [
          "Judges are counted among the hosts; their calls depend on the systems' answers and are not in the first table.",
        ]),
    ...memoryNotes(prepared).flatMap((note) => wrap(plainText(note), width)),
    ...(prepared.spec.models.offered.length === 0
      ? []
      : ['What programs ask of the models they are offered is not in the first table.']),
    ...wrap(
      plainText(`Prices: ${priceListText(priceListFacts(kit.prices))}, from ${kit.prices.source}.`),
      width,
    ),
    'Nothing was sent.',
  ]
  context.stdout.write(`${lines.join('\n')}\n`)
}

function modelTable(estimates: Awaited<ReturnType<typeof estimateCalls>>, width: number): string[] {
  const right = (title: string) => ({ title, align: 'right', droppable: 0 }) as const
  return layoutTable(
    [
      { title: 'model', align: 'left', droppable: 0 },
      right('calls'),
      right('prompt tokens'),
      right('longest'),
      right('most output'),
      right('at most USD'),
    ],
    estimates.map((row) => ({
      cells: [
        row.model,
        String(row.calls),
        String(row.inputTokens),
        String(row.longestInput),
        String(row.maxOutputTokens),
        row.worstCost === null ? 'no price' : row.worstCost.toFixed(4),
      ],
    })),
    width,
  )
}

/** What the table leaves out of the calls of memory systems. */
function memoryNotes({ plans, spec }: PreparedRun): string[] {
  const staged = plans.flatMap(({ systems }) => systems.filter((system) => system.access === 'stages'))
  const unseen = staged.filter((system) => !isDryable(system)).map(({ id }) => id)
  const answering = staged.filter(({ memory }) => memory?.answer_model != null).length
  return [
    ...(unseen.length === 0
      ? []
      : [`Calls for ${unseen.join(', ')} are not in the first table: it asks them itself.`]),
    ...(answering > 0 && spec.memory.usageTest
      ? [
          'The usage test asks at most twice more for each answer of a memory system; --no-usage-test leaves it out.',
        ]
      : []),
    ...(staged.some(({ memory }) => memory?.extraction_model != null) && spec.memory.checks
      ? [
          'The conformance suite has about twenty short sessions for each memory system; --no-memory-checks leaves it out.',
        ]
      : []),
  ]
}

/** What a model's own notes are taken to be until it has written them: as long as they may be. */
const notes: ChatReply = {
  text: 'word '.repeat(120),
  usage: { input: null, output: null, cachedInput: null, reasoning: null },
  servedBy: null,
  latency: 0,
  cost: null,
  fromCache: false,
}

/** A model that writes items has nothing to change in them; a summary is as long as it may be. */
function written({ reply }: ChatRequest): ChatReply {
  return reply === null ? notes : { ...notes, text: '{"operations":[]}' }
}

/** Asks a chat system for a case; a setting may read gold. Baselines ask nobody. */
async function ask(system: System, subject: Case, context: CallContext): Promise<void> {
  const { input, gold, id } = subject
  if (system.access === 'input') await system.respond({ input }, context)
  else if (system.access === 'gold' && system.external) {
    await system.predictPrivileged({ input, gold, id }, context)
  } else if (system.access === 'stages' && isDryable(system)) await walk(system, subject, context)
}

/** Memory systems of ours, whose calls to models all go through the port; others might send something. */
function isDryable({ memory }: StagedSystem): boolean {
  return (
    memory === undefined ||
    memoryForms.some(({ form, kind }) => kind === 'built-in' && fitsForm(memory.memory, form))
  )
}

/** `last-3` fits `last-<n>`. */
function fitsForm(name: string, form: string): boolean {
  return name.replace(/\d+$/, '<n>') === form.replace(/\d+$/, '<n>')
}

/** Goes through the stages of a system in their order, as far as they come without an answer of a model. */
async function walk({ stages }: StagedSystem, subject: Case, context: CallContext): Promise<void> {
  const upstream: Record<string, Json> = {}
  for (const stage of stages) upstream[stage.name] = await stage.run({ subject, fold: 0, upstream, context })
}

/**
 * The first try of every call that chat systems would make.
 * @param embedded is told of every text that would be embedded
 */
async function* requestsOf(
  prepared: PreparedRun,
  embedded: (request: EmbedRequest) => void,
): AsyncGenerator<ChatRequest> {
  const { plans, kit, spec } = prepared
  for (const { track, systems } of plans) {
    const requests: ChatRequest[] = []
    const collecting = {
      chat: (request: ChatRequest) => {
        requests.push(request)
        // Notes are worked on by the call that answers, which is counted too.
        if (request.purpose === 'summarise') return Promise.resolve(notes)
        // What a memory keeps is looked at by later calls.
        if (readMemoryPurpose(request.purpose)?.phase === 'ingest') return Promise.resolve(written(request))
        return Promise.reject(new Error('a dry run sends nothing'))
      },
      // Any vector does: all sessions are about as long.
      embed: (request: EmbedRequest) => {
        embedded(request)
        return Promise.resolve(request.texts.map(() => new Float32Array([1])))
      },
    }
    for await (const subject of prepared.cases(track.id)) {
      if (subject.skip !== undefined) continue
      for (const system of systems) {
        for (let repeat = 0; repeat < spec.repeats; repeat += 1) {
          kit.attach(collecting)
          const context = { repeat, attempt: 1, fresh: spec.fresh, signal: new AbortController().signal }
          await ask(system, subject, context).catch(() => undefined)
          yield* requests.splice(0)
        }
      }
    }
  }
}
