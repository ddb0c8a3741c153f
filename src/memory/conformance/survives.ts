import { Fault } from '../../core/fault.ts'
import { endsTheRun, failed, passed, type MemoryCheck } from './bench.ts'
import { shown, tells } from './items.ts'

/** No words at all: white space of several kinds, a NUL, half an emoji. */
const WORDLESS = [
  { role: 'user', name: null, content: ' \n\t\u3000 ', time: null },
  { role: 'assistant', name: null, content: '\u0000\uFFFD \uD83D', time: null },
  { role: 'user', name: null, content: '\u200B\u2028', time: null },
] as const

/** A system may refuse such a session; those before and after it must still be found. */
export const survivesABadSession: MemoryCheck = {
  id: 'survives-a-bad-session',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'before', ['My neighbour is called Pellombra.'])
    let refused = false
    try {
      await bench.tell(scope, 'wordless', WORDLESS)
    } catch (error) {
      const elsewhere = error instanceof Fault && error.by === 'infrastructure'
      if (elsewhere || endsTheRun(error, bench.signal)) throw error
      refused = true
    }
    const how = refused ? 'It refused a session without words' : 'It took a session without words'
    try {
      await bench.tell(scope, 'after', ['My dentist is called Ostravine.'])
    } catch (error) {
      const elsewhere = error instanceof Fault && error.by === 'infrastructure'
      if (elsewhere || endsTheRun(error, bench.signal)) throw error
      return failed(`${how}, and then the next one too.`)
    }
    await bench.ready(scope)
    for (const [who, name] of [
      ['neighbour', 'Pellombra'],
      ['dentist', 'Ostravine'],
    ] as const) {
      const found = await bench.search(scope, `What is my ${who} called?`)
      if (!found.some((item) => tells(item, name))) {
        return failed(`${how}, and “${name}” of another session was not found: ${shown(found)}.`)
      }
    }
    return passed(`${how}, and those before and after it were found.`)
  },
}
