/** With the `u` flag a surrogate pair is one code point, so that only lone surrogates match. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\0\uD800-\uDFFF]/u

/** Whether a name or id can be a key in a store: NUL and half a surrogate pair would come back changed. */
export function isKeyText(text: string): boolean {
  return !UNSTORABLE.test(text)
}
