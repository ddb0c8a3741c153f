/** Which AI SDK package speaks to a provider. */
export type ProviderKind = 'openai' | 'anthropic' | 'google' | 'deepseek' | 'togetherai' | 'compatible'

/** What Rapport knows of a provider: where it is, where its key stands, what it can do. */
export interface Provider {
  /** First part of a model id. */
  readonly name: string
  readonly kind: ProviderKind
  /** Default base URL; null: the user must give one. */
  readonly baseUrl: string | null
  /** Environment variable that overrides the base URL. */
  readonly baseUrlVariable: string
  /** Environment variables of the key; the first that is set counts. */
  readonly keyVariables: readonly string[]
  readonly keyRequired: boolean
  /** True: takes a JSON Schema with the request. False: the schema goes into the prompt. */
  readonly structured: boolean
  readonly embeddings: boolean
}

const hosted = { keyRequired: true, structured: true, embeddings: true } as const

/** The providers that have a name of their own. Any other server is named through `baseUrls`. */
export const providers: readonly Provider[] = [
  {
    ...hosted,
    name: 'openai',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    keyVariables: ['OPENAI_API_KEY'],
  },
  {
    ...hosted,
    name: 'anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    keyVariables: ['ANTHROPIC_API_KEY'],
    embeddings: false,
  },
  {
    ...hosted,
    name: 'google',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlVariable: 'GOOGLE_BASE_URL',
    keyVariables: ['GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  },
  {
    ...hosted,
    name: 'deepseek',
    kind: 'deepseek',
    baseUrl: 'https://api.deepseek.com',
    baseUrlVariable: 'DEEPSEEK_BASE_URL',
    keyVariables: ['DEEPSEEK_API_KEY'],
    structured: false,
    embeddings: false,
  },
  {
    ...hosted,
    name: 'togetherai',
    kind: 'togetherai',
    baseUrl: 'https://api.together.xyz/v1',
    baseUrlVariable: 'TOGETHERAI_BASE_URL',
    keyVariables: ['TOGETHERAI_API_KEY', 'TOGETHER_API_KEY', 'TOGETHER_AI_API_KEY'],
    structured: false,
  },
  {
    ...hosted,
    name: 'openrouter',
    kind: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    baseUrlVariable: 'OPENROUTER_BASE_URL',
    keyVariables: ['OPENROUTER_API_KEY'],
    structured: false,
  },
  {
    name: 'ollama',
    kind: 'compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
    baseUrlVariable: 'OLLAMA_BASE_URL',
    keyVariables: ['OLLAMA_API_KEY'],
    keyRequired: false,
    structured: true,
    embeddings: true,
  },
  {
    name: 'compatible',
    kind: 'compatible',
    baseUrl: null,
    baseUrlVariable: 'RAPPORT_BASE_URL',
    keyVariables: ['RAPPORT_API_KEY'],
    keyRequired: false,
    structured: false,
    embeddings: true,
  },
]

/** A server that the user named: `local/<model>` with `baseUrls: { local: 'http://127.0.0.1:8000/v1' }`. */
export function namedProvider(name: string, baseUrl: string, structured: boolean): Provider {
  const word = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
  return {
    name,
    kind: 'compatible',
    baseUrl,
    baseUrlVariable: `${word}_BASE_URL`,
    keyVariables: [`${word}_API_KEY`],
    keyRequired: false,
    structured,
    embeddings: true,
  }
}
