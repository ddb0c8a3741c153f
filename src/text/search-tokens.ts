import { functionWords } from './function-words.ts'
import { plausibleLanguages } from './language.ts'
import { tokenizeMultilingual } from './tokenize.ts'

/** Emoji without their modifiers, and flags. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu

/**
 * What texts are searched by: the words of `tokenizeMultilingual` without stemming and without the function words of
 * the languages the text may be in (English where that is not sure), so that a question is not found by its "what is
 * the"; then their emoji, which are no words but are all that some messages say. A text of function words alone keeps
 * them.
 */
export function searchTokens(text: string): string[] {
  const words = tokenizeMultilingual(text)
  const languages = [...(plausibleLanguages(text) ?? ['en'])]
  const content = words.filter(
    (word) => !languages.some((language) => functionWords.get(language)?.has(word)),
  )
  return [...(content.length > 0 ? content : words), ...(text.match(emoji) ?? [])]
}

/** The same in one language, with stems: for texts that are searched by a question in this language. */
export function searchStems(text: string, language: string): string[] {
  const stems = tokenizeMultilingual(text, { language })
  return [...(stems.length > 0 ? stems : tokenizeMultilingual(text)), ...(text.match(emoji) ?? [])]
}

/** The one language a question is in; undefined where that is not sure. */
export function questionLanguage(text: string): string | undefined {
  const [language, ...others] = plausibleLanguages(text) ?? []
  return others.length > 0 ? undefined : language
}
