import type { Finding } from './dataset.ts'
import type { InputError, Place } from './errors.ts'

const MOST_PLACES = 10

/** Gathers findings of one rule into one line with a count and some places. */
export class FindingList {
  readonly #byRule = new Map<
    string,
    { severity: Finding['severity']; message: string; count: number; places: Place[] }
  >()

  add(severity: Finding['severity'], rule: string, message: string, place: Place): void {
    const known = this.#byRule.get(rule) ?? { severity, message, count: 0, places: [] }
    known.count += 1
    if (known.places.length < MOST_PLACES) known.places.push(place)
    this.#byRule.set(rule, known)
  }

  addError(error: InputError): void {
    this.add('error', error.rule, error.message, error.place)
  }

  /** Errors first, then by rule. */
  get findings(): Finding[] {
    const order = ['error', 'warning', 'note']
    return [...this.#byRule]
      .map(([rule, found]) => ({ rule, ...found }))
      .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || (a.rule < b.rule ? -1 : 1))
  }
}
