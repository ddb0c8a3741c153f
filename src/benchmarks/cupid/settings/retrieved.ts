import { parseOnce } from '../../../core/parse-once.ts'
import type { InputSetting } from '../../../core/setting.ts'
import { createBm25 } from '../../../text/bm25.ts'
import { cosine } from '../../../text/cosine.ts'
import { tokenizeMultilingual } from '../../../text/tokenize.ts'
import { cupidInputSchema } from '../shapes.ts'
import { sessionText, withSessions } from './chosen-sessions.ts'

const inputOf = parseOnce(cupidInputSchema)

/** The `count` sessions whose words fit the request best (BM25Okapi); of equal ones the later. */
export function bm25Sessions(count: number): InputSetting {
  return {
    id: `bm25-${count}`,
    kind: 'ranked',
    identity: { setting: 'bm25', version: '1', count },
    warnings: [],
    async prepare({ input }) {
      const given = inputOf(input)
      // Newest first, because equal scores keep the order of the documents.
      const documents = given.sessions
        .toReversed()
        .map((session) => tokenizeMultilingual(sessionText(session)))
      const ranking = createBm25(documents).ranking(tokenizeMultilingual(given.request))
      const last = given.sessions.length - 1
      return withSessions(
        given,
        ranking.slice(0, count).map((index) => last - index),
      )
    },
  }
}

/** The `count` sessions whose embedding is nearest to the request's (cosine); of equal ones the later. */
export function embeddedSessions(count: number, model: string): InputSetting {
  return {
    id: `embedding-${count}@${model}`,
    kind: 'ranked',
    identity: { setting: 'embedding', version: '1', count, model },
    warnings: [],
    async prepare({ input }, { port }, { signal }) {
      const given = inputOf(input)
      if (given.sessions.length === 0) return withSessions(given, [])
      const texts = [given.request, ...given.sessions.map(sessionText)]
      const [request, ...sessions] = await port.embed({ model, texts, purpose: 'retrieve' }, signal)
      if (request === undefined) return withSessions(given, [])
      const ranking = sessions
        .map((vector, place) => ({ place, similarity: cosine(request, vector) }))
        .toSorted((a, b) => b.similarity - a.similarity || b.place - a.place)
      return withSessions(
        given,
        ranking.slice(0, count).map(({ place }) => place),
      )
    },
  }
}
