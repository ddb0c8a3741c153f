import { failed, noted, passed, type MemoryCheck } from './bench.ts'
import { shown, tells } from './items.ts'
import { quote } from './quote.ts'

export const becomesReady: MemoryCheck = {
  id: 'becomes-ready',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', ['My rowing boat is called Saltimar.'])
    const readiness = await scope.waitReady(bench.wait)
    switch (readiness.state) {
      case 'ready':
        return passed('It was ready within the deadline.')
      case 'unknown':
        return noted("It can't tell when what it was told can be found.")
      case 'failed':
        return failed(`It says that it will never find ${quote(readiness.sessions.join(', '), 80)}.`)
      case 'timeout':
        return {
          ...failed(`It was told one sentence and was not ready within ${bench.wait / 1000} s.`),
          blocks: "It never became ready, so this can't be told.",
        }
    }
  },
}

export const keepsSomething: MemoryCheck = {
  id: 'keeps-something',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', ['I play the viola in a quartet called Orvessa.'])
    await bench.ready(scope)
    const listed = await scope.list()
    const items = listed.length > 0 ? listed : await bench.search(scope, 'Where do I play the viola?')
    if (items.some(({ text }) => text.trim() !== '')) return passed('It kept something of a plain fact.')
    const blocks = "It keeps nothing of a plain fact, so this can't be told."
    const { searches, embedder, extractionModel } = bench.system.facts
    // The baseline without a memory is no broken one.
    return !searches && embedder === null && extractionModel === null
      ? { ...noted('It keeps nothing, and neither searches, embeds nor writes: a baseline.'), blocks }
      : { ...failed('It was told a plain fact, said that it was ready, and holds nothing.'), blocks }
  },
}

export const writeReadBack: MemoryCheck = {
  id: 'write-read-back',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', ['My kayak is called Veltramin and lies in boathouse 4817.'])
    await bench.ready(scope)
    const found = await bench.search(scope, 'What is my kayak called?')
    return found.some((item) => tells(item, 'Veltramin'))
      ? passed('The name it was told came back.')
      : failed(`A search for the kayak's name should find “Veltramin”; it found ${shown(found)}.`)
  },
}
