import { plainText } from '../format.ts'

/** Text that may stand in a page as it is. Made by `element` and its kin alone, which escape everything else. */
export interface Markup {
  readonly markup: string
}

export type Child = Markup | string | number | null | readonly Child[]

/** Attributes by name; undefined leaves one out, true writes its name alone. */
export type Attributes = Readonly<Record<string, string | number | true | undefined>>

/** Elements without an end tag in HTML. */
const VOID = new Set(['meta', 'br', 'hr', 'col', 'link'])

/** Hostile text for HTML, SVG and XML: no markup, no control characters, no overrides of direction; blanks for lines. */
export function escapeText(text: string): string {
  return plainText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** An element with its children escaped. The same arguments give the same bytes. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): Markup {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [value === true ? ` ${key}=""` : ` ${key}="${escapeText(textOf(value))}"`],
  )
  const open = `<${name}${written.join('')}>`
  return { markup: VOID.has(name) ? open : `${open}${inner(children)}</${name}>` }
}

/** Children without an element around them. */
export function fragment(...children: readonly Child[]): Markup {
  return { markup: inner(children) }
}

/** Text of several lines, its line breaks kept. */
export function longText(text: string): Markup {
  return {
    markup: text
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map(escapeText)
      .join('\n'),
  }
}

/** A style sheet. It is written by us and never holds text of others. */
export function styleElement(css: string): Markup {
  if (css.includes('<')) throw new Error('a style sheet must not hold a tag')
  return { markup: `<style>${css}</style>` }
}

function inner(children: readonly Child[]): string {
  return children.map(one).join('')
}

function one(child: Child): string {
  if (child === null) return ''
  if (typeof child === 'string') return escapeText(child)
  if (typeof child === 'number') return textOf(child)
  return 'markup' in child ? child.markup : inner(child)
}

/** Coordinates have two decimals at most, so that machines which differ in the last bit write the same file. */
function textOf(value: string | number): string {
  return typeof value === 'string' ? value : String(Math.round(value * 100) / 100 + 0)
}
