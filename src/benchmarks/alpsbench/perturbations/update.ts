import { join } from 'node:path'
import type { JsonObject } from '../../../core/json.ts'
import type { Perturbation, PlantCase } from '../../../core/perturbation.ts'
import { textField } from '../scoring/memory-lists.ts'
import { goldActions, type GoldAction } from '../update/gold-actions.ts'
import { figures } from '../../../core/perturbation.ts'
import {
  drifted,
  dropped,
  hallucinated,
  itemChange,
  reordered,
  reworded,
  wrongLabelled,
  wrongTyped,
  wrongUsers,
} from './item-changes.ts'
import { readRewordings } from '../../../io/rewordings.ts'

const exact = figures('public-exact', 'precision recall f1 exact_match')
const exactMore = figures('public-exact', 'precision f1 exact_match')

/** Figures that must see a text that is not the memory's, kept or new. */
const texts = [
  ...figures(
    'update-actions',
    'action_f1 action_accuracy addition_recall modification_recall retention_recall',
  ),
  ...figures('research-algo', 'score precision recall f1 quality direct_recall indirect_recall missing_rate'),
  ...figures('strict-match', 'precision recall f1'),
  ...figures('update-actions-spec', 'action_accuracy addition_recall modification_recall retention_recall'),
  ...exact,
]

/** Few of the new facts are reworded by hand, so that the figures of additions and modifications alone say nothing. */
const rewordable = texts.filter((name) => !/\.(?:addition|modification)_recall$/.test(name))

/** A prediction of the oracle is the reference, so that places are the same in both. */
function actionAt(subject: PlantCase, at: number): GoldAction | undefined {
  return goldActions(subject.input, subject.gold).items[at]
}

function contradicted(subject: PlantCase, at: number): JsonObject | null {
  const action = actionAt(subject, at)
  return action?.action === 'modification' ? action.old : null
}

const stale = itemChange({
  id: 'stale',
  description: 'the contradicted memory stands where its replacement should',
  concerns: [
    ...figures('update-actions', 'action_f1 action_accuracy modification_recall stale_retention'),
    ...figures('research-algo', 'score recall f1'),
    ...figures('strict-match', 'recall f1'),
    ...figures('update-actions-spec', 'action_accuracy modification_recall'),
    ...exact,
  ],
  suits: (_item, at, subject) => contradicted(subject, at) !== null,
  replace: (item, { at }, subject) => [contradicted(subject, at) ?? item],
})

const appended = itemChange({
  id: 'append',
  description: 'the contradicted memory is kept beside its replacement',
  concerns: [
    ...figures('update-actions', 'action_f1 action_accuracy modification_recall stale_retention'),
    ...figures('research-algo', 'score precision f1'),
    ...figures('strict-match', 'precision f1'),
    ...figures('update-actions-spec', 'action_accuracy modification_recall'),
    ...exactMore,
  ],
  suits: (_item, at, subject) => contradicted(subject, at) !== null,
  replace(item, { at }, subject) {
    const old = contradicted(subject, at)
    return old === null ? [item] : [old, item]
  },
})

/** The new facts of a case, as the reference has them. */
function news(subject: PlantCase): JsonObject[] {
  return goldActions(subject.input, subject.gold).items.flatMap(({ action, item }) =>
    action === 'retention' ? [] : [item],
  )
}

const overApplied = itemChange({
  id: 'over-apply',
  description: 'a memory that should stay is overwritten with the new fact',
  concerns: [
    ...figures('update-actions', 'action_f1 action_accuracy retention_recall'),
    ...figures('research-algo', 'score recall f1'),
    ...figures('strict-match', 'precision recall f1'),
    ...figures('update-actions-spec', 'action_accuracy retention_recall'),
    ...exact,
  ],
  suits: (_item, at, subject) => actionAt(subject, at)?.action === 'retention' && news(subject).length > 0,
  replace(item, { draw }, subject) {
    const facts = news(subject)
    const fact = facts[draw(facts.length)]
    return [fact === undefined ? item : { ...item, value: textField(fact, 'value') }]
  },
})

/** Changes of updated lists. Labels and types are no matter of update-actions, which asks what became of each fact. */
export async function updatePerturbations(sample: string): Promise<readonly Perturbation[]> {
  return [
    dropped([
      ...figures(
        'update-actions',
        'action_f1 action_accuracy addition_recall modification_recall retention_recall',
      ),
      ...figures('research-algo', 'score recall f1 direct_recall indirect_recall missing_rate'),
      ...figures('strict-match', 'recall f1'),
      ...figures(
        'update-actions-spec',
        'action_accuracy addition_recall modification_recall retention_recall',
      ),
      ...figures('public-exact', 'recall f1 exact_match'),
    ]),
    hallucinated([
      ...figures('update-actions', 'action_f1 invented_rate'),
      ...figures('research-algo', 'score precision f1'),
      ...figures('strict-match', 'precision f1'),
      ...exactMore,
    ]),
    drifted([...texts, ...figures('update-actions', 'invented_rate')]),
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
    stale,
    appended,
    overApplied,
    wrongUsers([...texts, ...figures('update-actions', 'invented_rate')]),
    ...reworded(await readRewordings(join(sample, 'alpsbench')), {
      changed: rewordable,
      translated: rewordable,
    }),
    reordered,
  ]
}
