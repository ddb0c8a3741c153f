import { z } from 'zod'
import type { JudgedCase } from '../core/judge.ts'
import { knownJson } from '../core/json.ts'
import type { StageInput } from '../core/stage.ts'

const parsedSchema = z.object({ prediction: knownJson })

/** What a judge may be shown of a case, out of the track's `parse`. */
export function judgedCase({ subject, upstream }: StageInput): JudgedCase {
  const { prediction } = parsedSchema.parse(upstream['parse'])
  return { input: subject.input, gold: subject.gold, prediction }
}
