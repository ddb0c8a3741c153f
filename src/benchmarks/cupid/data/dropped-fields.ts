/** Texts of PersonaHub, whose licence forbids commercial use: they never come further than the reader. */
const SEED = /seed/i

/** Under which rule, and why, a field that the format does not have is dropped: only the fields of the format reach a case. */
export function droppedField(field: string): { readonly rule: string; readonly message: string } {
  return SEED.test(field)
    ? {
        rule: 'seed-field',
        message: 'the text a persona was made from is dropped: its licence is not that of the data',
      }
    : { rule: 'dropped-field', message: 'a field that the format does not have is dropped' }
}
