import type { MemoryMessage } from '../../core/memory.ts'
import { failed, noted, passed, type MemoryCheck } from './bench.ts'
import { shown, tells } from './items.ts'

/** Questions about the world, each with a word that nothing else has. */
const CHATTER = [
  {
    question: 'How high is Mount Kosciuszko?',
    word: 'Kosciuszko',
    answer: 'A little over two thousand metres.',
  },
  { question: 'Is xenon heavier than air?', word: 'xenon', answer: 'Yes, about four times as heavy.' },
  { question: 'How many strings has a theorbo?', word: 'theorbo', answer: 'Fourteen, as a rule.' },
  {
    question: 'What does quincunx mean?',
    word: 'quincunx',
    answer: 'Five points, one of them in the middle.',
  },
]

/**
 * Ten messages of which one tells something about the user. Keeping all of them is no fault: a store of raw text is
 * built so. But its recall then says nothing about choosing, and people should know.
 */
export const selects: MemoryCheck = {
  id: 'selects',
  exempt: ({ capabilities }) => (capabilities.list ? null : "It can't show all that it keeps."),
  async run(bench) {
    const scope = await bench.open()
    const say = (role: MemoryMessage['role'], content: string) => ({ role, name: null, content, time: null })
    await bench.tell(scope, 'first', [
      ...CHATTER.flatMap(({ question, answer }) => [say('user', question), say('assistant', answer)]),
      say('user', 'I have a season ticket for a theatre called Lindhorst.'),
      say('assistant', 'Enjoy the plays!'),
    ])
    await bench.ready(scope)
    const items = await scope.list()
    if (!items.some((item) => tells(item, 'Lindhorst'))) {
      return failed(`The one message about the user was not kept: ${shown(items)}.`)
    }
    const kept = CHATTER.filter(({ word }) => items.some((item) => tells(item, word))).length
    return kept === CHATTER.length
      ? noted(
          `It keeps everything: ${kept} of ${kept} questions that tell nothing about the user, beside the fact.`,
        )
      : passed(
          `It kept the fact, and ${kept} of ${CHATTER.length} questions that tell nothing about the user.`,
        )
  },
}
