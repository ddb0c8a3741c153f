import type { Setting, Settings } from '../../../core/setting.ts'
import { oraclePreference, oracleSessions } from './oracle.ts'
import { lastSessions } from './recency.ts'
import { bm25Sessions, embeddedSessions } from './retrieved.ts'
import { summaries } from './summaries.ts'

const forms: Settings['forms'] = [
  { form: 'none', description: 'the request alone' },
  { form: 'last-<k>', description: 'the last k sessions' },
  { form: 'bm25-<k>', description: 'the k sessions whose words fit the request best' },
  { form: 'embedding-<k>@<model>', description: 'the k sessions whose embedding is nearest to the request' },
  { form: 'summaries', description: 'notes on every session, written by the model under test' },
  { form: 'oracle-factor', description: 'privileged: the sessions of the current context factor' },
  { form: 'oracle-strict', description: 'privileged: those of them that show the gold preference' },
]

function find(word: string): Setting | null {
  const counted = /^(last|bm25|embedding)-([1-9]\d{0,2})(?:@(.+))?$/.exec(word)
  const [, kind, digits = '', model] = counted ?? []
  const count = Number(digits)
  if (kind === 'last' && model === undefined) return lastSessions(count)
  if (kind === 'bm25' && model === undefined) return bm25Sessions(count)
  if (kind === 'embedding' && model !== undefined) return embeddedSessions(count, model)
  switch (word) {
    case 'none':
      return lastSessions(0)
    case 'summaries':
      return summaries
    case 'oracle-factor':
      return oracleSessions('factor')
    case 'oracle-strict':
      return oracleSessions('strict')
    default:
      return null
  }
}

/** Ways of handing over the history for `cupid/inference`. */
export const inferenceSettings: Settings = { forms, find }

/** Those of `cupid/generation`: an answer can also be given the gold preference outright. */
export const generationSettings: Settings = {
  forms: [
    ...forms,
    {
      form: oraclePreference.id,
      description: 'privileged: the gold preference in place of the history, the ceiling',
    },
  ],
  find: (word) => (word === oraclePreference.id ? oraclePreference : find(word)),
}
