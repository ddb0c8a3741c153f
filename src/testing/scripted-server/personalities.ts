/** What the scripted models are like, by model name. The words are for people who choose one. */
export const personalities = {
  perfect: 'knows everything the answer book says',
  forgetful: 'keeps a third of what it should know',
  hallucinating: 'adds facts, ids and claims that nobody ever stated',
  'copies-everything': 'hands back what it was given, word for word',
  'ignores-memory': 'answers as if it had never met the user',
  'over-applies-memory': 'brings up what it knows where it does not belong',
  'stays-in-role': 'takes role-play for the life of the user',
  'wrong-language': 'answers in another language than the user writes',
  'never-updates': 'keeps old memories whatever is said',
} as const

export type Personality = keyof typeof personalities

/** Further scripted models, which know CUPID only. */
export const contextPersonalities = {
  'ignores-context': 'takes what holds in another context',
  'over-general': 'joins all that ever held into one rule',
} as const

export type ContextPersonality = keyof typeof contextPersonalities

/** What the scripted judges are like, by model name. */
export const judgePersonalities = {
  'judge-fair': 'compares words of answer and gold fact; right on most answers',
  'judge-lenient': 'accepts everything',
  'judge-strict': 'rejects everything',
  'judge-careless': 'passes everything, against its own findings: only hard rules in code stop it',
  'judge-wavering': 'as judge-fair, but of every third answer it says something else when it is asked again',
  'judge-garbled': 'gives verdicts that can not be read',
  'judge-null': 'gives verdicts whose every field is null',
} as const

export type JudgePersonality = keyof typeof judgePersonalities

/** Model names of the embedder: any of them gives the same vectors. */
export const embedderNames = ['hash-embedder', 'text-embedding-3-small'] as const

export function isPersonality(name: string): name is Personality {
  return Object.hasOwn(personalities, name)
}

export function isContextPersonality(name: string): name is ContextPersonality {
  return Object.hasOwn(contextPersonalities, name)
}

export function isJudgePersonality(name: string): name is JudgePersonality {
  return Object.hasOwn(judgePersonalities, name)
}
