import { plainText } from '../format.ts'

const marks: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  "'": '\\textquotesingle{}',
  '`': '\\textasciigrave{}',
  // A row that begins with one of these would be taken for an option of the line break before it.
  '[': '{[}',
  ']': '{]}',
  '*': '{*}',
  // No ligatures: `--` is two signs.
  '-': '{-}',
  '–': '\\textendash{}',
  '—': '\\textemdash{}',
  '−': '\\ensuremath{-}',
  '…': '\\ldots{}',
  '·': '\\textperiodcentered{}',
  '×': '\\ensuremath{\\times}',
}

/** Hostile text for LaTeX: no commands, no comments, no ligatures. Text outside Latin needs XeLaTeX or LuaLaTeX. */
export function latexText(text: string): string {
  return Array.from(plainText(text), (mark) =>
    Object.hasOwn(marks, mark) ? (marks[mark] ?? mark) : mark,
  ).join('')
}
