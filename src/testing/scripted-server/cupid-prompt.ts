import { z } from 'zod'
import { parseJson, type Json } from '../../core/json.ts'

// Prompts of CUPID are recognised by the headings that the benchmark fixes (spec 2.2-2.10), whoever worded the rest.

/** A session as a prompt shows it: its words, or a summary of them. */
export interface ShownSession {
  readonly number: number
  readonly text: string
}

/** What a memory system kept, with the numbers of the sessions that it comes from, where it says. */
export interface RecalledItem {
  readonly text: string
  readonly sessions: readonly number[]
}

export interface UserPrompt {
  readonly task: 'infer' | 'generate'
  readonly request: string
  readonly sessions: readonly ShownSession[]
  /** What a memory system found, where that stands in place of the sessions. */
  readonly recalled: readonly RecalledItem[] | null
  /** The preference, where the prompt gives it outright. */
  readonly given: string | null
  /** Whether the sessions relied on are asked for. */
  readonly wantsEvidence: boolean
}

export interface MatchPrompt {
  readonly task: 'match'
  readonly preference: string
  readonly entries: readonly string[]
  /** The fine-tuned matcher is asked in another way, and answers with rows alone. */
  readonly isFineTuned: boolean
}

export interface AlignmentPrompt {
  readonly task: 'align'
  readonly checklist: readonly string[]
  readonly answer: string
}

export interface RivalsPrompt {
  readonly task: 'rivals'
  readonly belief: string
  readonly first: string
  readonly second: string
}

export interface SummaryPrompt {
  readonly task: 'summarise'
  readonly userTurns: readonly string[]
}

export type CupidPrompt =
  | UserPrompt
  | MatchPrompt
  | AlignmentPrompt
  | RivalsPrompt
  | SummaryPrompt
  | { readonly task: 'decompose'; readonly preference: string }

const rivalsSchema = z.object({ belief: z.string(), first: z.string(), second: z.string() })
const recalledSchema = z.object({ text: z.string(), sessions: z.array(z.number()).default([]) })
const transcriptSchema = z.array(z.object({ role: z.string(), content: z.string() })).min(1)

/** What of CUPID a prompt asks for; null when it is none of CUPID's. */
export function cupidPromptIn(system: string, user: string): CupidPrompt | null {
  return userPromptIn(user) ?? evaluationIn(system, user) ?? jsonPromptIn(user)
}

function userPromptIn(user: string): UserPrompt | null {
  const current =
    /^## Current Interaction\s+### User\n+(?<request>[\s\S]*?)\n+(?:---\s+)?## Your Task$/m.exec(user)
  const asked = user.split(/^## User's Request\n/m)
  const request = current?.groups?.['request'] ?? (asked.length > 1 ? asked.at(-1) : undefined)
  const log = user.split(/^## Log of Previous Interaction Sessions$/m)[1]
  const given = /^## The User's Preference\n+(?<given>[\s\S]*?)\n+---$/m.exec(user)?.groups?.['given']
  const recalled = /^## Known From Earlier Sessions\n\n(?<list>[\s\S]*?)\n\n---$/m.exec(user)?.groups?.[
    'list'
  ]
  if (request === undefined || (log ?? given ?? recalled) === undefined) return null
  const end = log?.lastIndexOf(current === null ? "\n## User's Request" : '\n## Current Interaction') ?? 0
  return {
    task: current === null ? 'generate' : 'infer',
    request,
    sessions: log === undefined ? [] : sessionsIn(log.slice(0, end)),
    recalled: log !== undefined || recalled === undefined ? null : recalledIn(recalled),
    given: given ?? null,
    wantsEvidence: /^### Sessions Relied On$/m.test(user),
  }
}

function recalledIn(list: string): RecalledItem[] {
  return list.split('\n').flatMap((line) => recalledSchema.safeParse(jsonOf(line)).data ?? [])
}

function sessionsIn(log: string): ShownSession[] {
  const [, ...parts] = log.split(/^### Session (\d+)$/m)
  return parts.flatMap((number, at) =>
    at % 2 === 0 ? [{ number: Number(number), text: parts[at + 1] ?? '' }] : [],
  )
}

function evaluationIn(system: string, user: string): CupidPrompt | null {
  const decompose = /^\*\*Preferences\*\*\n+(?<preference>[\s\S]*)$/.exec(user)?.groups?.['preference']
  if (decompose !== undefined) return { task: 'decompose', preference: decompose.trim() }
  const match =
    /^#### (?<title>Preference|Criterion)\n+(?<preference>[\s\S]*?)\n+#### Checklist\n(?<list>[\s\S]*)$/.exec(
      user,
    )
  if (match?.groups !== undefined) {
    const { title, preference = '', list = '' } = match.groups
    const entries = list.split(/^\d+\. /m).slice(1)
    return {
      task: 'match',
      preference,
      entries: entries.map((entry) => entry.trim()),
      isFineTuned: title === 'Criterion',
    }
  }
  const answer = /^### User's Request\n[\s\S]*?\n### AI Assistant's Response\n(?<answer>[\s\S]*)$/.exec(user)
  return answer === null
    ? null
    : { task: 'align', checklist: checklistIn(system), answer: answer.groups?.['answer']?.trim() ?? '' }
}

/** The first run of lines with a dash behind the preference, which stands in quotes. */
function checklistIn(system: string): string[] {
  const lines = system.split('\n')
  const quoted = lines.findIndex((line) => line.trim().startsWith('"'))
  const rest = lines.slice(quoted + 1)
  const first = rest.findIndex((line) => line.startsWith('- '))
  if (first === -1) return []
  const list = rest.slice(first)
  const end = list.findIndex((line) => !line.startsWith('- '))
  return list.slice(0, end === -1 ? list.length : end).map((line) => line.slice(2))
}

function jsonPromptIn(user: string): CupidPrompt | null {
  // Behind the JSON may stand which schema the reply shall have; JSON itself has no blank line.
  const value = jsonOf(user.split('\n\n', 1)[0] ?? '')
  const rivals = rivalsSchema.safeParse(value)
  if (rivals.success) return { task: 'rivals', ...rivals.data }
  const transcript = transcriptSchema.safeParse(value)
  if (!transcript.success) return null
  const turns = transcript.data.filter(({ role }) => role === 'user')
  return { task: 'summarise', userTurns: turns.map(({ content }) => content) }
}

function jsonOf(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
