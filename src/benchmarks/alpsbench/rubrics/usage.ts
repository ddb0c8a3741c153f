import type { Rubric } from '../../../core/judge.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { trimInvisible } from '../../../text/reply-cleaning.ts'
import { readVerdict, type VerdictShape } from '../../../text/verdict-reader.ts'
import { fraction, meanMetric } from '../../../core/metric-kit.ts'
import { retrievalGoldSchema, retrievalInputSchema, retrievalPredictionSchema } from '../shapes.ts'
import { judgeMessages, verdictForm } from './kit.ts'
import { usageProbes } from './probes/usage.ts'

const inputOf = parseOnce(retrievalInputSchema)
const goldOf = parseOnce(retrievalGoldSchema)

const shape: VerdictShape = {
  reason: { kind: 'text' },
  used_memory: { kind: 'boolean' },
  score: { kind: 'number', min: 0, max: 1 },
}
const reply = verdictForm('judge_usage', shape)

/** A score above this says "used" (the rule of the printed hit rate, AlpsBench spec 2.5.1). */
const USED = 0.5

const instruction = `You judge whether an assistant used the one memory about its user that a query needs. You are given the query, the needed memory, the memory that the assistant selected among many (null if it selected none that exists), its answer, and the reason it states.

- used_memory: the needed memory was used, as shown by the stated reason and the answer: they rest on its content. A memory about the same subject with other content is not the needed one. That the query itself mentions the subject is not use, and a claim to have used "the memories" without their content is none.
- score: how clearly it was used, from 0 (not) to 1 (clearly). Above ${USED} exactly when used_memory is true.

Give your reason in one or two sentences first.`

/**
 * The judge of the published retrieval figures (AlpsBench spec 2.5.1): `judge.score`, averaged over cases. Strict: it
 * sees the query and the text of what was selected, never ids, which mean nothing outside their row. A verdict that
 * contradicts itself can't be read. Hard rule: without answer and reason nothing was used.
 */
export const judgeUsage: Rubric = {
  name: 'judge-usage',
  version: '1',
  title: 'Judge: uses the needed memory',
  metrics: [meanMetric('score', 'How clearly the judge sees the needed memory used')],
  reply,
  prompt({ input, gold, prediction }) {
    const { query, candidate_memories: candidates } = inputOf(input)
    const { selected_memory: needed } = goldOf(gold)
    const { answer, reason, selected_memory_id: id } = retrievalPredictionSchema.parse(prediction)
    // Published rows repeat the ids of distractors (defect R1); then the text that was meant is not known.
    const meant = candidates.filter((candidate) => candidate.memory_id === id)
    const selected = meant.length === 1 ? (meant[0]?.value ?? null) : null
    return judgeMessages(instruction, reply, {
      query,
      needed_memory: { value: needed.value, label: needed.label },
      selected_memory: selected,
      answer,
      stated_reason: reason,
    })
  },
  read(text) {
    const verdict = readVerdict(text, shape)
    if (verdict === null) return null
    const score = verdict['score']
    return typeof score === 'number' && score > USED === verdict['used_memory'] ? verdict : null
  },
  score: (verdict, { prediction }) => ({ score: fraction(usage(verdict['score'], prediction)) }),
  bounds: () => ({ score: { worst: fraction(0), best: fraction(1) } }),
  passes: (verdict, { prediction }) => usage(verdict['score'], prediction) > USED,
  probes: usageProbes,
}

function usage(score: unknown, prediction: Parameters<Rubric['score']>[1]['prediction']): number {
  const { answer, reason } = retrievalPredictionSchema.parse(prediction)
  if (trimInvisible(answer) === '' && trimInvisible(reason) === '') return 0
  if (typeof score !== 'number') throw new TypeError('a verdict that was read has no score')
  return score
}
