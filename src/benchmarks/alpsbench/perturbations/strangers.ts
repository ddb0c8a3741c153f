import type { JsonObject } from '../../../core/json.ts'
import type { PlantCase, PlantPlace } from '../../../core/perturbation.ts'
import { dominantScript } from '../../../text/script.ts'
import { predictedItems, textField } from '../scoring/memory-lists.ts'

/** What a stranger's memory must be like, the most alike first; the first wish that somebody meets counts. */
type Wish = (own: JsonObject, other: JsonObject) => boolean

const sameLabel: Wish = (own, other) => textField(own, 'label') === textField(other, 'label')

/** Where scripts differ, an instrument may tell the language and not the fact. */
const sameScript: Wish = (own, other) => scriptOf(own) === scriptOf(other)

function scriptOf(item: JsonObject): string | undefined {
  return dominantScript(textField(item, 'value'))?.script
}

/**
 * A memory of another user that is none of this user's, of the same script where there is one.
 * @param labelled prefer one of the same label
 * @returns null when nobody else has a memory
 */
export function strangersItem(
  item: JsonObject,
  subject: PlantCase,
  place: PlantPlace,
  labelled: boolean,
): JsonObject | null {
  const own = new Set(predictedItems(subject.prediction).map((one) => textField(one, 'value')))
  const anything: Wish = () => true
  const both: Wish = (mine, other) => sameLabel(mine, other) && sameScript(mine, other)
  for (const wish of labelled ? [both, sameScript, anything] : [sameScript, anything]) {
    const suits = (other: JsonObject): boolean =>
      textField(other, 'value') !== '' && !own.has(textField(other, 'value')) && wish(item, other)
    const stranger = place.stranger(({ prediction }) => predictedItems(prediction).some(suits))
    if (stranger === null) continue
    const theirs = predictedItems(stranger.prediction).filter(suits)
    return theirs[place.draw(theirs.length)] ?? null
  }
  return null
}
