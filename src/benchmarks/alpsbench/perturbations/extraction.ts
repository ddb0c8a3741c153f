import { join } from 'node:path'
import type { Perturbation } from '../../../core/perturbation.ts'
import { figures } from '../../../core/perturbation.ts'
import {
  drifted,
  dropped,
  hallucinated,
  reordered,
  reworded,
  wrongLabelled,
  wrongTyped,
  wrongUsers,
} from './item-changes.ts'
import { readRewordings } from '../../../io/rewordings.ts'

const exact = figures('public-exact', 'precision recall f1 exact_match')

/** Figures that must see a text that is not the memory's. */
const texts = [
  ...figures('strict-match', 'precision recall f1'),
  ...figures('research-algo', 'score precision recall f1 quality direct_recall indirect_recall missing_rate'),
  ...figures('value-only', 'precision recall f1'),
  ...exact,
]

/** Changes of extracted lists. What strict-match and value-only leave to other figures, labels and types, is none of theirs. */
export async function extractionPerturbations(sample: string): Promise<readonly Perturbation[]> {
  return [
    dropped([
      ...figures('strict-match', 'recall f1'),
      ...figures('research-algo', 'score recall f1 direct_recall indirect_recall missing_rate'),
      ...figures('value-only', 'recall f1'),
      ...figures('public-exact', 'recall f1 exact_match'),
    ]),
    hallucinated([
      ...figures('strict-match', 'precision f1'),
      ...figures('research-algo', 'score precision f1'),
      ...figures('value-only', 'precision f1'),
      ...figures('public-exact', 'precision f1 exact_match'),
    ]),
    drifted(texts),
    wrongLabelled([
      ...figures('strict-match', 'label_accuracy'),
      ...figures('research-algo', 'score quality'),
      ...exact,
    ]),
    wrongTyped([
      ...figures('strict-match', 'type_accuracy'),
      ...figures('research-algo', 'score quality'),
      ...exact,
    ]),
    wrongUsers(texts),
    ...reworded(await readRewordings(join(sample, 'alpsbench')), { changed: texts, translated: texts }),
    reordered,
  ]
}
