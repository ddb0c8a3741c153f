import { join } from 'node:path'
import type { DatasetDescriptor, DatasetReport } from '../../../core/dataset.ts'
import { InputError, type Place } from '../../../core/errors.ts'
import type { Json } from '../../../core/json.ts'
import { JsonlLookup, readJsonl } from '../../../io/jsonl.ts'
import { FindingList } from '../../../core/finding-list.ts'
import { countGold, DefectCounts } from './item-counter.ts'
import { publicSourceRow } from './public-rows.ts'
import { referenceRow } from './public-shape.ts'
import type { PublicPart } from './public-part.ts'
import { checkShape, refuseUnstorableIds } from '../../../core/check-shape.ts'

/** Runs an action and turns a broken rule into a finding. */
async function guarded(findings: FindingList, action: () => Promise<void> | void): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    findings.addError(error)
  }
}

interface Spot {
  readonly line: number
  readonly offset: number
  readonly length: number
}

/** Checks one track of one split; returns the ids of its input. */
class PartCheck {
  readonly #root: string
  readonly #part: PublicPart
  readonly #findings: FindingList
  readonly #counts: DefectCounts

  constructor(root: string, part: PublicPart, findings: FindingList, counts: DefectCounts) {
    this.#root = root
    this.#part = part
    this.#findings = findings
    this.#counts = counts
  }

  async run(): Promise<ReadonlyMap<string, Place>> {
    const references = await this.#references()
    const reference = this.#part.reference
    const lookup = reference === null ? null : await JsonlLookup.open(join(this.#root, reference), reference)
    const ids = new Map<string, Place>()
    try {
      for await (const { value, line } of this.#lines(this.#part.input)) {
        const place = { file: this.#part.input, line }
        await guarded(this.#findings, () => this.#row(value, place, ids, references, lookup))
      }
    } finally {
      await lookup?.close()
    }
    for (const [id, { line }] of references) {
      if (ids.has(id) || reference === null) continue
      const message = 'a reference has no input row'
      this.#findings.add('error', 'unknown-reference', message, { file: reference, line, id })
    }
    return ids
  }

  #lines(name: string) {
    const onBadLine = (error: InputError) => this.#findings.addError(error)
    return readJsonl(join(this.#root, name), { name, onBadLine })
  }

  async #references(): Promise<ReadonlyMap<string, Spot>> {
    const spots = new Map<string, Spot>()
    const name = this.#part.reference
    if (name === null) return spots
    await guarded(this.#findings, async () => {
      for await (const { value, line, offset, length } of this.#lines(name)) {
        await guarded(this.#findings, () => {
          const { benchmark_id: id } = checkShape(referenceRow, value, { file: name, line })
          if (spots.has(id)) this.#twice({ file: name, line, id })
          spots.set(id, { line, offset, length })
        })
      }
    })
    return spots
  }

  #twice(place: Place): void {
    this.#findings.add('error', 'duplicate-id', 'an id comes more than once in a file', place)
  }

  async #row(
    value: Json,
    place: Place,
    ids: Map<string, Place>,
    references: ReadonlyMap<string, Spot>,
    lookup: JsonlLookup | null,
  ): Promise<void> {
    const { track, split } = this.#part
    this.#counts.count(`rows ${split} ${track.track}`, 1)
    const bare = publicSourceRow(track, value, null, { split, hidden: null, place })
    if (ids.has(bare.id)) this.#twice(bare.place)
    ids.set(bare.id, bare.place)
    refuseUnstorableIds(bare.place, bare.id, bare.session)
    if (lookup === null) return
    const spot = references.get(bare.id)
    if (spot === undefined) {
      this.#findings.add('error', 'missing-reference', 'an input row has no reference', bare.place)
      return
    }
    const at: Place = { file: this.#part.reference ?? '', line: spot.line, id: bare.id }
    const { gold } = checkShape(referenceRow, await lookup.read(spot), at)
    const row = publicSourceRow(track, value, gold, { split, hidden: null, place: at })
    if (row.task === 'extraction' && row.gold !== null && split !== 'examples') {
      countGold(this.#counts, row.gold.items, at, 'gold.memory_items')
    }
  }
}

/**
 * Looks at every row of the public layout: shape, ids, pairs of input and reference, and ids that are in two
 * of dev, validation and test of a track (spec 1.6).
 */
export async function checkPublic(
  descriptor: DatasetDescriptor,
  root: string,
  parts: readonly PublicPart[],
): Promise<DatasetReport> {
  const findings = new FindingList()
  const counts = new DefectCounts(findings)
  const splitById = new Map<string, Map<string, string>>()
  for (const part of parts) {
    await guarded(findings, async () => {
      const ids = await new PartCheck(root, part, findings, counts).run()
      if (part.split === 'examples') return
      const seen = splitById.get(part.track.track) ?? new Map<string, string>()
      splitById.set(part.track.track, seen)
      for (const [id, place] of ids) {
        const other = seen.get(id)
        if (other !== undefined) {
          findings.add('error', 'split-leakage', 'an id is in two splits of one track', place)
        }
        seen.set(id, part.split)
      }
    })
  }
  return { dataset: descriptor, counts: counts.sorted, findings: findings.findings }
}
