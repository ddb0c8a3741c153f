import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import { saysTheSame } from './everyday-words.ts'
import { addressesJudge, allText, deservesToPass } from './judge-findings.ts'
import { contentPieces, inCommon } from './lexical.ts'
import { objectsIn } from './payload.ts'
import type { JudgePersonality } from './personalities.ts'

/** What a scripted judge is sent: what any judge sees, and nothing else. */
export interface JudgePrompt {
  readonly instructions: string
  readonly material: string
  /** The JSON Schema of the request's response format; null where there is none. */
  readonly schema: JsonObject | null
}

/** Of a prompt that shows no form: a verdict with the usual fields. */
const usualForm: JsonObject = {
  type: 'object',
  properties: {
    reason: { type: 'string' },
    used_memory: { type: 'boolean' },
    passes: { type: 'boolean' },
    score: { type: 'number', minimum: 0, maximum: 1 },
  },
}

/**
 * A verdict in the form that the request or the prompt asks for. Works for any rubric: the form's questions tell
 * what is judged.
 */
export function judgeReply(personality: JudgePersonality, prompt: JudgePrompt): string {
  if (personality === 'judge-garbled')
    return 'Hmm, this one is somewhere between fine and not fine; hard to say.'
  const form = prompt.schema ?? [...objectsIn(prompt.instructions)].find(isForm) ?? usualForm
  if (personality === 'judge-null') {
    return JSON.stringify(Object.fromEntries(Object.keys(propertiesOf(form)).map((name) => [name, null])))
  }
  const [material = {}] = objectsIn(prompt.material)
  const decide = (good: () => boolean): boolean => {
    if (personality === 'judge-fair') return good()
    return personality === 'judge-lenient'
  }
  const passes = decide(() => deservesToPass(material, new Set(Object.keys(propertiesOf(form)))))
  const verdict = filled(form, passes, material, decide)
  if (personality !== 'judge-careless') return JSON.stringify(verdict)
  const best = filled(form, true, material, decide)
  const conclusions = Object.entries(best).filter(([name]) => /^(?:passes|overall)/.test(name))
  return JSON.stringify({ ...verdict, ...Object.fromEntries(conclusions) })
}

type Decide = (good: () => boolean) => boolean

function filled(form: JsonObject, good: boolean, material: JsonObject, decide: Decide): JsonObject {
  return Object.fromEntries(
    Object.entries(propertiesOf(form)).map(([name, field]) => [
      name,
      fieldValue(name, field, good, material, decide),
    ]),
  )
}

function fieldValue(name: string, field: Json, good: boolean, material: JsonObject, decide: Decide): Json {
  const { type, enum: words, minimum, maximum, items } = isJsonObject(field) ? field : {}
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? 'string']
  if (Array.isArray(words)) {
    const known: readonly Json[] = words
    return (good ? known[0] : known[1]) ?? known[0] ?? null
  }
  if (types.includes('array') && name === 'matches') return matches(material, decide)
  if (types.includes('array')) return reviews(name, isJsonObject(items) ? items : {}, material, decide)
  if (types.includes('boolean')) return speaksAgainst.test(name) ? !good : good
  if (types.includes('integer') || types.includes('number')) {
    const low = typeof minimum === 'number' ? minimum : 0
    const high = typeof maximum === 'number' ? maximum : 1
    // How bad it is, or how good.
    return /severity/.test(name) === good ? low : high
  }
  return good ? 'The answer fits what is known.' : 'The answer does not fit what is known.'
}

const speaksAgainst = /contradict|carries|violat|hallucinat|invent|drift/

/** One review for each pair, missing and extra item of the material (AlpsBench spec 2.3.1). */
function reviews(name: string, form: JsonObject, material: JsonObject, decide: Decide): readonly Json[] {
  const kind = ['pair', 'missing', 'extra'].find((word) => name.includes(word))
  const listed: Json | undefined = Object.entries(material).find(
    ([key, value]) => kind !== undefined && key.includes(kind) && Array.isArray(value),
  )?.[1]
  const list: readonly Json[] = Array.isArray(listed) ? listed : []
  const { evidence } = material
  const gold = contentPieces(allText(isJsonObject(evidence) ? evidence['gold_memory_items'] : undefined))
  return list.map((element, at) => {
    const one = isJsonObject(element) ? element : {}
    const good = decide(() => {
      // What is missing was worth finding; the judge that accepts everything forgives it.
      if (kind === 'missing') return false
      if (kind === 'extra') return inCommon(contentPieces(allText(one['value'])), gold) > 0
      const predicted = valueOf(one['pred'] ?? one['predicted'])
      return !addressesJudge.test(predicted) && saysTheSame(valueOf(one['gold']), predicted)
    })
    const review = filled(form, good, {}, decide)
    const ids = Object.keys(review).flatMap((key) => {
      const id = idFor(key, one, at)
      return id === undefined ? [] : [[key, id] as const]
    })
    const missed = 'should_have_extracted' in review ? { should_have_extracted: !good } : {}
    return { ...review, ...missed, ...Object.fromEntries(ids) }
  })
}

/** Pairs of named statements of two lists, each name at most once. */
function matches(material: JsonObject, decide: Decide): readonly Json[] {
  const listed = (key: string): readonly Json[] => {
    const list = material[key]
    return Array.isArray(list) ? list : []
  }
  const left = [...listed('predicted')]
  return listed('gold').flatMap((gold) => {
    const wanted = valueOf(gold)
    const at = left.findIndex((one) =>
      decide(() => !addressesJudge.test(valueOf(one)) && saysTheSame(wanted, valueOf(one))),
    )
    const [predicted] = at === -1 ? [] : left.splice(at, 1)
    const names = [gold, predicted].map((one) => (isJsonObject(one) ? one['name'] : undefined) ?? '')
    return predicted === undefined ? [] : [{ gold: names[0] ?? '', predicted: names[1] ?? '' }]
  })
}

function idFor(key: string, element: JsonObject, at: number): Json | undefined {
  const nested = key === 'gold_id' ? element['gold'] : (element['pred'] ?? element['predicted'])
  if (key === 'gold_id' || key === 'pred_id') {
    return element[key] ?? (isJsonObject(nested) ? nested['memory_id'] : undefined)
  }
  if (key === 'id' || key === 'memory_id') return element['id'] ?? element['memory_id']
  return key === 'index' || key === 'number' || key === 'position' ? (element[key] ?? at) : undefined
}

function valueOf(memory: Json | undefined): string {
  return isJsonObject(memory) ? allText(memory['value']) : allText(memory)
}

function isForm(object: JsonObject): boolean {
  return isJsonObject(object['properties'])
}

function propertiesOf(form: JsonObject): JsonObject {
  const properties = form['properties']
  return isJsonObject(properties) ? properties : {}
}
