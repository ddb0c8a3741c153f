import type { JsonObject } from '../../../core/json.ts'
import { PreparedValue, valueSimilarity } from '../../../text/similarity.ts'
import { comparabilityOf, crossesLanguages } from '../scoring/language-gap.ts'
import { optimalPairs } from '../scoring/optimal-pairs.ts'
import {
  agreement,
  agreementText,
  AGREEMENT_THRESHOLD,
  type AgreementText,
} from '../scoring/value-agreement.ts'
import type { GoldActions } from './gold-actions.ts'

/** A kept memory must still say the same: spec 2.4's `value_sim` of at least this. */
const KEPT_SIMILARITY = 0.8

/** What a predicted list did, per reference item and in sum. */
export interface ActionVerdicts {
  /** By position in the reference. */
  readonly right: readonly boolean[]
  /** Changes that the prediction claims: items that are no copy of an old one, and lost items. */
  readonly claimed: number
  /** Contradicted old items that are still there. */
  readonly stale: number
  /** Predicted items that agree with no reference item and no old one. */
  readonly invented: number
  readonly predicted: number
  /** Whether words can't tell if the claimed items are the wanted changes. */
  readonly crossesLanguages: boolean
}

/**
 * Each predicted item stands for at most one thing: an item kept, a stale item, a replacement or an addition.
 * Which one is found by one optimal assignment, so that no prediction proves two actions and order is no matter.
 *
 * - Retention is right with a partner of `value_sim` 0.8 or more.
 * - A stale partner agrees with the contradicted old item, and is no nearer to its replacement nor to any other
 *   old item.
 * - A replacement's partner agrees with the new value and is nearer to it than to the old one. The modification
 *   is right when there is one and no stale item.
 * - An addition's partner agrees with the new value and is nearer to no old item.
 *
 * "Agrees" is the value agreement of strict-match.
 */
export function judgeActions(
  { pool, items }: GoldActions,
  predictedObjects: readonly JsonObject[],
): ActionVerdicts {
  const predicted = predictedObjects.map(prepare).toSorted((a, b) => compareText(a.text.text, b.text.text))
  const old = pool.map(prepare)
  const rows: Row[] = items.flatMap((gold, position): Row[] => {
    const item = prepare(gold.item)
    if (gold.action === 'retention') return [{ role: 'kept', position, item, allows: (p) => isCopy(item, p) }]
    if (gold.action === 'addition') {
      return [{ role: 'added', position, item, allows: (p) => agrees(item, p) && !isNearer(p, item, old) }]
    }
    const target = prepare(gold.old)
    return [
      {
        role: 'replaced',
        position,
        item,
        allows: (p) => agrees(item, p) && nearness(item, p) > nearness(target, p),
      },
      {
        role: 'stale',
        position,
        item: target,
        allows: (p) =>
          (agrees(target, p) || isCopy(target, p)) &&
          nearness(target, p) >= nearness(item, p) &&
          !isNearer(p, target, old),
      },
    ]
  })

  const pairs = optimalPairs(rows.length, predicted.length, AGREEMENT_THRESHOLD, (at, column) => {
    const [row, p] = [rows[at], predicted[column]]
    if (row === undefined || p === undefined || !row.allows(p)) return 0
    return Math.max(like(row.item, p), AGREEMENT_THRESHOLD)
  })
  const found = new Set(pairs.map(({ row }) => row))
  const has = (role: Row['role'], position: number): boolean =>
    rows.some((row, at) => row.role === role && row.position === position && found.has(at))

  const copies = new Set(
    pairs.flatMap(({ row, column }) => (['kept', 'stale'].includes(rows[row]?.role ?? '') ? [column] : [])),
  )
  const claimedItems = predicted.filter((_item, column) => !copies.has(column))
  const lost = rows.filter((row, at) => row.role === 'kept' && !found.has(at)).length
  const wanted = items.flatMap((gold) =>
    gold.action === 'retention' ? [] : [agreementText(gold.item['value'])],
  )
  const claimedTexts = claimedItems.map(({ text }) => text)
  const known = [...old, ...items.map(({ item }) => prepare(item))]
  return {
    right: items.map(({ action }, position) => {
      if (action === 'retention') return has('kept', position)
      if (action === 'addition') return has('added', position)
      return has('replaced', position) && !has('stale', position)
    }),
    claimed: claimedItems.length + lost,
    stale: rows.filter((row, at) => row.role === 'stale' && found.has(at)).length,
    invented: predicted.filter((p) => !known.some((item) => agrees(item, p) || isCopy(item, p))).length,
    predicted: predicted.length,
    crossesLanguages: crossesLanguages(
      wanted.length,
      claimedTexts.length,
      comparabilityOf(wanted, claimedTexts),
    ),
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

interface Value {
  readonly text: AgreementText
  readonly prepared: PreparedValue
}

interface Row {
  readonly role: 'kept' | 'stale' | 'replaced' | 'added'
  /** Position of the reference item that the row belongs to. */
  readonly position: number
  readonly item: Value
  allows(predicted: Value): boolean
}

function prepare(item: JsonObject): Value {
  return { text: agreementText(item['value']), prepared: new PreparedValue(item['value']) }
}

function like(a: Value, b: Value): number {
  return agreement(a.text, b.text)
}

/**
 * To compare which of two values a third one is nearer to: agreement plus difflib's ratio, which sees the order
 * of words ("prefers A over B" against "prefers B over A").
 */
function nearness(item: Value, predicted: Value): number {
  return like(item, predicted) + predicted.prepared.ratioAgainst(item.prepared)
}

function agrees(a: Value, b: Value): boolean {
  return like(a, b) >= AGREEMENT_THRESHOLD
}

function isCopy(gold: Value, predicted: Value): boolean {
  if (gold.text.folded !== '' && gold.text.folded === predicted.text.folded) return true
  return valueSimilarity(gold.prepared, predicted.prepared) >= KEPT_SIMILARITY
}

/** Whether a predicted value is nearer to some other value than to this one. */
function isNearer(predicted: Value, item: Value, others: readonly Value[]): boolean {
  const own = nearness(item, predicted)
  return others.some((other) => nearness(other, predicted) > own)
}
