/** `[input, output, cached input]` in US dollars per million tokens. */
type Row = readonly [number, number, number | null]

const rows: Readonly<Record<string, Row>> = {
  'openai/gpt-4.1': [2, 8, 0.5],
  'openai/gpt-4.1-mini': [0.4, 1.6, 0.1],
  'openai/gpt-4.1-nano': [0.1, 0.4, 0.025],
  'openai/gpt-4o': [2.5, 10, 1.25],
  'openai/gpt-4o-mini': [0.15, 0.6, 0.075],
  'openai/gpt-5': [1.25, 10, 0.125],
  'openai/gpt-5-mini': [0.25, 2, 0.025],
  'openai/gpt-5-nano': [0.05, 0.4, 0.005],
  'openai/o3': [2, 8, 0.5],
  'openai/o3-mini': [1.1, 4.4, 0.55],
  'openai/o4-mini': [1.1, 4.4, 0.275],
  'openai/text-embedding-3-small': [0.02, 0, null],
  'openai/text-embedding-3-large': [0.13, 0, null],
  'anthropic/claude-3-5-haiku': [0.8, 4, 0.08],
  'anthropic/claude-3-7-sonnet': [3, 15, 0.3],
  'anthropic/claude-haiku-4-5': [1, 5, 0.1],
  'anthropic/claude-sonnet-4': [3, 15, 0.3],
  'anthropic/claude-sonnet-4-5': [3, 15, 0.3],
  'anthropic/claude-opus-4': [15, 75, 1.5],
  'anthropic/claude-opus-4-1': [15, 75, 1.5],
  'anthropic/claude-opus-4-5': [5, 25, 0.5],
  'google/gemini-2.0-flash': [0.1, 0.4, 0.025],
  'google/gemini-2.5-flash': [0.3, 2.5, 0.075],
  'google/gemini-2.5-flash-lite': [0.1, 0.4, 0.025],
  // The price for prompts above 200,000 tokens, so that the worst case is one.
  'google/gemini-2.5-pro': [2.5, 15, 0.625],
  'google/gemini-embedding-001': [0.15, 0, null],
  'deepseek/deepseek-chat': [0.28, 0.42, 0.028],
  'deepseek/deepseek-reasoner': [0.28, 0.42, 0.028],
  'togetherai/meta-llama/Llama-3.3-70B-Instruct-Turbo': [0.88, 0.88, null],
  'togetherai/meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo': [0.18, 0.18, null],
  'togetherai/Qwen/Qwen2.5-7B-Instruct-Turbo': [0.3, 0.3, null],
  'openrouter/openai/gpt-4.1': [2, 8, 0.5],
  'openrouter/openai/gpt-4.1-mini': [0.4, 1.6, 0.1],
  'openrouter/anthropic/claude-sonnet-4.5': [3, 15, 0.3],
  // Runs on the user's own machine.
  'ollama/*': [0, 0, 0],
}

/**
 * List prices as known on a day, standard tier, without discounts. Prices change: a price file given by the user
 * wins, and every sum is shown with the day.
 */
export const listPrices = {
  name: 'built-in list',
  asOf: '2025-12-01',
  source: "the providers' public price pages, from memory, not fetched",
  prices: Object.fromEntries(
    Object.entries(rows).map(([id, [input, output, cachedInput]]) => [id, { input, output, cachedInput }]),
  ),
}
