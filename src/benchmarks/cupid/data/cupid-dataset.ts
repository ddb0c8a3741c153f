import type { Case } from '../../../core/case.ts'
import type { CaseOptions, Dataset, DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import { InputError, UsageError, type Place } from '../../../core/errors.ts'
import { sha256 } from '../../../core/hash.ts'
import { buildCase } from './build-case.ts'
import { checkInstances, readInstance, type Claim } from './check-instances.ts'
import { instanceFlaws } from './instance-flaws.ts'
import type { Instance } from './instance-shape.ts'
import type { InstanceSource } from './instance-source.ts'
import { PersonaIndex } from './persona-index.ts'
import type { PublishedFacts } from './published-file.ts'
import { rivalsOf } from './rivals.ts'
import { tagsOf, type Verified } from './tags.ts'

/** Both tracks have the same cases. */
const tracks: readonly string[] = ['cupid/inference', 'cupid/generation']

/** `clean` leaves out instances that are unfit to be run, which `as-published` refuses. */
const views: readonly string[] = ['as-published', 'clean']

export interface CupidData {
  readonly descriptor: DatasetDescriptor
  readonly source: InstanceSource
  readonly verified: Verified
  readonly claim: Claim
  readonly facts: PublishedFacts
}

/** Instances of any layout as a data set: one case for each persona and type, clustered by persona. */
export class CupidDataset implements Dataset {
  readonly splits: readonly string[] = []
  readonly views = views
  readonly descriptor: DatasetDescriptor
  readonly #data: CupidData
  #index: Promise<PersonaIndex> | null = null

  constructor(data: CupidData) {
    this.descriptor = data.descriptor
    this.#data = data
  }

  get details() {
    return { verified: this.#data.verified }
  }

  check(): Promise<DatasetReport> {
    const { source, claim, facts } = this.#data
    return checkInstances(source, this.descriptor, claim, facts)
  }

  /** There is nothing else to fit on: the caller cross-fits over personas. */
  async fitOptions(): Promise<null> {
    return null
  }

  async tracks(options: CaseOptions): Promise<readonly string[]> {
    this.#refuse(options)
    return (await this.#size()) === 0 ? [] : tracks
  }

  async count(track: string, options: CaseOptions): Promise<number> {
    this.#refuse(options, track)
    return this.#size()
  }

  async *cases(track: string, options: CaseOptions): AsyncIterable<Case> {
    this.#refuse(options, track)
    const index = await this.#personas()
    for await (const stored of this.#data.source.instances()) {
      const { instance, place } = readInstance(stored)
      const siblings = index.siblings(instance.persona_id)
      const own = siblings.get(instance.instance_type)
      if (own === undefined) throw changed(place)
      const rivals = rivalsOf(own, siblings)
      const tags = tagsOf(instance, rivals, this.#data.verified)
      const built = buildCase(instance, { rivals, tags, skip: this.#skip(instance, place, options.view) })
      yield options.rekey ? rekeyed(built, options.seed) : built
    }
  }

  #skip(instance: Instance, place: Place, view: string): string | null {
    const [flaw] = instanceFlaws(instance)
    if (flaw === undefined) return null
    if (view === 'clean') return `${flaw.field}: ${flaw.message}`
    const fix = 'mend the instance, or leave such instances out with --view clean'
    throw new InputError(flaw.rule, flaw.message, { ...place, field: flaw.field }, fix)
  }

  #refuse({ split, view, rowBase }: CaseOptions, track?: string): void {
    const { id } = this.descriptor
    if (!views.includes(view)) {
      throw new UsageError(`unknown view ${JSON.stringify(view)}`, `use one of ${views.join(', ')}`)
    }
    if (split !== null) {
      throw new UsageError(
        `${id} has no split ${JSON.stringify(split)}; it has no splits`,
        'leave out --split',
      )
    }
    if (rowBase === 'published-lines') {
      throw new UsageError(`${id} has one line for each instance`, 'use --row-base unique')
    }
    if (track !== undefined && !tracks.includes(track)) {
      throw new UsageError(`${id} has no rows for ${track}`, `it has ${tracks.join(', ')}`)
    }
  }

  async #size(): Promise<number> {
    return this.#data.source.size ?? (await this.#personas()).size
  }

  #personas(): Promise<PersonaIndex> {
    this.#index ??= this.#readPersonas()
    return this.#index
  }

  async #readPersonas(): Promise<PersonaIndex> {
    const index = new PersonaIndex()
    for await (const stored of this.#data.source.instances()) {
      const { instance, place } = readInstance(stored)
      index.add(instance, place)
    }
    return index
  }
}

function changed(place: Place): InputError {
  return new InputError('changed-file', 'the data changed while it was read', place)
}

/** The same case under an id that tells neither persona nor type, for programs, which see the id of a row. */
function rekeyed(one: Case, seed: number): Case {
  const id = `case-${sha256(`${seed}/${one.id}`).slice(0, 16)}`
  return { ...one, id, row: { ...one.row, benchmark_id: id } }
}
