import type { AskedField, FieldAnswer, JudgeBody } from '../core/annotation.ts'

/**
 * The value that a person gives a field.
 * @returns null: could not tell, or said that the judge is wrong without saying what would be right; undefined: said
 * nothing
 */
export function valueOf(field: AskedField, answer: FieldAnswer | undefined): number | null | undefined {
  if (answer === undefined) return undefined
  const [low, high] = field.range
  switch (answer.verdict) {
    case 'supported':
      return field.judged
    case 'correction':
      return answer.value
    case 'cannot-tell':
      return null
    case 'not-supported':
      // Of yes and no the other one is right; of more values nobody can tell which.
      if (answer.value !== null) return answer.value
      return field.scale === 'binary' && field.judged !== null ? low + high - field.judged : null
  }
}

/** What is wrong with an answer, in words; null: nothing. */
export function judgeBodyFlaw(fields: readonly AskedField[], body: JudgeBody): string | null {
  for (const [metric, { verdict, value }] of Object.entries(body.fields)) {
    const field = fields.find((one) => one.metric === metric)
    if (field === undefined) return `there is no field ${JSON.stringify(metric)}`
    const [low, high] = field.range
    if (verdict === 'correction' && value === null) return `a correction of ${metric} needs a value`
    if (value !== null && (value < low || value > high)) return `${metric} is from ${low} to ${high}`
    if (value !== null && field.scale !== 'interval' && !Number.isInteger(value - low))
      return `${metric} is a whole number from ${low} to ${high}`
  }
  return null
}
