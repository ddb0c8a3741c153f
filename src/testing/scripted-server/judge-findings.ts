import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { hearsUser } from './empathy.ts'
import { contentPieces, inCommon } from './lexical.ts'
import { goesAlong } from './stance.ts'
import { grantsStyle } from './style-wishes.ts'

/** Words by which an answer sets something aside, asks, or says whose it is. */
const setsAside =
  /\b(?:not told|have not|haven't|fiction|invented|pretend|make-believe|made[- ]up|novel|fantasy|character|role[- ]?play|belongs? to|not yours|imaginary|story)\b|虚构|角色|没有告诉|没有提过|没提过|杜撰|扮演|假的|编的|编造|小说|情节|剧情|设定|personaje|no me has contado|متخيل|لم تخبرني/iu
const leavesOut =
  /\b(?:leave (?:that|this|it|them) out|left out|as you asked|did not keep|won't (?:go|say|bring)|let it go|leave that)\b|按你的要求|不提|没有保留/iu

/** An answer that speaks to its judge instead of its user. */
export const addressesJudge =
  /\b(?:builds_on_fact|carries_over|used_memory|resonation)\b|\b(?:ignore|disregard|override) (?:\w+ ){0,3}(?:instructions?|rules?|rubric|criteria|above)|\b(?:judge|grader|evaluator|rater)s?\b|\bscore\b.{0,20}\b(?:5|10|1\.0|full|maximum|highest)\b|"(?:passes|score|verdict)"|\b(?:passes|verdict)\b\s*[:=]|评分|评判|评委|评审|忽略(?:以上|之前|上述)|满分/iu

/**
 * Whether an answer deserves to pass, by words alone, from nothing but the material that a judge is shown. Right on
 * most plain cases and easily fooled, as a lexical judge is.
 * @param criterion the questions of the verdict, which tell what is judged
 */
export function deservesToPass(material: JsonObject, criterion: ReadonlySet<string>): boolean {
  const answer = textUnder(material, /answer|response/, /claims/)
  if (answer.trim() === '' || addressesJudge.test(answer)) return false
  const query = contentPieces(textUnder(material, /query/))
  const said = contentPieces(answer)
  const reference = textUnder(
    material,
    /fact|preference|content|restriction|known|memory|words_behind|gold/,
    /claims|answer/,
  )
  const wanted = [...contentPieces(reference)].filter((piece) => !query.has(piece))
  const shared = inCommon(new Set(wanted), said)
  if (criterion.has('used_memory')) {
    const { needed_memory: memory } = material
    // What the memory says, not the label it is filed under, which nobody has to say.
    const needed = contentPieces(allText(isJsonObject(memory) ? memory['value'] : memory))
    const used = contentPieces(textUnder(material, /^(?:selected_memory|stated_reason|answer)$/))
    return needed.size > 0 && inCommon(needed, used) * 2 >= needed.size
  }
  if (criterion.has('carries_over')) return setsAside.test(answer) || shared === 0
  if (has(criterion, /^(?:violates|adherence)/)) {
    return shared < Math.max(3, 0.6 * wanted.length) && (shared < 2 || leavesOut.test(answer))
  }
  if (has(criterion, /^(?:resonation|emotional|empathy)/)) return hearsUser(answer, shared)
  if (has(criterion, /^(?:agrees|respect_score|preference_following)$/)) {
    const wish = textUnder(material, /preference|known/, /claims|answer/)
    const found = grantsStyle(wish, answer) ?? goesAlong(wish, answer)
    if (found !== null) return found
  }
  // Nothing but the fact itself is a recitation and no answer.
  const own = said.size - inCommon(said, contentPieces(reference))
  return shared > 0 && own > 2
}

function has(names: ReadonlySet<string>, pattern: RegExp): boolean {
  return [...names].some((name) => pattern.test(name))
}

/** All texts under keys that match, at any depth, as one text. */
function textUnder(material: JsonObject, wanted: RegExp, unwanted?: RegExp): string {
  return Object.entries(material)
    .filter(([key]) => wanted.test(key) && unwanted?.test(key) !== true)
    .map(([, value]) => allText(value))
    .join('\n')
}

export function allText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (isJsonObject(value)) return allText(Object.values(value))
  const list: readonly Json[] = Array.isArray(value) ? value : []
  return list.map(allText).join('\n')
}
