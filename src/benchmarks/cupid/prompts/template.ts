import type { ChatMessage } from '../../../core/model.ts'

/** A prompt of two messages with `{name}` where values go. */
export interface Template {
  readonly system: string
  readonly user: string
}

/**
 * Puts values where `{name}` stands, in one pass: braces inside a value are never read again, and braces around any
 * other word stay as they are. `{=name}` stands for the text `{name}`.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(=*)(\w+)\}/g, (whole, marks: string, name: string) => {
    if (marks !== '') return `{${marks.slice(1)}${name}}`
    return Object.hasOwn(values, name) ? (values[name] ?? whole) : whole
  })
}

/** Text that `fill` gives back as it is, whatever the values are. */
export function literal(text: string): string {
  return text.replace(/\{(=*\w+)\}/g, '{=$1}')
}

/** The two messages of a filled template. */
export function fillTemplate(
  { system, user }: Template,
  values: Readonly<Record<string, string>>,
): readonly ChatMessage[] {
  return [
    { role: 'system', content: fill(system, values) },
    { role: 'user', content: fill(user, values) },
  ]
}
