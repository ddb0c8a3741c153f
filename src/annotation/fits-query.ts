import { languageMatch, languageProfile } from '../text/language.ts'
import { dominantScript } from '../text/script.ts'
import { searchTokens } from '../text/search-tokens.ts'

/** Words of a query below which nothing can be said about how many of them an answer takes up. */
const LEAST_WORDS = 3
/** An answer to a query takes up more of its words than this. */
const LEAST_SHARE = 0.15

/**
 * Why a recorded answer can't be one to a query, by a crude test: it is in another script, or takes up next to none of
 * the query's words. Published answers of two abilities belong to other queries; a judge is not to be measured by them.
 * @returns null: nothing speaks against it, or too little is there to tell
 */
export function misfit(query: string, answer: string): string | null {
  const [asked, said] = [dominantScript(query), dominantScript(answer)]
  if (asked === undefined || said === undefined) return null
  if (asked.script !== said.script)
    return `its answer is in ${said.script} script, its query in ${asked.script}`
  if (languageMatch(languageProfile(query), languageProfile(answer)) === 'other')
    return 'its answer is in another language than its query'
  const words = new Set(searchTokens(query))
  if (words.size < LEAST_WORDS) return null
  const own = new Set(searchTokens(answer))
  const shared = [...words].filter((word) => own.has(word)).length
  if (shared / words.size >= LEAST_SHARE) return null
  return `its answer takes up ${shared} of ${words.size} words of its query`
}
