import { setTimeout as wait } from 'node:timers/promises'
import { resolve } from 'node:path'
import { UsageError } from '../core/errors.ts'
import type { EmbedRequest, ChatRequest, ModelParameters, ModelPort } from '../core/model.ts'
import type { Protocol, TrackPrompt } from '../core/prompt.ts'
import { noPack, type PromptPack } from '../core/prompt-pack.ts'
import type { ModelSettings, RunRecord } from '../core/run.ts'
import type { Store } from '../core/store.ts'
import type { InputSystem, PrivilegedSystem } from '../core/system.ts'
import type { Track } from '../core/track.ts'
import { readJsonFile } from '../io/json-file.ts'
import { createGateway, type Gateway, type GatewayOptions } from '../models/gateway/gateway.ts'
import { addressOf, isModelId, serverOf, type ModelSources } from '../models/gateway/model-address.ts'
import { listPrices } from '../models/gateway/price-list.ts'
import { readPrices, type PriceTable } from '../models/gateway/prices.ts'
import { promptPack } from '../registry/prompts.ts'
import { createRandom } from '../stats/random.ts'
import { createChatSystem } from '../systems/chat/chat.ts'
import { inSetting } from '../systems/chat/setting-chat.ts'
import type { CliContext } from './context.ts'
import { modelSources } from './model-sources.ts'
import { modelsOfMemory } from './memory-word.ts'
import { ModelOffer } from './offer-models.ts'
import { pricedLedger } from './priced-ledger.ts'

/** A port that systems and judges hold before the gateway behind it can be opened (it needs the run's store). */
class LatePort implements ModelPort {
  #port: ModelPort | null = null

  attach(port: ModelPort): void {
    this.#port = port
  }

  chat(request: ChatRequest, signal: AbortSignal): ReturnType<ModelPort['chat']> {
    return this.#need().chat(request, signal)
  }

  embed(request: EmbedRequest, signal: AbortSignal): ReturnType<ModelPort['embed']> {
    return this.#need().embed(request, signal)
  }

  #need(): ModelPort {
    if (this.#port === null) throw new Error('a model was asked before the gateway was open')
    return this.#port
  }
}

/** Everything that live models of a run need. */
export interface ModelKit {
  readonly settings: ModelSettings
  readonly sources: ModelSources
  readonly prices: PriceTable
  readonly port: ModelPort
  /** The authors' own words, when a folder was given. */
  readonly pack: PromptPack
  /** What programs may ask. Close it before the gateway. */
  readonly offer: ModelOffer
  /** Base URL of a model that is not at its provider's usual address; null: it is, or has no address. */
  serverOf(model: string): string | null
  attach(port: ModelPort): void
}

/**
 * @param servers where models are: `recorded` as the settings of a stored run say, so that nobody needs an address to
 * read it; `current` as the environment says
 * @throws UsageError or InputError for a prompts folder or price file that can't be read */
export async function modelKit(
  settings: ModelSettings,
  context: Pick<CliContext, 'env' | 'cwd'>,
  servers: 'recorded' | 'current',
): Promise<ModelKit> {
  const port = new LatePort()
  const { prices, prompts } = settings
  const sources = modelSources(context.env)
  return {
    settings,
    sources,
    prices:
      prices === null
        ? listPrices
        : readPrices(await readJsonFile(resolve(context.cwd, prices), { name: prices }), prices, listPrices),
    port,
    pack: prompts === null ? noPack : await promptPack(resolve(context.cwd, prompts)),
    offer: new ModelOffer(settings, port),
    serverOf: (model) =>
      servers === 'recorded' ? (settings.servers?.[model] ?? null) : currentServer(model, sources),
    attach: (opened) => port.attach(opened),
  }
}

/** Null for a model without an address too: that is said when it is checked. */
function currentServer(model: string, sources: ModelSources): string | null {
  try {
    return serverOf(addressOf(model, sources))
  } catch (error) {
    if (error instanceof UsageError) return null
    throw error
  }
}

/** The settings with where each of these models is now; what the settings say already stays. */
export function withServers(
  settings: ModelSettings,
  models: readonly string[],
  sources: ModelSources,
): ModelSettings {
  if (settings.servers === null) return settings
  const now = models.flatMap((model): [string, string][] => {
    const server = currentServer(model, sources)
    return server === null ? [] : [[model, server]]
  })
  return { ...settings, servers: { ...Object.fromEntries(now), ...settings.servers } }
}

/** True for `<provider>/<model>` under a known provider. */
export function isModelWord(word: string, kit: Pick<ModelKit, 'sources'>): boolean {
  return isModelId(word, kit.sources)
}

/** A chat model on a track. */
export function chatSystem(model: string, track: Track, protocol: Protocol, kit: ModelKit): InputSystem {
  const prompt =
    protocol === 'reference'
      ? (kit.pack.prompts.get(track.id) ?? track.prompts.reference)
      : track.prompts.strict
  return chatWith(model, prompt, kit)
}

/**
 * A chat model under a prompt.
 * @param purpose of its calls, in the ledger
 */
export function chatWith(model: string, prompt: TrackPrompt, kit: ModelKit, purpose?: string): InputSystem {
  const { settings } = kit
  return createChatSystem({
    id: model,
    model,
    server: kit.serverOf(model),
    port: kit.port,
    parameters: parametersOf(settings, prompt),
    prompt,
    ...(settings.systemPrompt === null ? {} : { systemPrompt: settings.systemPrompt }),
    ...(purpose === undefined ? {} : { purpose }),
  })
}

/** What a word begins with that asks for a model in a setting. */
export const HISTORY = 'history:'

/** The two halves of `history:<setting>+<provider>/<model>`; null for another word. */
export function settingWord(word: string): { readonly setting: string; readonly model: string } | null {
  if (!word.startsWith(HISTORY)) return null
  const cut = word.indexOf('+')
  return cut === -1 ? null : { setting: word.slice(HISTORY.length, cut), model: word.slice(cut + 1) }
}

/** True for a chat model, as it is or in a setting. */
export function isChatWord(word: string, kit: Pick<ModelKit, 'sources'>): boolean {
  return isModelWord(settingWord(word)?.model ?? word, kit)
}

/** The models that a chat word asks: the one under test, and one that embeds for its setting. */
export function modelsOfWord(word: string): string[] {
  const parts = settingWord(word)
  if (parts === null) return [word]
  const embedder = parts.setting.split('@')[1]
  return embedder === undefined || embedder.startsWith('local:') ? [parts.model] : [parts.model, embedder]
}

/**
 * A chat model in a setting of the track.
 * @returns null where the track has no such setting
 */
export function settingSystem(
  word: string,
  track: Track,
  protocol: Protocol,
  kit: ModelKit,
): InputSystem | PrivilegedSystem | null {
  const parts = settingWord(word)
  const setting = parts === null ? null : (track.settings?.find(parts.setting) ?? null)
  if (parts === null || setting === null) return null
  const chat = chatSystem(parts.model, track, protocol, kit)
  return inSetting(chat, word, setting, { port: kit.port, model: parts.model })
}

function parametersOf(settings: ModelSettings, prompt: TrackPrompt): ModelParameters {
  const temperature = settings.temperature ?? prompt.temperature
  return {
    maxOutputTokens: settings.maxOutputTokens ?? prompt.maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(settings.reasoningEffort === null ? {} : { reasoningEffort: settings.reasoningEffort }),
  }
}

/** Opens the gateway of a run; every call goes through it, into the run's ledger and the store's cache. */
export async function openGateway(
  kit: ModelKit,
  store: Store,
  run: RunRecord,
  context: CliContext,
): Promise<Gateway> {
  const { settings } = kit
  const spent = (await store.callTotals(run.id)).reduce((sum, totals) => sum + totals.spent, 0)
  return attached(kit, {
    ...gatewayBasics(kit, run.id, context),
    ledger: { port: pricedLedger(store, kit.prices, context), run: run.id },
    cache: store,
    budget: { maxCost: settings.maxCost, alreadySpent: spent, allowUnpriced: settings.allowUnpriced },
    limits: {
      concurrency: run.spec.concurrency,
      ...(settings.requestsPerMinute === null ? {} : { requestsPerMinute: settings.requestsPerMinute }),
      ...(settings.tokensPerMinute === null ? {} : { tokensPerMinute: settings.tokensPerMinute }),
    },
  })
}

/** A gateway for calls that belong to no run: replies are kept in the store's cache, and there is no ledger. */
export function openLooseGateway(kit: ModelKit, store: Store, context: CliContext): Gateway {
  return attached(kit, { ...gatewayBasics(kit, 'no run', context), ledger: null, cache: store })
}

function attached(kit: ModelKit, options: GatewayOptions): Gateway {
  const gateway = createGateway(options)
  kit.attach(gateway)
  return gateway
}

/** @param seed of the jitter between tries */
function gatewayBasics(
  kit: ModelKit,
  seed: string,
  context: CliContext,
): Pick<GatewayOptions, 'sources' | 'clock' | 'sleep' | 'uniform' | 'prices' | 'onWarning'> {
  const random = createRandom(`${seed} back-off`)
  return {
    sources: kit.sources,
    clock: context.clock,
    sleep: async (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    uniform: () => random.uniform(),
    prices: kit.prices,
    onWarning: (model, warning) => void context.stderr.write(`warning: ${model}: ${warning}\n`),
  }
}

/** Ids of the models that judge a run. */
export function judgesOf({ spec }: Pick<RunRecord, 'spec'>): string[] {
  return [...new Set(spec.tracks.flatMap(({ judged }) => judged.flatMap(({ models }) => models)))]
}

/** Every model id of a run: chat systems, judges, and what is offered to programs. */
export function modelsOfRun(run: Pick<RunRecord, 'spec'>, kit: Pick<ModelKit, 'sources'>): string[] {
  const systems = run.spec.tracks.flatMap(({ systems: records }) => records.map(({ spec }) => spec))
  const asked = systems.flatMap((word) => [
    ...(isChatWord(word, kit) ? modelsOfWord(word) : []),
    ...modelsOfMemory(word, kit.sources, run.spec.memory),
  ])
  return [...new Set([...asked, ...judgesOf(run), ...run.spec.models.offered])]
}
