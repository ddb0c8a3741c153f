const MASK = '[secret]'
/** Shorter values are words rather than secrets; masking them would garble every message. */
const SHORTEST = 6
/** In an answer, which is data, only what can be nothing else is masked. */
const SHORTEST_IN_ANSWER = 16
/** What keys of known providers look like, for those that were not handed in. */
const KEY_LIKE = /\b(?:sk|pk|gsk|hf|xai|tgp|key)[-_][\w*-]{6,}|\bAIza[\w*-]{8,}|\bBearer\s+[^\s"',]+/g
/** Control and invisible formatting characters: terminal sequences, bidirectional overrides. */
const CONTROL = /[\p{Cc}\p{Cf}]+/gu
const LONGEST = 240

/** Keeps known key values, and what looks like one, out of every text that is shown or stored. */
export class Redactor {
  readonly #secrets = new Set<string>()

  add(secret: string): void {
    if (secret.length >= SHORTEST) this.#secrets.add(secret)
  }

  /**
   * A model's answer without the keys themselves, which a careless server may send back. Anything else that looks
   * like a key stays: it belongs to the data.
   */
  withoutKeys(text: string): string {
    const long = [...this.#secrets].filter((secret) => secret.length >= SHORTEST_IN_ANSWER)
    return long.reduce((cleaned, secret) => cleaned.replaceAll(secret, MASK), text)
  }

  /** The text with secrets masked. */
  clean(text: string): string {
    let cleaned = text
    for (const secret of this.#secrets) {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        cleaned = cleaned.replaceAll(form, MASK)
      }
    }
    return cleaned.replaceAll(KEY_LIKE, MASK)
  }

  /** A short line of a provider's text for a message: secrets masked, control characters gone. */
  excerpt(text: string): string {
    const line = this.clean(text).replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim()
    return line.length <= LONGEST ? line : `${Array.from(line).slice(0, LONGEST).join('')} …`
  }
}
