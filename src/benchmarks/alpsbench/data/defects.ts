/** Reasons hold brackets of their own, and the mark is not always parted by a space. */
const REJECTION_MARK = /\[ERROR:.*\]\s*$/s

/** The validator of the extraction pipeline rejected the memory, and it is still there (spec 7.1, G1). */
export function isRejected(item: { readonly value?: string }): boolean {
  return item.value !== undefined && REJECTION_MARK.test(item.value)
}

/** "Passport" in the languages of the data. */
const PASSPORT =
  /passport|passeport|pasaporte|passaporte|passaporto|reisepass|paspoort|paszport|pasaport|hộ chiếu|паспорт|护照|護照|パスポート|여권|جواز|گذرنامه|پاسپورت/iu

/**
 * The worked example of the extraction prompt speaks of passport data and was copied into unrelated sessions
 * (spec 7.1, G3): the memory mentions a passport, and no turn does.
 */
export function isContaminated(
  item: { readonly value?: string },
  dialogue: readonly { readonly text: string }[],
): boolean {
  return /passport/i.test(item.value ?? '') && !dialogue.some((turn) => PASSPORT.test(turn.text))
}
