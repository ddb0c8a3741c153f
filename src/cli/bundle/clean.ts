import { basename } from 'node:path'
import { tmpdir, homedir } from 'node:os'
import { mapTexts, pathCutter } from '../../bundle/cut-paths.ts'
import { runEventSchema, type RunEvent } from '../../core/events.ts'
import { isJsonObject, jsonSchema } from '../../core/json.ts'
import type { LedgerEntry } from '../../core/model.ts'
import { runRecordSchema, type RunRecord } from '../../core/run.ts'
import type { OutcomeRow, ResultReference, StageFailure } from '../../core/store.ts'
import { homeOf, type CliContext } from '../context.ts'
import type { RunCopy } from './copy-run.ts'

/** What of this machine is taken out of every bundle: folders, its name, the command line. */
export function machineCleaner(run: RunRecord, context: Pick<CliContext, 'env' | 'cwd'>): RunCopy {
  const cut = pathCutter([context.cwd, homeOf(context), homedir(), tmpdir()])
  const systems = systemNames(run, cut)
  const failure = (failed: StageFailure | null): StageFailure | null =>
    failed === null ? null : { ...failed, message: cut(failed.message) }
  return {
    record: cleanRecord(run, cut, systems),
    case: (subject) => subject,
    result: (result) => result,
    reference: (reference: ResultReference) => ({
      ...reference,
      system: systems(reference.system),
      failure: failure(reference.failure),
    }),
    outcome: (row: OutcomeRow) => ({
      ...row,
      system: systems(row.system),
      outcome:
        row.outcome.status === 'failed' ? { ...row.outcome, message: cut(row.outcome.message) } : row.outcome,
    }),
    event: (event: RunEvent) =>
      runEventSchema.parse(mapTexts(jsonSchema.parse(event), (text) => cut(systems(text)))),
    call: (entry: LedgerEntry) => ({
      ...entry,
      detail: entry.detail === null ? null : cut(entry.detail),
      ...(entry.about === undefined
        ? {}
        : { about: { ...entry.about, system: systems(entry.about.system) } }),
    }),
  }
}

/** Ids of systems without folders; two that would become one are numbered. Other texts stay. */
function systemNames(run: RunRecord, cut: (text: string) => string): (id: string) => string {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { systems } of run.spec.tracks) {
    for (const { id } of systems) {
      if (names.has(id)) continue
      let name = cut(id)
      for (let place = 2; taken.has(name); place += 1) name = `${cut(id)} (${place})`
      taken.add(name)
      names.set(id, name)
    }
  }
  return (id) => names.get(id) ?? id
}

function cleanRecord(
  run: RunRecord,
  cut: (text: string) => string,
  systems: (id: string) => string,
): RunRecord {
  const { spec, provenance } = run
  const { rapport, node, platform } = provenance
  const { dataset } = spec.data
  const cleaned = mapTexts(
    jsonSchema.parse({
      ...run,
      // The data has to be known by its name, its revision and its cases; where it lay helps nobody.
      spec: {
        ...spec,
        data: {
          ...spec.data,
          dataset: dataset.includes('/') || dataset.includes('\\') ? basename(dataset) : dataset,
        },
        models: { ...spec.models, prices: null, prompts: null },
        tracks: spec.tracks.map((track) => ({
          ...track,
          systems: track.systems.map((system) => ({ ...system, id: systems(system.id) })),
        })),
      },
      provenance: { rapport: rapport ?? null, node: node ?? null, platform: platform ?? null },
    }),
    cut,
  )
  if (!isJsonObject(cleaned)) throw new Error('a run is an object')
  return runRecordSchema.parse(cleaned)
}
