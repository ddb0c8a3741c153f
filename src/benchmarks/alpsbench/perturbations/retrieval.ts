import { join } from 'node:path'
import type { Json } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import type { Perturbation, PlantCase, PlantPlace } from '../../../core/perturbation.ts'
import { sameId } from '../retrieval/public-exact.ts'
import { ranked } from '../retrieval/prediction.ts'
import {
  retrievalGoldSchema,
  retrievalInputSchema,
  retrievalPredictionSchema,
  type Candidate,
} from '../shapes.ts'
import { figures } from '../../../core/perturbation.ts'
import { readRewordings, type Rewordings } from '../../../io/rewordings.ts'
import { shuffled } from './shuffled.ts'

const inputOf = parseOnce(retrievalInputSchema)
const goldOf = parseOnce(retrievalGoldSchema)

const selection = [...figures('retrieval-rank', 'accuracy'), ...figures('public-exact', 'accuracy')]
const ranking = figures('retrieval-rank', 'recall@1 recall@5 recall@10 ndcg@10 mrr')

/** Places behind the gold memory that are looked at. */
const DEPTH = 10

function goldCandidate({ gold }: PlantCase): Candidate {
  const { selected_memory_id: id, selected_memory: memory } = goldOf(gold)
  return { ...memory, memory_id: id }
}

/** Candidates that are not the gold memory, nor bear its id: some lists give it to several. */
function others(subject: PlantCase): Candidate[] {
  const { memory_id: gold } = goldCandidate(subject)
  return inputOf(subject.input).candidate_memories.filter(({ memory_id: id }) => !sameId(id, gold))
}

/** A change of a whole case. */
function caseChange(
  facts: Omit<Perturbation, 'places' | 'plant'>,
  suits: (subject: PlantCase) => boolean,
  change: (subject: PlantCase, place: PlantPlace) => Json,
): Perturbation {
  return {
    ...facts,
    places: (subject) => (suits(subject) ? [0] : []),
    plant: (subject, [place]) => (place === undefined ? subject.prediction : change(subject, place)),
  }
}

function drawOther(subject: PlantCase, place: PlantPlace): Candidate[] {
  const all = others(subject)
  return all.slice(place.draw(Math.max(1, all.length))).slice(0, 1)
}

function paraphrased(rewordings: Rewordings): Perturbation {
  return caseChange(
    {
      id: 'paraphrase',
      description: 'the answer tells the selected memory in other words',
      harmful: false,
      concerns: 'all',
    },
    (subject) => rewordings.has(goldCandidate(subject).value),
    (subject) => ({
      ...retrievalPredictionSchema.parse(subject.prediction),
      answer: rewordings.get(goldCandidate(subject).value)?.paraphrase ?? '',
    }),
  )
}

/** Changes of selections and rankings. */
export async function retrievalPerturbations(sample: string): Promise<readonly Perturbation[]> {
  const always = (): boolean => true
  const hasOthers = (subject: PlantCase): boolean => others(subject).length > 0
  return [
    caseChange(
      {
        id: 'drop',
        description: 'nothing is selected or ranked',
        harmful: true,
        concerns: [...selection, ...ranking],
      },
      always,
      () => ({ ...ranked([], 'nothing') }),
    ),
    caseChange(
      {
        id: 'hallucinate',
        description: 'an id that no candidate has is selected',
        harmful: true,
        concerns: [...selection, ...ranking],
      },
      always,
      () => ranked([{ memory_id: 'no_such_memory', label: 'UNMAPPED', value: '' }], 'invented'),
    ),
    caseChange(
      {
        id: 'wrong-user',
        description: "a distractor, another user's memory, is selected",
        harmful: true,
        concerns: [...selection, ...ranking],
      },
      hasOthers,
      (subject, place) => ranked(drawOther(subject, place), 'distractor'),
    ),
    caseChange(
      {
        id: 'demote',
        description: 'a distractor is selected, and the gold memory comes second',
        harmful: true,
        // It still is among the first 5.
        concerns: [...selection, ...figures('retrieval-rank', 'recall@1 ndcg@10 mrr')],
      },
      hasOthers,
      (subject, place) => ranked([...drawOther(subject, place), goldCandidate(subject)], 'second'),
    ),
    paraphrased(await readRewordings(join(sample, 'alpsbench'))),
    caseChange(
      {
        id: 'reorder',
        description: 'distractors follow the gold memory, in any order',
        harmful: false,
        concerns: 'all',
      },
      hasOthers,
      (subject, place) =>
        ranked([goldCandidate(subject), ...shuffled(others(subject).slice(0, DEPTH), place)], 'reordered'),
    ),
  ]
}
