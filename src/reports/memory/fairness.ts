import { fairnessFields, unfairness, type FairnessField, type MemorySheet } from '../../core/memory-sheet.ts'
import type { MemoryFairness } from './memory-report.ts'

/**
 * The fairness sheets of a track side by side.
 * @param sheets by id of the system
 * @param waived differences that were accepted by name
 */
export function memoryFairness(
  sheets: readonly (readonly [system: string, sheet: MemorySheet])[],
  waived: readonly FairnessField[],
): MemoryFairness {
  const byField = fairnessFields.map((field) => ({
    field,
    values: sheets.map(([system, sheet]) => ({ system, value: textOf(sheet[field]) })),
  }))
  const distinct = ({ values }: (typeof byField)[number]): Set<string> =>
    new Set(values.flatMap(({ value }) => value ?? []))
  return {
    agreed: byField.flatMap((one) => {
      const [value, ...others] = distinct(one)
      return value === undefined || others.length > 0 ? [] : [{ field: one.field, value }]
    }),
    differing: byField.filter((one) => distinct(one).size > 1),
    unfair: unfairness(sheets).map(({ field, values }) => ({
      field,
      waived: waived.includes(field),
      values,
    })),
  }
}

function textOf(value: MemorySheet[FairnessField]): string | null {
  return value === null ? null : String(value)
}
