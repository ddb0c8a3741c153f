import { parseOnce } from '../../../core/parse-once.ts'
import type { BaselineSystem } from '../../../core/system.ts'
import type { BaselineDefinition } from '../../../core/track.ts'
import { createBm25 } from '../../../text/bm25.ts'
import { plausibleLanguages } from '../../../text/language.ts'
import { memoizeByText } from '../../../text/memoize.ts'
import { tokenizeMultilingual } from '../../../text/tokenize.ts'
import { tokenizeReference, tokenizeReferenceQuery } from '../../../text/tokenize-reference.ts'
import { retrievalInputSchema } from '../shapes.ts'
import { ranked } from './prediction.ts'

const inputOf = parseOnce(retrievalInputSchema)

/** Distractors come back in row after row: about 6,000 different values in 229,000 places (spec 7.4, R3). */
const KEPT = 20_000

/** How texts of a row become tokens; made for each query, because its language decides. */
interface Tokenizer {
  readonly name: string
  readonly version: string
  forQuery(query: string): {
    readonly query: readonly string[]
    document(text: string): readonly string[]
  }
}

/** The authors' tokeniser (spec 2.6). */
function referenceTokenizer(): Tokenizer {
  const document = memoizeByText(tokenizeReference, KEPT)
  return {
    name: 'reference',
    version: '1',
    forQuery: (query) => ({ query: tokenizeReferenceQuery(query), document }),
  }
}

/**
 * Any script; stop words and stems of the query's language where that is sure, for the candidates too: they are
 * too short to tell their own, and words of another language pass a stemmer mostly unharmed.
 */
function multilingualTokenizer(): Tokenizer {
  const byLanguage = new Map<string, (text: string) => string[]>()
  const forLanguage = (language: string) => {
    let tokenize = byLanguage.get(language)
    if (tokenize === undefined) {
      tokenize = memoizeByText(
        (text) => tokenizeMultilingual(text, language === '' ? {} : { language }),
        KEPT,
      )
      byLanguage.set(language, tokenize)
    }
    return tokenize
  }
  return {
    name: 'multilingual',
    version: '1',
    forQuery(query) {
      const [language, ...others] = plausibleLanguages(query) ?? []
      const document = forLanguage(language === undefined || others.length > 0 ? '' : language)
      return { query: document(query), document }
    },
  }
}

/** BM25 over the values of a row's candidates, empty ones dropped; of equal scores the first candidate leads. */
function createBm25System(tokenizer: Tokenizer): BaselineSystem {
  return {
    id: `bm25:${tokenizer.name}`,
    access: 'baseline',
    kind: 'ranked',
    identity: {
      system: 'bm25',
      version: '1',
      tokenizer: tokenizer.name,
      tokenizerVersion: tokenizer.version,
    },
    external: false,
    async respond({ input }) {
      const { query, candidate_memories: all } = inputOf(input)
      const candidates = all.filter(({ value }) => value !== '')
      const tokens = tokenizer.forQuery(query)
      const bm25 = createBm25(candidates.map(({ value }) => tokens.document(value)))
      const order = bm25.ranking(tokens.query).flatMap((index) => candidates[index] ?? [])
      return { form: 'contract', value: ranked(order, 'bm25') }
    },
  }
}

/** The published lexical baseline, and ours for every language. */
export const bm25Baselines: readonly BaselineDefinition[] = [
  {
    id: 'bm25:reference',
    kind: 'ranked',
    description: 'BM25 with the English tokeniser of the published baseline',
    standard: true,
    create: () => createBm25System(referenceTokenizer()),
  },
  {
    id: 'bm25:multilingual',
    kind: 'ranked',
    description: 'BM25 with a tokeniser for all scripts',
    standard: true,
    create: () => createBm25System(multilingualTokenizer()),
  },
]
