import { familyOf } from './family.ts'
import { groupBy } from './group-by.ts'

/** What each judge of a panel said of an answer. */
export interface PanelVotes {
  readonly system: string
  readonly votes: readonly { readonly judge: string; readonly value: number }[]
}

/** A system's figure from a panel, with and without the judges of its own family. */
export interface PanelOverlap {
  readonly system: string
  /** Judges of the system's family. */
  readonly judges: readonly string[]
  /** Mean of the judges' own values over the answers that judges of both kinds gave one to. */
  readonly all: number
  readonly without: number
  readonly n: number
}

/** Systems that a panel has judges both of their family and of others for; each with the figure both ways. */
export function panelOverlap(answers: readonly PanelVotes[]): PanelOverlap[] {
  return [...groupBy(answers, ({ system }) => system)].flatMap(([system, own]): PanelOverlap[] => {
    const family = familyOf(system)
    if (family === null) return []
    const isKin = (judge: string): boolean => familyOf(judge) === family
    const both = own.filter(
      ({ votes }) => votes.some(({ judge }) => isKin(judge)) && votes.some(({ judge }) => !isKin(judge)),
    )
    if (both.length === 0) return []
    const kin = both.flatMap(({ votes }) => votes.flatMap(({ judge }) => (isKin(judge) ? [judge] : [])))
    return [
      {
        system,
        judges: [...new Set(kin)],
        all: mean(both.map(({ votes }) => mean(votes.map(({ value }) => value)))),
        without: mean(
          both.map(({ votes }) => mean(votes.flatMap(({ judge, value }) => (isKin(judge) ? [] : [value])))),
        ),
        n: both.length,
      },
    ]
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
