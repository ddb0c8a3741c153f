import snowball from 'snowball-stemmers'

/** Snowball algorithms by ISO 639-1 code. Arabic is left out: its light normalisation is part of `foldText`. */
const algorithms = new Map([
  ['ca', 'catalan'],
  ['cs', 'czech'],
  ['da', 'danish'],
  ['de', 'german'],
  ['en', 'english'],
  ['es', 'spanish'],
  ['eu', 'basque'],
  ['fi', 'finnish'],
  ['fr', 'french'],
  ['ga', 'irish'],
  ['hu', 'hungarian'],
  ['hy', 'armenian'],
  ['it', 'italian'],
  ['nl', 'dutch'],
  ['no', 'norwegian'],
  ['pt', 'portuguese'],
  ['ro', 'romanian'],
  ['ru', 'russian'],
  ['sl', 'slovene'],
  ['sv', 'swedish'],
  ['ta', 'tamil'],
  ['tr', 'turkish'],
])

type Stem = (word: string) => string

const unchanged: Stem = (word) => word
const stemmers = new Map<string, Stem>()

function createStemmer(language: string): Stem {
  const algorithm = algorithms.get(language === 'nb' || language === 'nn' ? 'no' : language)
  if (algorithm === undefined) return unchanged
  const stemmer = snowball.newStemmer(algorithm)
  return (word) => stemmer.stem(word)
}

/**
 * The Snowball stemmer of a language (ISO 639-1 code) for lower-cased words in NFC; words pass unchanged where
 * there is none.
 */
export function stemmerFor(language: string): Stem {
  const known = stemmers.get(language)
  if (known !== undefined) return known
  const stem = createStemmer(language)
  stemmers.set(language, stem)
  return stem
}
