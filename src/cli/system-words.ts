/** What may hold commas of its own: a command line, the path of a file. */
const WHOLE = /^(?:program|recorded):/

/**
 * Ids of systems as they were written after `--system`: one a word, or several with commas between. From a program or a
 * recording on, the rest of the word is its own.
 */
export function systemWords(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const found: string[] = []
    let rest = word.trim()
    while (rest !== '') {
      const cut = WHOLE.test(rest) ? -1 : rest.indexOf(',')
      const first = cut === -1 ? rest : rest.slice(0, cut)
      if (first.trim() !== '') found.push(first.trim())
      rest = cut === -1 ? '' : rest.slice(cut + 1).trim()
    }
    return found
  })
}
