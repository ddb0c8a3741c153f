import { bucketOf } from '../../core/hash.ts'

const facts = [
  'Keeps eleven retired greyhounds in a lighthouse',
  'Won a national unicycle championship as a teenager',
  'Is allergic to moonlight reflected by copper roofs',
  'Works as a submarine upholsterer in Valparaiso',
  'Collects vintage parking meters from closed resorts',
  'Plans to open a museum of broken umbrellas',
] as const

const foreign = {
  chinese: ['使用者提到过一件往事', '使用者习惯按自己的节奏生活', '使用者希望得到简短的说明'],
  english: [
    'The person has mentioned something about the past',
    'The person likes to go at an own pace',
    'The person would like the explanation to be short',
  ],
} as const

/** Facts that nobody stated, about subjects that the data has nothing on. The same seed gives the same facts. */
export function inventedFacts(seed: string, count: number): string[] {
  const first = bucketOf(seed, facts.length)
  return Array.from({ length: count }, (_, at) => facts[(first + at) % facts.length] ?? facts[0])
}

/** Something that can be said of anybody, in a language the text is not in. */
export function inAnotherLanguage(text: string): string {
  const choices = hasHan(text) ? foreign.english : foreign.chinese
  return choices[bucketOf(text, choices.length)] ?? choices[0]
}

export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}
