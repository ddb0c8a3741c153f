import type { Json } from '../core/json.ts'

/** An absolute path with a folder: what follows a word, a dot or a slash is part of an address or a relative path. */
const POSIX = /(?<![\p{L}\p{N}_./-])\/(?!\/)(?:[^\s/'"`,;:)\]}]+\/)+([^\s/'"`,;:)\]}]*)/gu
const WINDOWS = /(?<![\p{L}\p{N}_])[A-Za-z]:\\(?:[^\\\s'"`,;:)\]}]+\\)*([^\\\s'"`,;:)\]}]*)/gu

/**
 * A function that takes the folders of this machine out of texts: `/srv/data/answers.jsonl` becomes
 * `…/answers.jsonl`, web addresses and relative paths stay.
 * @param known folders by name, cut first: their names may hold spaces
 */
export function pathCutter(known: readonly string[]): (text: string) => string {
  const folders = known.filter((folder) => folder.length > 1).toSorted((a, b) => b.length - a.length)
  return (text) =>
    folders
      .reduce((rest, folder) => rest.replaceAll(folder, '…'), text)
      .replaceAll(POSIX, '…/$1')
      .replaceAll(WINDOWS, '…/$1')
}

/** The same value with every text (keys stay) put through a function. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((item) => mapTexts(item, change))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}

/** Array.isArray that narrows readonly arrays too (the built-in does not). */
export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
