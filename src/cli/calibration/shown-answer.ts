import { isJsonObject, type Json } from '../../core/json.ts'
import type { JudgedCase } from '../../core/judge.ts'
import type { ChatMessage } from '../../core/model.ts'
import { plainText } from '../../reports/format.ts'
import type { Judging } from '../panels.ts'

/** What a person is shown of a judged answer: what its judge was. */
export interface ShownAnswer {
  /** What is the same for every answer, as a rule: the instructions of the judge. */
  readonly instruction: string
  readonly material: string
}

/**
 * The judge's own prompt in a form for people; of a chain, whose steps see parts only, reference and answer.
 * @returns null where the rubric has nothing to ask
 */
export function shownAnswer(judging: Judging, subject: JudgedCase): ShownAnswer | null {
  if (judging.kind === 'chain') {
    const { gold, prediction } = subject
    return {
      instruction: judging.chain.title,
      material: safeText(linesOf({ reference: gold, answer: prediction })),
    }
  }
  const messages = judging.rubric.prompt(subject)
  if ('unscored' in messages) return null
  const said = (isWanted: (message: ChatMessage) => boolean): string =>
    messages
      .filter(isWanted)
      .map(({ content }) => content)
      .join('\n\n')
  return {
    instruction: safeText(said(({ role }) => role !== 'user')),
    material: safeText(readable(said(({ role }) => role === 'user'))),
  }
}

/** JSON as indented lines, other text as it is. */
function readable(text: string): string {
  try {
    const value: Json = JSON.parse(text)
    return isJsonObject(value) ? linesOf(value) : text
  } catch {
    return text
  }
}

/** `name: text`, one after the other; texts keep their lines. */
function linesOf(value: Json, indent = ''): string {
  if (typeof value !== 'object' || value === null) return value === null ? 'none' : String(value)
  return Object.entries(value)
    .map(([name, inner]: [string, Json]) => {
      const label = Array.isArray(value) ? '-' : `${name}:`
      const isNested = typeof inner === 'object' && inner !== null
      const text = linesOf(inner, `${indent}  `)
      return isNested ? `${indent}${label}\n${text}` : `${indent}${label} ${text}`
    })
    .join('\n')
}

/** Nothing that steers a terminal, a reading direction or a spreadsheet; lines stay. */
function safeText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(plainText)
    .join('\n')
}
