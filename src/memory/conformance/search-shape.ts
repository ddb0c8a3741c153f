import { failed, notMeasured, passed, type MemoryCheck } from './bench.ts'
import { quote } from './quote.ts'

const ANIMALS = [
  'My cat is called Immerwyn.',
  'My dog is called Caspelot.',
  'My goat is called Runolda.',
  'My hen is called Betharyl.',
  'My horse is called Anstruda.',
]
const QUESTION = 'What are my cat, dog, goat, hen and horse called?'

/** Asked for one of five, the least favourable number: whoever multiplies it shows here. */
export const returnsAtMostK: MemoryCheck = {
  id: 'returns-at-most-k',
  exempt: ({ facts }) =>
    facts.searches ? null : 'It hands over what it always hands over; no number is asked for.',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', ANIMALS)
    await bench.ready(scope)
    const found = await bench.search(scope, QUESTION, 1)
    if (found.length > 1) return failed(`1 item was asked for, ${found.length} came back.`)
    if (found.length === 0) return notMeasured('Nothing was found of five sentences.')
    if (bench.system.capabilities.list && (await scope.list()).length < 2) {
      return notMeasured('It made one item of five sentences, so more could not come back.')
    }
    return passed('1 item was asked for and 1 came back.')
  },
}

/** The loss ledger follows an item by its id from what is stored to what is found. */
export const idsListed: MemoryCheck = {
  id: 'ids-listed',
  exempt: ({ capabilities }) => (capabilities.list ? null : "It can't show all that it keeps."),
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', ANIMALS)
    await bench.ready(scope)
    const found = await bench.search(scope, QUESTION)
    if (found.length === 0) return notMeasured('Nothing was found of five sentences.')
    const listed = (await scope.list()).map(({ id }) => id)
    const ids = new Set(listed)
    if (ids.size < listed.length) return failed(`${listed.length} items are listed under ${ids.size} ids.`)
    const [unlisted] = found.filter(({ id }) => !ids.has(id))
    return unlisted === undefined
      ? passed('Every id that was found is in the list.')
      : failed(`The id ${quote(unlisted.id, 80)} was found and is not in the list of ${listed.length}.`)
  },
}
