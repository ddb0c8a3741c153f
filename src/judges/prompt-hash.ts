import { hashJson } from '../core/hash.ts'
import type { Rubric } from '../core/judge.ts'

/**
 * A hash that changes with a rubric's wording, its verdict form or its version: of the messages that it writes for
 * its own probes, which reach every language it has. 12 hex digits.
 */
export function promptHash(rubric: Rubric): string {
  const messages = rubric.probes.map(({ subject }) => {
    const prompt = rubric.prompt(subject)
    return 'unscored' in prompt ? prompt.unscored : prompt.map(({ role, content }) => ({ role, content }))
  })
  const { name, version, reply } = rubric
  return hashJson({ name, version, reply: reply === null ? null : { ...reply }, messages }).slice(0, 12)
}
