import type { ProjectRecords } from '../../annotation/project-state.ts'
import { judgeBodyFlaw } from '../../annotation/judged-value.ts'
import type { AnnotationEntry, AnswerBody, ItemContent } from '../../core/annotation.ts'
import { UsageError } from '../../core/errors.ts'
import { sha256 } from '../../core/hash.ts'
import { NotFoundError } from '../../server/problems.ts'

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u

/** Whether an entry that is there already is the one that is sent again. */
export function isSame(kept: AnnotationEntry, sent: Omit<AnnotationEntry, 'seq'>): boolean {
  const whose = (entry: Omit<AnnotationEntry, 'seq'>): string =>
    JSON.stringify([entry.item, entry.annotator, entry.act])
  if (whose(kept) !== whose(sent)) return false
  // What an undo goes back to depends on when it comes; that it is the same one is told by its id.
  return (
    kept.act === 'undo' ||
    sha256(JSON.stringify([kept.state, kept.body])) === sha256(JSON.stringify([sent.state, sent.body]))
  )
}

/** What a person saved and undid of an item. */
export function ownEntries(
  entries: readonly AnnotationEntry[],
  item: string,
  annotator: string,
): AnnotationEntry[] {
  return entries.filter(
    (entry) => entry.item === item && entry.annotator === annotator && entry.act !== 'adjudicate',
  )
}

/** @throws UsageError for what is no pseudonym */
export function checkName(name: string): void {
  if (!NAME.test(name))
    throw new UsageError(
      `${JSON.stringify(name)} is no pseudonym`,
      'take letters, digits, dots, dashes and underscores, at most 40',
    )
}

/** @throws NotFoundError for somebody who does not take part */
export function refuseStranger({ seating }: ProjectRecords, annotator: string): void {
  if (!seating.people.includes(annotator))
    throw new NotFoundError(
      `nobody of this project is called ${JSON.stringify(annotator)}`,
      `it has ${seating.people.join(', ')}`,
    )
}

/** Whoever has begun an item may go on with it, also when the seat went to somebody else. @throws UsageError */
export function refuseUnseated(records: ProjectRecords, item: string, annotator: string): void {
  refuseStranger(records, annotator)
  const isSeated = (records.seating.seats[item] ?? []).includes(annotator)
  if (!isSeated && ownEntries(records.entries, item, annotator).length === 0)
    throw new UsageError(`${annotator} does not have this item`, 'choose one of the queue')
}

/** @throws UsageError for an answer that does not fit the item */
export function checkBody(content: ItemContent, body: AnswerBody): void {
  if (content.kind !== body.kind)
    throw new UsageError(
      `the answer is one of ${body.kind}, the item one of ${content.kind}`,
      'load the item again',
    )
  if (content.kind === 'judge' && body.kind === 'judge') {
    const flaw = judgeBodyFlaw(content.fields, body)
    if (flaw !== null) throw new UsageError(flaw, 'correct the value')
  }
  if (content.kind === 'memories' && body.kind === 'memories') {
    const keys = body.cards.map(({ source, key }) => `${source} ${key}`)
    if (new Set(keys).size < keys.length) throw new UsageError('a card comes twice', 'load the item again')
    const gold = new Set(content.gold.map(({ key }) => key))
    const unknown = body.cards.find(({ source, key }) => source === 'gold' && !gold.has(key))
    if (unknown !== undefined)
      throw new UsageError(
        `the item has no gold memory ${JSON.stringify(unknown.key)}`,
        'load the item again',
      )
    const turns = content.blocks.flatMap((block) => (block.kind === 'dialogue' ? block.turns : []))
    const lost = body.cards.flatMap(({ evidence }) => evidence).find(({ turn }) => turn >= turns.length)
    if (lost !== undefined)
      throw new UsageError(`the dialogue has no turn ${lost.turn}`, 'select the passage again')
  }
}
