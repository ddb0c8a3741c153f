import { failed, noted, notMeasured, passed, type MemoryCheck } from './bench.ts'
import { shown, tells } from './items.ts'
import { quote } from './quote.ts'
import { saidOn } from './said-on.ts'

const DAY = '2023-03-17'

/** The date that a session has must be there when its fact is found, in the way that the system declares. */
export const datedFact: MemoryCheck = {
  id: 'dated-fact',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', ['My tortoise is called Quillomer.'], `${DAY}T12:00:00+00:00`)
    await bench.ready(scope)
    const found = await bench.search(scope, 'What is my tortoise called?')
    const facts = found.filter((item) => tells(item, 'Quillomer'))
    const [fact] = facts
    if (fact === undefined) return notMeasured(`The fact itself was not found: ${shown(found)}.`)
    const places = facts.map((item) => saidOn(item, DAY))
    const { dates } = bench.system.capabilities
    if (places.includes('field')) {
      return dates === 'none'
        ? noted('It declares that dates are lost, and gives them in a field.')
        : passed('The date of the session came back in a field.')
    }
    if (places.includes('text')) {
      return dates === 'in-text'
        ? passed('The date of the session came back in the text.')
        : noted(`The date of the session is in the text; declared is “${dates}”.`)
    }
    const came = `said at ${fact.saidAt === null ? 'nothing' : quote(fact.saidAt, 40)}, text ${quote(fact.text, 120)}`
    return dates === 'none'
      ? noted('The date of the session is lost, as declared.')
      : failed(`The session was on ${DAY} and dates are declared “${dates}”; it gave ${came}.`)
  },
}
