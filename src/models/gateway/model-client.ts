import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider'
import type { ModelAddress } from './model-address.ts'

/** The models of one provider, as the AI SDK speaks to them. Nothing in here retries. */
export interface ModelClient {
  chat(model: string): LanguageModelV3
  embedding(model: string): EmbeddingModelV3
}

/**
 * Redirects are not followed: they would carry the text of a data set to a host that nobody allowed, and a POST turned
 * into a GET may bring a page that looks like an answer.
 */
const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

/**
 * Loads the provider's package and points it at the address. Key and base URL are always passed: left out, the
 * packages would read the process environment.
 */
export async function createClient(address: ModelAddress, apiKey: string): Promise<ModelClient> {
  const { provider, baseUrl: baseURL } = address
  switch (provider.kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const openai = createOpenAI({ apiKey, baseURL, fetch: withoutRedirects })
      // `.chat`: the bare call would use the Responses API, which loopback and proxy servers seldom have.
      return { chat: (model) => openai.chat(model), embedding: (model) => openai.embeddingModel(model) }
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      const anthropic = createAnthropic({ apiKey, baseURL, fetch: withoutRedirects })
      return {
        chat: (model) => anthropic.languageModel(model),
        embedding: (model) => anthropic.embeddingModel(model),
      }
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      const google = createGoogleGenerativeAI({ apiKey, baseURL, fetch: withoutRedirects })
      return {
        chat: (model) => google.languageModel(model),
        embedding: (model) => google.embeddingModel(model),
      }
    }
    case 'deepseek': {
      const { createDeepSeek } = await import('@ai-sdk/deepseek')
      const deepseek = createDeepSeek({ apiKey, baseURL, fetch: withoutRedirects })
      return {
        chat: (model) => deepseek.languageModel(model),
        embedding: (model) => deepseek.embeddingModel(model),
      }
    }
    case 'togetherai': {
      const { createTogetherAI } = await import('@ai-sdk/togetherai')
      const together = createTogetherAI({ apiKey, baseURL, fetch: withoutRedirects })
      return {
        chat: (model) => together.languageModel(model),
        embedding: (model) => together.embeddingModel(model),
      }
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const server = createOpenAICompatible({
        name: 'compatible',
        apiKey,
        baseURL,
        fetch: withoutRedirects,
        supportsStructuredOutputs: provider.structured,
      })
      return { chat: (model) => server.chatModel(model), embedding: (model) => server.embeddingModel(model) }
    }
  }
}
