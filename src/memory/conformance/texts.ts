import { failed, passed, type MemoryCheck } from './bench.ts'
import { shown, tells } from './items.ts'

const SCRIPTS = [
  { script: 'Chinese', word: '林暮川' },
  { script: 'Arabic', word: 'زمردين' },
  { script: 'Hebrew', word: 'ברקולי' },
  // Several code points in one: skin tone and joiner.
  { script: 'emoji', word: '👩🏽‍🚀🪁' },
]

/** Names are asked back, so that a system that writes in its own words can pass. */
export const unicode: MemoryCheck = {
  id: 'unicode',
  async run(bench) {
    const [chinese, arabic, hebrew, emoji] = SCRIPTS.map(({ word }) => word)
    const scope = await bench.open()
    await bench.tell(scope, 'first', [
      `My parrot is called ${chinese}, my boat ${arabic} and my street ${hebrew}. I sign notes with ${emoji}.`,
    ])
    await bench.ready(scope)
    const found = await bench.search(
      scope,
      'What are my parrot, boat and street called, how do I sign notes?',
    )
    const items = [...found, ...(await scope.list())]
    const lost = SCRIPTS.filter(({ word }) => !items.some((item) => tells(item, word)))
    return lost.length === 0
      ? passed('Chinese, Arabic, Hebrew and emoji came back as they were.')
      : failed(
          `What was written in ${lost.map(({ script }) => script).join(', ')} did not come back: ${shown(items)}.`,
        )
  },
}

const LENGTH = 20_000

/** A fact at the very end of a message of exactly 20,000 characters. */
export function longMessage(): string {
  const fact = ' My sailing club is called Brundiswick.'
  let filler = ''
  for (let day = 1; filler.length < LENGTH; day += 1) {
    filler += `Day ${day} of the harbour log: the tide stood at ${(day * 37) % 90} and ${(day * 7) % 11} boats went out. `
  }
  return filler.slice(0, LENGTH - fact.length) + fact
}

export const longMessages: MemoryCheck = {
  id: 'long-message',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', [longMessage()])
    await bench.ready(scope)
    const found = await bench.search(scope, 'What is my sailing club called?')
    return found.some((item) => tells(item, 'Brundiswick'))
      ? passed('A fact at the end of 20,000 characters was found.')
      : failed(`“Brundiswick”, at the end of 20,000 characters, was not found: ${shown(found)}.`)
  },
}

/** Data sets have them: a picture without words, a reply that was cut off. */
export const emptyMessage: MemoryCheck = {
  id: 'empty-message',
  async run(bench) {
    const scope = await bench.open()
    await bench.tell(scope, 'first', [
      '',
      { role: 'assistant', name: null, content: '', time: null },
      'My bicycle is called Dorvinette.',
    ])
    await bench.ready(scope)
    const found = await bench.search(scope, 'What is my bicycle called?')
    return found.some((item) => tells(item, 'Dorvinette'))
      ? passed('A session with empty messages was kept.')
      : failed(`“Dorvinette”, said after empty messages, was not found: ${shown(found)}.`)
  },
}
