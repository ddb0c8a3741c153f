import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../core/errors.ts'
import type { RunSpec } from '../core/run.ts'
import { writeTextFile } from '../io/atomic-file.ts'
import { egressSheet, type EgressRow } from '../models/gateway/estimate.ts'
import { homeOf, type CliContext } from './context.ts'
import { modelsOfMemory } from './memory-word.ts'
import { judgesOf, modelsOfRun, modelsOfWord, type ModelKit } from './models.ts'

const allowedSchema = z.array(z.object({ dataset: z.string(), host: z.string(), at: z.string() }))

/** Which text of a run goes to which host. */
export function egressOf({
  spec,
  kit,
}: {
  readonly spec: RunSpec
  readonly kit: ModelKit
}): readonly EgressRow[] {
  const judges = judgesOf({ spec })
  const uses = modelsOfRun({ spec }, kit).map((model) => ({
    model,
    kinds: [
      ...(spec.tracks.some(({ systems }) =>
        systems.some(({ spec: word }) => modelsAsked(word, spec, kit).includes(model)),
      )
        ? ['dialogues and memories']
        : []),
      ...(judges.includes(model) ? ['queries, gold and answers'] : []),
      ...(spec.models.offered.includes(model) ? ['whatever programs send'] : []),
    ],
  }))
  return [...egressSheet(uses, kit.sources), ...memoryHosts(spec)]
}

/** Services of memory systems get whatever is told to them. */
function memoryHosts({ tracks }: RunSpec): EgressRow[] {
  const hosts = new Map<string, Set<string>>()
  for (const { id, memory } of tracks.flatMap(({ systems }) => systems)) {
    for (const host of memory?.hosts ?? []) hosts.set(host, (hosts.get(host) ?? new Set()).add(id))
  }
  return [...hosts].map(([host, systems]) => ({
    host,
    loopback: false,
    models: [...systems].toSorted(),
    kinds: ['dialogues, memories and queries'],
  }))
}

function modelsAsked(word: string, spec: RunSpec, kit: ModelKit): string[] {
  const ofMemory = modelsOfMemory(word, kit.sources, spec.memory)
  return ofMemory.length > 0 ? ofMemory : modelsOfWord(word)
}

/**
 * Texts of a data set leave the machine only when somebody said so, once for each data set and host.
 * @throws UsageError naming hosts and texts that were not allowed yet
 */
export async function checkEgress(
  prepared: { readonly spec: RunSpec; readonly kit: ModelKit },
  isAllowed: boolean,
  context: CliContext,
): Promise<void> {
  await allowEgress(prepared.spec.descriptor.id, egressOf(prepared), isAllowed, context)
}

/**
 * The same for calls outside of a run.
 * @param what the texts that would go to the hosts of these models
 */
export async function checkEgressTo(
  models: readonly string[],
  what: string,
  kit: Pick<ModelKit, 'sources'>,
  isAllowed: boolean,
  context: CliContext,
): Promise<void> {
  const uses = models
    .filter((model) => !model.startsWith('local:'))
    .map((model) => ({ model, kinds: [what] }))
  await allowEgress(what, egressSheet(uses, kit.sources), isAllowed, context)
}

async function allowEgress(
  dataset: string,
  all: readonly EgressRow[],
  isAllowed: boolean,
  context: CliContext,
): Promise<void> {
  const rows = all.filter(({ loopback }) => !loopback)
  const file = join(homeOf(context), 'egress.json')
  const allowed = await readAllowed(file)
  const missing = rows.filter(
    ({ host }) => !allowed.some((entry) => entry.dataset === dataset && entry.host === host),
  )
  if (missing.length === 0) return
  if (!isAllowed) {
    const what = missing.map(({ host, kinds }) => `${kinds.join('; ')} to ${host}`).join(', and ')
    throw new UsageError(
      `this run would send texts of ${dataset} away: ${what}`,
      'add --allow-egress if they may go there (asked once per data set and host); --dry-run shows what it would cost',
    )
  }
  const at = new Date(context.clock.now()).toISOString()
  const entries = [...allowed, ...missing.map(({ host }) => ({ dataset, host, at }))]
  await writeTextFile(file, `${JSON.stringify(entries, null, 2)}\n`)
}

async function readAllowed(file: string): Promise<z.infer<typeof allowedSchema>> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  return allowedSchema.parse(JSON.parse(text))
}
