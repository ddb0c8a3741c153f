/** Who made a model, as far as its name tells. */
export type Family =
  | 'openai'
  | 'anthropic'
  | 'google'
  | 'meta'
  | 'deepseek'
  | 'qwen'
  | 'mistral'
  | 'xai'
  | 'cohere'
  | 'microsoft'
  | 'amazon'
  | 'zhipu'
  | 'moonshot'

/** The first that fits counts: a distilled model is named after both, and its maker comes first. */
const names: readonly (readonly [Family, RegExp])[] = [
  ['deepseek', /deepseek/],
  ['openai', /gpt|chatgpt|davinci|\bo[1345](?:$|[-_.@:])|openai/],
  ['anthropic', /claude|anthropic/],
  ['google', /gemini|gemma|palm-2|google/],
  ['qwen', /qwen|qwq|prefmatcher/],
  ['meta', /llama|meta-/],
  ['mistral', /mi[sx]tral|ministral|codestral|magistral/],
  ['xai', /grok|\bx-?ai\b/],
  ['cohere', /command-[ar]|cohere/],
  ['microsoft', /\bphi-?\d|microsoft/],
  ['amazon', /\bnova-|\btitan-|amazon/],
  ['zhipu', /\bglm-|zhipu|z-ai/],
  ['moonshot', /kimi|moonshot/],
]

/** Words of a system that say how it was run, not who made its model: `recorded:`, a server's name. */
const ROUTES = /^(?:recorded:|compatible\/|openrouter\/|together(?:ai)?\/|local:)+/

/**
 * The family of a model or of a system with a model in its name.
 * @returns null where the name does not tell: then nothing is said about overlap
 */
export function familyOf(name: string): Family | null {
  const word = name.toLowerCase().replace(ROUTES, '')
  // A model at a provider is the provider's only where its own name says nothing.
  const own = word.slice(word.lastIndexOf('/') + 1)
  for (const text of own === word ? [word] : [own, word]) {
    const found = names.find(([, pattern]) => pattern.test(text))
    if (found !== undefined) return found[0]
  }
  return null
}
