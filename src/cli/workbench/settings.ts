import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PullDefinition } from '../../core/track.ts'
import { UsageError } from '../../core/errors.ts'
import { listPrices } from '../../models/gateway/price-list.ts'
import { providers } from '../../models/gateway/provider-table.ts'
import { benchmarks } from '../../registry/benchmarks.ts'
import type { SettingsView } from '../../server/schemas/lab.ts'
import { openContext } from '../context.ts'
import { modelSources } from '../model-sources.ts'
import { openDatasets } from '../prepare-run.ts'
import { packageVersion } from '../provenance.ts'
import type { WorkbenchContext } from './store-source.ts'

type Datasets = SettingsView['datasets']

/** What is here: data sets, keys by their presence alone, prices and benchmarks. */
export async function settingsOf(context: WorkbenchContext): Promise<SettingsView> {
  return {
    version: await packageVersion(),
    node: process.version,
    datasets: [...(await sampleSets(context)), ...(await pulledSets(context))],
    providers: providersOf(context),
    prices: {
      list: `${listPrices.name} (${listPrices.source})`,
      date: listPrices.asOf,
      models: Object.entries(listPrices.prices).map(([model, { input, output }]) => ({
        model,
        input,
        output,
      })),
    },
    benchmarks: benchmarks.map(({ id, title, citation, tracks }) => ({
      id,
      title,
      citation,
      tracks: tracks.map((track) => ({ id: track.id, title: track.title })),
    })),
  }
}

async function sampleSets(context: WorkbenchContext): Promise<Datasets> {
  return (await openDatasets('sample', context)).map(({ descriptor }) => ({
    name: 'sample',
    title: descriptor.title,
    benchmark: descriptor.benchmark,
    licence: descriptor.licence,
    attribution: descriptor.attribution,
    source: descriptor.source,
    present: true,
    revision: descriptor.revision,
  }))
}

async function pulledSets(context: WorkbenchContext): Promise<Datasets> {
  const { home } = openContext(context)
  const sets: Datasets = []
  for (const { id, pulls } of benchmarks)
    for (const pull of pulls) {
      const present = existsSync(join(home, pull.name))
      sets.push({
        ...factsOf(pull),
        benchmark: id,
        present,
        revision: present ? await revisionOf(pull.name, context) : null,
      })
    }
  return sets
}

function factsOf({ name, title, licence, attribution, source }: PullDefinition) {
  return { name, title, licence, attribution, source }
}

/** null: the data can't be opened, which whoever runs on it is told. */
async function revisionOf(name: string, context: WorkbenchContext): Promise<string | null> {
  return openDatasets(name, context).then(
    ([dataset]) => dataset?.descriptor.revision ?? null,
    () => null,
  )
}

/** Providers, and whether the variable of their key is set. The key itself is never read further than that. */
function providersOf(context: WorkbenchContext): SettingsView['providers'] {
  const isSet = (variable: string): boolean => (context.env[variable]?.trim() ?? '') !== ''
  const commands = sourcesOf(context)
  const own = providers.map(({ name, keyVariables, keyRequired, baseUrl, baseUrlVariable }) => {
    const found = keyVariables.find(isSet)
    const variable = found ?? keyVariables[0] ?? null
    if (!keyRequired && found === undefined)
      return { provider: name, variable: null, present: baseUrl !== null || isSet(baseUrlVariable) }
    return {
      provider: name,
      variable,
      present: found !== undefined || Object.hasOwn(commands.keyCommands ?? {}, name),
    }
  })
  const named = Object.keys(commands.baseUrls ?? {}).map((provider) => ({
    provider,
    variable: null,
    present: true,
  }))
  return [...own, ...named]
}

/** A wrong variable of somebody's own is told by what asks a model; the rest of the page has no need of it. */
function sourcesOf({ env }: WorkbenchContext): Partial<ReturnType<typeof modelSources>> {
  try {
    return modelSources(env)
  } catch (error) {
    if (error instanceof UsageError) return {}
    throw error
  }
}
