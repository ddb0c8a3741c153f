import type { AskedField, ItemContent, ProjectKind } from '../core/annotation.ts'
import { krippendorffAlpha } from '../stats/krippendorff.ts'
import { kappaOf, nominalAlpha } from '../stats/nominal-alpha.ts'
import { comparedFields, fieldOf, isKept } from './cards.ts'
import { groupsOf } from './differences.ts'
import type { Stated } from './final.ts'
import { valueOf } from './judged-value.ts'

type Scale = 'nominal' | 'ordinal' | 'interval'
const scaleNames = { binary: 'nominal', ordinal: 'ordinal', interval: 'interval' } as const

/** An item that at least two people are done with. */
export interface RatedItem {
  readonly id: string
  readonly cluster: string
  readonly content: ItemContent
  readonly stated: readonly Stated[]
}

/** What each person says of one thing. */
interface Unit {
  readonly unit: string
  readonly cluster: string
  readonly said: readonly { readonly annotator: string; readonly value: string | number }[]
}

interface FieldUnits {
  readonly field: string
  readonly scale: Scale
  readonly units: readonly Unit[]
}

export interface AgreementRow {
  readonly field: string
  readonly measure: string
  /** null: nothing to compute it from, with the reason in `note`. */
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
  readonly level: number
  readonly n: number
  readonly clusters: number
  readonly observed: number | null
  readonly note: string | null
}

export interface PairRow {
  readonly a: string
  readonly b: string
  readonly field: string
  readonly n: number
  readonly same: number
  readonly kappa: number | null
}

const LEVEL = 0.95

/** How far people agree, field by field, and each two of them. */
export function agreementOf(
  kind: ProjectKind,
  items: readonly RatedItem[],
): { readonly rows: AgreementRow[]; readonly pairs: PairRow[] } {
  const fields = fieldUnits(kind, items)
  return { rows: fields.map(rowOf), pairs: fields.flatMap(pairsOf) }
}

function fieldUnits(kind: ProjectKind, items: readonly RatedItem[]): FieldUnits[] {
  switch (kind) {
    case 'memories':
      return memoryUnits(items)
    case 'judge':
      return judgeUnits(items)
    case 'causes': {
      const units = items.map(({ id, cluster, stated }) => ({
        unit: id,
        cluster,
        said: stated.flatMap(({ annotator, body }) =>
          body.kind === 'causes' && body.cause !== null ? [{ annotator, value: body.cause }] : [],
        ),
      }))
      return [{ field: 'cause', scale: 'nominal', units }]
    }
  }
}

/**
 * Each gold memory is a unit of the decision; of those that people keep, value, label and type are compared. Memories
 * that somebody added are units of their own: did you add it too?
 */
function memoryUnits(items: readonly RatedItem[]): FieldUnits[] {
  const units = new Map<string, Unit[]>(['decision', ...comparedFields, 'added'].map((name) => [name, []]))
  for (const { id, cluster, content, stated } of items) {
    if (content.kind !== 'memories') continue
    const people = stated.filter(({ body }) => body.kind === 'memories')
    const groups = groupsOf(
      content,
      people.map(({ body }) => body),
    )
    for (const [place, { source, cards }] of groups.entries()) {
      const unit = `${id} ${place}`
      const said = people.flatMap(({ annotator }, person) => {
        const kept = isKept(cards[person] ?? null)
        return kept === null ? [] : [{ annotator, value: kept ? 'keep' : 'leave out' }]
      })
      units.get(source === 'gold' ? 'decision' : 'added')?.push({ unit, cluster, said })
      for (const field of comparedFields) {
        const values = people.flatMap(({ annotator }, person) => {
          const card = cards[person] ?? null
          return card !== null && isKept(card) === true ? [{ annotator, value: fieldOf(card, field) }] : []
        })
        units.get(field)?.push({ unit, cluster, said: values })
      }
    }
  }
  return [...units].map(([field, own]) => ({ field, scale: 'nominal', units: own }))
}

function judgeUnits(items: readonly RatedItem[]): FieldUnits[] {
  const fields = new Map<string, { scale: Scale; units: Unit[] }>()
  for (const { id, cluster, content, stated } of items) {
    if (content.kind !== 'judge') continue
    for (const asked of content.fields) {
      const known = fields.get(asked.metric) ?? { scale: scaleNames[asked.scale], units: [] }
      fields.set(asked.metric, known)
      const said = stated.flatMap(({ annotator, body }) => {
        const value = body.kind === 'judge' ? valueOf(asked, body.fields[asked.metric]) : null
        return typeof value === 'number' ? [{ annotator, value: compared(asked, value) }] : []
      })
      known.units.push({ unit: id, cluster, said })
    }
  }
  return [...fields].map(([field, own]) => ({ field, ...own }))
}

/**
 * Measures are compared in steps of a fortieth of their range: alpha counts pairs of distinct values, and rounding adds
 * 1/19,200 of the squared range to their variance.
 */
const STEPS = 40

function compared({ scale, range: [low, high] }: AskedField, value: number): number {
  const width = (high - low) / STEPS
  return scale === 'interval' ? low + Math.round((value - low) / width) * width : value
}

function rowOf({ field, scale, units }: FieldUnits): AgreementRow {
  const paired = units.filter(({ said }) => said.length >= 2)
  const rated = paired.map(({ unit, cluster, said }) => ({
    unit,
    cluster,
    values: said.map(({ value }) => value),
  }))
  const alpha =
    scale === 'nominal'
      ? nominalAlpha(rated, { level: LEVEL })
      : krippendorffAlpha(rated, scale, { level: LEVEL })
  let pairs = 0
  let same = 0
  for (const { said } of paired) {
    for (const [at, one] of said.entries()) {
      for (const other of said.slice(at + 1)) {
        pairs += 1
        if (one.value === other.value) same += 1
      }
    }
  }
  const base = {
    field,
    measure: `Krippendorff’s alpha, ${scale}`,
    level: LEVEL,
    n: paired.length,
    clusters: new Set(paired.map(({ cluster }) => cluster)).size,
    observed: pairs === 0 ? null : same / pairs,
  }
  if (alpha === undefined)
    return {
      ...base,
      value: null,
      low: null,
      high: null,
      note:
        paired.length === 0
          ? 'nobody said anything of what another one did'
          : 'all say one and the same, so nothing shows how far that goes beyond chance',
    }
  return { ...base, value: alpha.value, low: alpha.low, high: alpha.high, note: alpha.note ?? null }
}

function pairsOf({ field, scale, units }: FieldUnits): PairRow[] {
  const people = [...new Set(units.flatMap(({ said }) => said.map(({ annotator }) => annotator)))].toSorted(
    (a, b) => (a < b ? -1 : 1),
  )
  return people.flatMap((a, at) =>
    people.slice(at + 1).flatMap((b): PairRow[] => {
      const both = units.flatMap(({ said }) => {
        const [first, second] = [a, b].map((who) => said.find(({ annotator }) => annotator === who)?.value)
        return first === undefined || second === undefined ? [] : [{ first, second }]
      })
      if (both.length === 0) return []
      const kappa =
        scale === 'interval'
          ? null
          : kappaOf(
              both.map(({ first, second }) => ({ a: first, b: second })),
              scale === 'ordinal' ? 'quadratic' : 'none',
            )
      return [
        {
          a,
          b,
          field,
          n: both.length,
          same: both.filter(({ first, second }) => first === second).length,
          kappa,
        },
      ]
    }),
  )
}
