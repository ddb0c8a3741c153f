import { z } from 'zod'
import type { Rubric } from '../../core/judge.ts'
import type { Answer } from '../../server/schemas/cases.ts'
import type { AnswerSource } from './answer-source.ts'

const trySchema = z.object({
  text: z.string().nullable(),
  fault: z.string().nullable(),
  served_by: z.string().nullish(),
})
const answersSchema = z.object({
  answers: z.array(z.object({ model: z.string(), tries: z.array(trySchema) })),
})
const stepSchema = z.record(z.string(), z.array(trySchema))

/** Every judge's words about an answer, with what it was asked first, in the order of the stages. */
export function caseVerdicts({ unit, instruments, prompts, rubrics }: AnswerSource): Answer['verdicts'] {
  if (unit === null) return []
  return unit.references.flatMap(({ stage, instrument, fingerprint }) => {
    if (instrument === '' || stage === 'score') return []
    const output = unit.results.get(fingerprint)?.output
    const label = instruments.get(instrument)?.label ?? instrument
    const rubric = rubrics.find(({ name, version }) => instrument.startsWith(`${name}@${version}`))
    const own =
      'missing' in prompts
        ? []
        : prompts.filter((prompt) => prompt.stage === stage && prompt.instrument === instrument)
    return saidIn(output).map(({ model, question, tries }, place, all) => {
      // A chain's questions are asked in the order of their answers.
      const asked =
        model === null
          ? own.length === all.length
            ? own[place]
            : undefined
          : own.find((prompt) => prompt.model === model)
      return {
        instrument,
        label: [
          stage === 'judge' ? label : `${label}, ${stage}`,
          ...(question === null ? [] : [question]),
        ].join(' · '),
        judge: model ?? asked?.model ?? 'its judge',
        prompt: asked?.messages.map(({ role, content }) => ({ role, text: content })) ?? null,
        promptMissing:
          asked !== undefined
            ? null
            : 'missing' in prompts
              ? prompts.missing
              : 'its prompt can not be built again by this version',
        tries: tries.map(({ text, fault, served_by: servedBy }) => ({
          text,
          fault,
          servedBy: servedBy ?? null,
        })),
        read: readVerdict(rubric, tries.at(-1)?.text ?? null),
      }
    })
  })
}

interface Said {
  /** null: the stage does not say; its prompt does. */
  readonly model: string | null
  /** One of several questions of a step; null: there is one. */
  readonly question: string | null
  readonly tries: readonly z.infer<typeof trySchema>[]
}

/** Answers of a panel, or those to the questions of a chain's step. */
function saidIn(output: unknown): Said[] {
  const panel = answersSchema.safeParse(output)
  if (panel.success) return panel.data.answers.map((said) => ({ ...said, question: null }))
  const step = stepSchema.safeParse(output)
  if (!step.success) return []
  const all = Object.entries(step.data)
  return all.map(([id, tries]) => ({ model: null, question: all.length === 1 ? null : id, tries }))
}

/** null where it can't be read; a reader that fails on hostile words counts as that. */
function readVerdict(rubric: Rubric | undefined, text: string | null): Answer['verdicts'][number]['read'] {
  if (rubric === undefined || text === null) return null
  try {
    return rubric.read(text)
  } catch {
    return null
  }
}
