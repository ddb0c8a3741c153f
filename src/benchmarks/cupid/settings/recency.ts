import { parseOnce } from '../../../core/parse-once.ts'
import type { InputSetting } from '../../../core/setting.ts'
import { cupidInputSchema } from '../shapes.ts'
import { withSessions } from './chosen-sessions.ts'

const inputOf = parseOnce(cupidInputSchema)

/** The last `count` sessions; with 0, the request alone: what a model says without having read the history. */
export function lastSessions(count: number): InputSetting {
  return {
    id: count === 0 ? 'none' : `last-${count}`,
    kind: 'ranked',
    identity: { setting: 'last', version: '1', count },
    warnings: [],
    async prepare({ input }) {
      const given = inputOf(input)
      const first = Math.max(0, given.sessions.length - count)
      return withSessions(
        given,
        given.sessions.flatMap((_, place) => (place >= first ? [place] : [])),
      )
    },
  }
}
