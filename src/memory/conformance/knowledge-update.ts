import { failed, noted, passed, type MemoryCheck } from './bench.ts'
import { shown, tells } from './items.ts'
import { saidOn } from './said-on.ts'

const FIRST = '2023-02-06'
const LATER = '2023-06-19'

/** A later session corrects an earlier one. */
export const knowledgeUpdate: MemoryCheck = {
  id: 'knowledge-update',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', ['I work at a bakery called Morvelle.'], `${FIRST}T12:00:00+00:00`)
    await bench.tell(
      scope,
      'later',
      ['I have changed jobs. I work at a printing house called Tasquin now.'],
      `${LATER}T12:00:00+00:00`,
    )
    await bench.ready(scope)
    const found = await bench.search(scope, 'Where do I work?')
    const current = found.findIndex((item) => tells(item, 'Tasquin'))
    // What tells both tells that it changed.
    const old = found.findIndex((item) => tells(item, 'Morvelle') && !tells(item, 'Tasquin'))
    if (current === -1) return failed(`The corrected fact “Tasquin” was not found: ${shown(found)}.`)
    if (old === -1) return passed('The corrected fact was found and the old one was not.')
    if (current < old) return passed('The corrected fact was found before the old one.')
    const dated = [
      [current, LATER],
      [old, FIRST],
    ] as const
    const told = dated.every(([at, day]) => {
      const item = found[at]
      return item !== undefined && saidOn(item, day) !== null
    })
    return told
      ? noted('The old fact was found before the corrected one; only their dates tell which is true.')
      : failed('The old fact was found before the corrected one, and nothing tells which is true.')
  },
}
