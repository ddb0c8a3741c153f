import { join } from 'node:path'
import type { JsonObject } from '../../../core/json.ts'
import { parseOnce } from '../../../core/parse-once.ts'
import { figures, type Perturbation, type PlantCase, type PlantPlace } from '../../../core/perturbation.ts'
import { readRewordings, type Rewording } from '../../../io/rewordings.ts'
import { MOST_WORDS, wordCount } from '../reading/preference.ts'
import {
  cupidGoldSchema,
  inferencePredictionSchema,
  type CupidGold,
  type InferencePrediction,
} from '../shapes.ts'
import { relevantSessions } from '../inference/relevant-sessions.ts'

const goldOf = parseOnce(cupidGoldSchema)
const predictionOf = parseOnce(inferencePredictionSchema)

const match = figures('lexical-match', 'f1 precision recall')
const added = figures('lexical-match', 'f1 precision')

/** Preferences that nobody of any data set holds. */
const invented = [
  'Replies must rhyme in couplets and mention a lighthouse.',
  'Answers must be numbered in Roman numerals and name the weather of the day.',
  'Texts must be written as a letter to a museum and end with a riddle.',
  'Every sentence must have seven words and no adjective.',
]

interface PreferenceChange extends Omit<Perturbation, 'places' | 'plant' | 'harmful'> {
  /** Default true. */
  readonly harmful?: boolean
  readonly suits?: (gold: CupidGold, subject: PlantCase) => boolean
  readonly change: (
    said: InferencePrediction,
    gold: CupidGold,
    subject: PlantCase,
    place: PlantPlace,
  ) => JsonObject
}

function preferenceChange({ suits, change, harmful = true, ...facts }: PreferenceChange): Perturbation {
  return {
    ...facts,
    harmful,
    places: (subject) => (suits?.(goldOf(subject.gold), subject) === false ? [] : [0]),
    plant: (subject, [place]) =>
      place === undefined
        ? subject.prediction
        : change(predictionOf(subject.prediction), goldOf(subject.gold), subject, place),
  }
}

/** Of a case whose other preference is another sentence. */
function differs(rival: CupidGold['superseded'], { preference }: CupidGold): boolean {
  return rival !== null && rival.preference !== preference
}

function reworded(
  rewordings: ReadonlyMap<string, Rewording>,
  of: 'paraphrase' | 'changed' | 'translated',
  facts: Pick<PreferenceChange, 'id' | 'description' | 'harmful' | 'concerns'>,
): Perturbation {
  return preferenceChange({
    ...facts,
    suits: ({ preference }) => rewordings.has(preference),
    change: (said, { preference }) => ({ ...said, preference: rewordings.get(preference)?.[of] ?? '' }),
  })
}

/** Changes of inferred preferences. */
export async function inferencePerturbations(sample: string): Promise<readonly Perturbation[]> {
  const rewordings = await readRewordings(join(sample, 'cupid'))
  return [
    preferenceChange({
      id: 'drop',
      description: 'nothing is inferred',
      concerns: [
        ...figures('lexical-match', 'f1 recall'),
        ...figures('lexical-rivals', 'change_adopted contrast_kept'),
      ],
      change: () => ({ preference: '', evidence_sessions: null }),
    }),
    preferenceChange({
      id: 'hallucinate',
      description: 'a preference that nobody showed is added',
      concerns: added,
      change: (said, _gold, _subject, { draw }) => ({
        ...said,
        preference: `${said.preference} ${invented[draw(invented.length)] ?? ''}`,
      }),
    }),
    preferenceChange({
      id: 'wrong-user',
      description: "it is another persona's preference",
      concerns: [...match, ...figures('lexical-rivals', 'change_adopted contrast_kept')],
      change: (said, _gold, subject, { stranger }) => ({
        ...said,
        preference: goldOf((stranger(() => true) ?? subject).gold).preference,
      }),
    }),
    preferenceChange({
      id: 'stale',
      description: 'changing cases: the preference that held before',
      concerns: [...match, ...figures('lexical-rivals', 'change_adopted stale')],
      suits: (gold) => differs(gold.superseded, gold),
      change: (said, { superseded }) => ({ ...said, preference: superseded?.preference ?? '' }),
    }),
    preferenceChange({
      id: 'append',
      description: 'changing cases: the preference that held before, beside the new one',
      concerns: [...added, ...figures('lexical-rivals', 'change_adopted')],
      suits: (gold) => differs(gold.superseded, gold),
      change: (said, { superseded }) => ({
        ...said,
        preference: `${said.preference} ${superseded?.preference ?? ''}`,
      }),
    }),
    preferenceChange({
      id: 'wrong-context',
      description: 'contrastive cases: the preference of the other context',
      concerns: [...match, ...figures('lexical-rivals', 'contrast_kept contrast_error')],
      suits: (gold) => differs(gold.contrasting, gold),
      change: (said, { contrasting }) => ({ ...said, preference: contrasting?.preference ?? '' }),
    }),
    preferenceChange({
      id: 'over-apply',
      description: "contrastive cases: the other context's preference too",
      concerns: [...added, ...figures('lexical-rivals', 'contrast_kept')],
      suits: (gold) => differs(gold.contrasting, gold),
      change: (said, { contrasting }) => ({
        ...said,
        preference: `${said.preference} ${contrasting?.preference ?? ''}`,
      }),
    }),
    preferenceChange({
      id: 'wrong-evidence',
      description: 'it names sessions that do not show the preference',
      concerns: figures('evidence', 'evidence_precision evidence_recall'),
      suits: (gold) => relevantSessions(gold).length < gold.sessions.length,
      change: (said, gold) => ({ ...said, evidence_sessions: otherSessions(gold) }),
    }),
    preferenceChange({
      id: 'pad',
      description: `it is said again until it has more than ${MOST_WORDS} words`,
      concerns: figures('word-limit', 'over_limit'),
      suits: ({ preference }) => wordCount(preference) > 0,
      change: (said, { preference }) => ({
        ...said,
        preference: Array.from(
          { length: Math.ceil((MOST_WORDS + 1) / wordCount(preference)) },
          () => preference,
        ).join(' '),
      }),
    }),
    reworded(rewordings, 'changed', {
      id: 'detail',
      description: 'one detail of the preference is false',
      concerns: match,
    }),
    reworded(rewordings, 'translated', {
      id: 'wrong-language',
      description: 'the preference is in another language',
      concerns: match,
    }),
    reworded(rewordings, 'paraphrase', {
      id: 'paraphrase',
      description: 'the preference is told in other words',
      harmful: false,
      concerns: 'all',
    }),
    preferenceChange({
      id: 'reorder',
      description: 'the sessions it names follow in the opposite order',
      harmful: false,
      concerns: 'all',
      suits: (_gold, { prediction }) => (predictionOf(prediction).evidence_sessions ?? []).length > 1,
      change: (said) => ({ ...said, evidence_sessions: (said.evidence_sessions ?? []).toReversed() }),
    }),
  ]
}

/** As many sessions as show the preference, or as there are, of those that don't. */
function otherSessions(gold: CupidGold): number[] {
  const relevant = relevantSessions(gold)
  return gold.sessions
    .flatMap((_, place) => (relevant.includes(place + 1) ? [] : [place + 1]))
    .slice(0, relevant.length)
}
