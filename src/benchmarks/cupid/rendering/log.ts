import { pythonStrip } from '../../../text/python-whitespace.ts'

/** A session as a log shows it: its messages, or a summary in the place of them. */
export type LogSession = (
  | { readonly dialogue: readonly { readonly role: string; readonly content: string }[] }
  | { readonly summary: string }
) & {
  /** Place in the whole history, from 1, where sessions were left out. */
  readonly number?: number
}

/**
 * The interaction log of the prompts (spec 2.2), oldest session first. Headings count from 1, or show the sessions' own
 * numbers. Every role other than `user` is the assistant. Words of messages are neither trimmed nor escaped. A summary
 * stands under a heading of its own (how the authors print one is not known, spec 2.14).
 * @returns an empty text for no sessions
 */
export function renderLog(sessions: readonly LogSession[]): string {
  return pythonStrip(sessions.map((session, place) => rendered(session, place + 1)).join(''))
}

function rendered(session: LogSession, place: number): string {
  const parts =
    'summary' in session
      ? [block('Summary', session.summary)]
      : session.dialogue.map(({ role, content }) => block(role === 'user' ? 'User' : 'AI Assistant', content))
  return `### Session ${session.number ?? place}\n\n${parts.join('')}---\n\n`
}

function block(title: string, text: string): string {
  return `#### ${title}\n\n${text}\n\n`
}
