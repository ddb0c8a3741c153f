import type { Case } from '../../core/case.ts'
import { plainView, type CaseView, type ViewBlock } from '../../core/case-view.ts'
import type { DatasetDescriptor } from '../../core/dataset.ts'
import type { CaseSummary } from '../../core/store.ts'
import type { CaseDetail } from '../../server/schemas/cases.ts'
import { EvidencePlaces, languageOf, laidOut } from './laid-out.ts'

/** A case's parts, or its raw JSON where a track can't lay it out, with the reason. */
export interface CaseParts {
  readonly input: readonly ViewBlock[]
  readonly background: readonly ViewBlock[]
  readonly gold: readonly ViewBlock[]
  readonly broken: string | null
}

/** Never throws: a case that is stored is shown, in whatever form. */
export function partsOf(subject: Case, view: CaseView): CaseParts {
  try {
    return { ...readParts(subject, view), broken: null }
  } catch (error) {
    return {
      ...readParts(subject, plainView),
      broken: error instanceof Error ? error.message : String(error),
    }
  }
}

function readParts(subject: Case, view: CaseView): Omit<CaseParts, 'broken'> {
  const background =
    view.background?.(subject) ??
    (subject.background === undefined
      ? []
      : [{ kind: 'json', name: 'background', title: 'Background', json: subject.background } as const])
  return { input: view.input(subject), background, gold: view.gold(subject) }
}

/** Where the evidence of a case's items can stand: what systems see first. */
export function placesOf({ input, background }: CaseParts): EvidencePlaces {
  return new EvidencePlaces([...input, ...background])
}

/** A case as the data has it, with its place among the others of its track. */
export function caseDetail(
  { run, track, descriptor }: { run: string; track: string; descriptor: DatasetDescriptor },
  subject: Case,
  order: readonly Pick<CaseSummary, 'id'>[],
  view: CaseView,
): CaseDetail {
  const parts = partsOf(subject, view)
  const language = languageOf(subject)
  const places = placesOf(parts)
  const ordinal = order.findIndex(({ id }) => id === subject.id)
  return {
    run,
    track,
    id: subject.id,
    hash: subject.hash,
    cluster: subject.cluster,
    weight: subject.weight,
    ordinal,
    of: order.length,
    previous: order[ordinal - 1]?.id ?? null,
    next: order[ordinal + 1]?.id ?? null,
    tags: Object.fromEntries(Object.entries(subject.tags).map(([tag, values]) => [tag, [...values]])),
    skip: subject.skip ?? null,
    input: laidOut(parts.input, language, places),
    background: laidOut(parts.background, language, places),
    gold: laidOut(parts.gold, language, places),
    dataset: { ...descriptor, notes: [...descriptor.notes] },
    withheld: false,
    broken: parts.broken,
  }
}

/** Characters of a title; a row of a list has no more room. */
const TITLE = 200

/** The line by which a case is known in a list: its words on one line. */
export function titleOf(subject: Case, view: CaseView): string {
  let title: string
  try {
    title = view.title(subject)
  } catch {
    title = plainView.title(subject)
  }
  const line = title
    .slice(0, 4 * TITLE)
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return line.length <= TITLE ? line : `${line.slice(0, TITLE).replace(/[\uD800-\uDBFF]$/, '')}…`
}
