import { literal } from './template.ts'

/** Why a text is none that Python's `str.format` fills from the names it is given. */
export class FormatProblem extends Error {
  readonly rule: 'stray-brace' | 'unknown-placeholder'

  constructor(rule: FormatProblem['rule'], message: string) {
    super(message)
    this.name = 'FormatProblem'
    this.rule = rule
  }
}

const PIECE = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g

/**
 * Turns a text for Python's `str.format` into one for `fill`: doubled braces become single, and placeholders get our
 * names.
 * @param names our name by theirs
 * @returns the text, and which of our names stand in it
 * @throws FormatProblem for a brace that is neither doubled nor part of a placeholder, and for other placeholders
 */
export function fromPythonFormat(
  text: string,
  names: ReadonlyMap<string, string>,
): { readonly text: string; readonly used: ReadonlySet<string> } {
  const used = new Set<string>()
  let done = ''
  // Gathered up to the next placeholder: `{{log}}` is a text that must not be taken for one.
  let plain = ''
  let end = 0
  for (const match of text.matchAll(PIECE)) {
    const [piece, field] = match
    plain += text.slice(end, match.index)
    end = match.index + piece.length
    if (field === undefined) {
      if (piece.length === 1) {
        throw new FormatProblem(
          'stray-brace',
          `${JSON.stringify(text.slice(Math.max(0, match.index - 20), end + 20))} has a single brace that is part of no placeholder`,
        )
      }
      plain += piece.charAt(0)
      continue
    }
    const name = names.get(field)
    if (name === undefined) {
      const known = [...names.keys()].map((key) => `{${key}}`).join(', ')
      throw new FormatProblem(
        'unknown-placeholder',
        `{${field}} is no placeholder of this text; it may have ${known}`,
      )
    }
    used.add(name)
    done += `${literal(plain)}{${name}}`
    plain = ''
  }
  return { text: done + literal(plain + text.slice(end)), used }
}
