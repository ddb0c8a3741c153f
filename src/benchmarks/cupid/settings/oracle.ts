import { parseOnce } from '../../../core/parse-once.ts'
import type { PrivilegedSetting } from '../../../core/setting.ts'
import { cupidGoldSchema, cupidInputSchema } from '../shapes.ts'
import { withSessions } from './chosen-sessions.ts'

const inputOf = parseOnce(cupidInputSchema)
const goldOf = parseOnce(cupidGoldSchema)

/**
 * Only the sessions that matter: of the current factor (`oracle-factor`), or of it and with the gold preference
 * (`oracle-strict`). Which of the two the paper took is not known (spec 2.14).
 */
export function oracleSessions(rule: 'factor' | 'strict'): PrivilegedSetting {
  return {
    id: `oracle-${rule}`,
    kind: 'privileged',
    identity: { setting: 'oracle-sessions', version: '1', rule },
    warnings: [],
    async preparePrivileged({ input, gold }) {
      const { factor, preference, sessions } = goldOf(gold)
      const places = sessions.flatMap((session, place) =>
        session.factor === factor && (rule === 'factor' || session.preference === preference) ? [place] : [],
      )
      return withSessions(inputOf(input), places)
    },
  }
}

/** The gold preference in place of the history (spec 2.14): how well a model answers when it need not find it. */
export const oraclePreference: PrivilegedSetting = {
  id: 'oracle-preference',
  kind: 'privileged',
  identity: { setting: 'oracle-preference', version: '1' },
  warnings: [],
  async preparePrivileged({ input, gold }) {
    const { preference } = goldOf(gold)
    return { request: inputOf(input).request, sessions: [], preference }
  },
}
