import { join } from 'node:path'
import type { JsonObject } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { Perturbation, PlantCase, PlantPlace } from '../../../core/perturbation.ts'
import { utilizationGoldSchema, utilizationPredictionSchema } from '../shapes.ts'
import { figures } from '../../../core/perturbation.ts'
import { invented } from './invented.ts'
import { readRewordings } from '../../../io/rewordings.ts'

const goldOf = parseOnce(utilizationGoldSchema)
const predictionOf = parseOnce(utilizationPredictionSchema)

/** Both instruments say whether the user is known. */
const both = [...figures('answer-key', 'pass_rate'), ...figures('public-exact', 'grounding_accuracy')]

interface AnswerChange extends Omit<Perturbation, 'places' | 'plant' | 'harmful'> {
  /** Default true. */
  readonly harmful?: boolean
  readonly suits?: (subject: PlantCase) => boolean
  readonly change: (subject: PlantCase, place: PlantPlace) => JsonObject
}

function answerChange({ suits, change, harmful = true, ...facts }: AnswerChange): Perturbation {
  return {
    ...facts,
    harmful,
    places: (subject) => (suits === undefined || suits(subject) ? [0] : []),
    plant: (subject, [place]) => (place === undefined ? subject.prediction : change(subject, place)),
  }
}

function factOf({ gold }: PlantCase): string {
  return goldOf(gold).selected_memory?.value ?? ''
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?؟])\s+|(?<=[。！？])\s*/u).filter((sentence) => sentence !== '')
}

/** Changes of answers. Answers are in no second language by hand, so that wrong-language is not among them. */
export async function utilizationPerturbations(sample: string): Promise<readonly Perturbation[]> {
  const rewordings = await readRewordings(join(sample, 'alpsbench'))
  return [
    answerChange({
      id: 'drop',
      description: 'nothing is said',
      concerns: [...both, ...figures('public-exact', 'response_present')],
      change: () => ({ answer: '', used_memory_fact: '' }),
    }),
    answerChange({
      id: 'hallucinate',
      description: 'the answer rests on a fact that nobody told',
      concerns: both,
      change(_subject, { draw }) {
        const fact = invented[draw(invented.length)]?.value ?? ''
        return { answer: `As somebody who ${fact}, you know what to do.`, used_memory_fact: fact }
      },
    }),
    answerChange({
      id: 'drift',
      description: "the fact it claims to have used is another user's; the answer stays",
      concerns: figures('public-exact', 'grounding_accuracy'),
      suits: (subject) => factOf(subject) !== '',
      change(subject, place) {
        const own = factOf(subject)
        const stranger = place.stranger((other) => factOf(other) !== '' && factOf(other) !== own)
        const { answer, used_memory_fact: used } = predictionOf(subject.prediction)
        return { answer, used_memory_fact: stranger === null ? used : factOf(stranger) }
      },
    }),
    answerChange({
      id: 'wrong-user',
      description: 'it is the answer to another user',
      concerns: both,
      change(subject, place) {
        const stranger = place.stranger(({ prediction }) => predictionOf(prediction).answer !== '')
        return { ...predictionOf((stranger ?? subject).prediction) }
      },
    }),
    answerChange({
      id: 'over-apply',
      description: 'the answer also says what it must not',
      concerns: both,
      suits: ({ gold }) => (goldOf(gold).answer_key?.reject.length ?? 0) > 0,
      change(subject, place) {
        const { answer, used_memory_fact: fact } = predictionOf(subject.prediction)
        const reject = goldOf(subject.gold).answer_key?.reject ?? []
        return { answer: `${answer} ${reject[place.draw(reject.length)] ?? ''}.`, used_memory_fact: fact }
      },
    }),
    answerChange({
      id: 'paraphrase',
      description: 'the fact it used is told in other words; the answer stays',
      harmful: false,
      concerns: 'all',
      suits: (subject) => rewordings.has(factOf(subject)),
      change(subject) {
        const { answer } = predictionOf(subject.prediction)
        return { answer, used_memory_fact: rewordings.get(factOf(subject))?.paraphrase ?? '' }
      },
    }),
    answerChange({
      id: 'reorder',
      description: 'the sentences of the answer are in the opposite order',
      harmful: false,
      concerns: 'all',
      suits: ({ prediction }) => sentences(predictionOf(prediction).answer).length > 1,
      change(subject) {
        const { answer, used_memory_fact: fact } = predictionOf(subject.prediction)
        return { answer: sentences(answer).toReversed().join(' '), used_memory_fact: fact }
      },
    }),
  ]
}
