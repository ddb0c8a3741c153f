import type { ChatRequest } from '../core/model.ts'
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
  const estimates = await estimateCalls(requestsOf(prepared), kit.sources, kit.prices)
  const right = (title: string) => ({ title, align: 'right', droppable: 0 }) as const
  const lines = [
    ...layoutTable(
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
    ),
    '',
    // In sentences: a table would cut what leaves the machine.
    ...egressOf(prepared).flatMap(({ host, loopback, kinds, models }) => {
      const place = loopback ? `${host} (this machine)` : host
      return wrap(plainText(`${place} would get ${kinds.join('; ')}, for ${models.join(', ')}.`), width, '  ')
    }),
    '',
    ...(judgesOf(prepared).length === 0
      ? []
      : [
          "Judges are counted among the hosts; their calls depend on the systems' answers and are not in the first table.",
        ]),
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

/** The first try of every call that chat systems would make. */
async function* requestsOf(prepared: PreparedRun): AsyncGenerator<ChatRequest> {
  const { plans, kit, spec } = prepared
  for (const { track, systems } of plans) {
    const requests: ChatRequest[] = []
    const collecting = {
      chat: (request: ChatRequest) => {
        requests.push(request)
        return Promise.reject(new Error('a dry run sends nothing'))
      },
    }
    for await (const subject of prepared.cases(track.id)) {
      if (subject.skip !== undefined) continue
      for (const system of systems) {
        if (system.access !== 'input') continue
        for (let repeat = 0; repeat < spec.repeats; repeat += 1) {
          kit.attach({ ...collecting, embed: () => Promise.reject(new Error('a dry run sends nothing')) })
          const context = { repeat, attempt: 1, fresh: spec.fresh, signal: new AbortController().signal }
          await system.respond({ input: subject.input }, context).catch(() => undefined)
          yield* requests.splice(0)
        }
      }
    }
  }
}
