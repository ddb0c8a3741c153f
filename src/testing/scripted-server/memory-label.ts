import { bucketOf } from '../../core/hash.ts'
import type { FactBook } from './fact-book.ts'
import type { LabelRequest } from './memory-request.ts'
import type { ContextPersonality, Personality } from './personalities.ts'

const unknown = { type: 'direct', label: 'UNMAPPED', confidence: 0.5 }

/** The labels that a scripted model gives to stored items: those of the memory of the data that an item tells. */
export function labelsFor(
  personality: Personality | ContextPersonality,
  { stored }: LabelRequest,
  book: FactBook,
): string {
  const labels = stored.map(({ place, text }) => {
    const fact = knows(personality, text) ? book.agreeing(text) : undefined
    return {
      place,
      ...(fact === undefined ? unknown : { type: fact.type, label: fact.label, confidence: fact.confidence }),
    }
  })
  // A label for something that is not there.
  const more =
    personality === 'hallucinating' ? [{ place: stored.length + 1, ...unknown, label: 'Invented/Label' }] : []
  return JSON.stringify({ labels: [...labels, ...more] })
}

function knows(personality: string, text: string): boolean {
  if (personality === 'forgetful') return bucketOf(`labelled/${text}`, 3) === 0
  return !['ignores-memory', 'copies-everything'].includes(personality)
}
