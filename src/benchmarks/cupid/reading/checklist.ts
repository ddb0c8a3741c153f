import { z } from 'zod'
import { readJson } from './json.ts'

const checklistSchema = z.object({ checklist: z.array(z.string()) })

/** The checklist in a decomposer's reply, blank entries left out; null where it can't be read. */
export function readChecklist(text: string): readonly string[] | null {
  const found = checklistSchema.safeParse(readJson(text))
  return found.success ? found.data.checklist.filter((entry) => entry.trim() !== '') : null
}
