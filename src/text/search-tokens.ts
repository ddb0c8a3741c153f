import { tokenizeMultilingual } from './tokenize.ts'

/** Emoji without their modifiers, and flags. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}/gu

/**
 * What texts are searched by: the words of `tokenizeMultilingual`, without stemming and with function words because
 * the language is not known, then their emoji, which are no words but are all that some messages say.
 */
export function searchTokens(text: string): string[] {
  return [...tokenizeMultilingual(text), ...(text.match(emoji) ?? [])]
}
