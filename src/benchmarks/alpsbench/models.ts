/** A model of the publications, and the names under which its outputs stand in files. */
interface KnownModel {
  /** The name in the paper's tables. */
  readonly name: string
  /** The name to offer on the command line first, then every other one seen in data and configurations. */
  readonly aliases: readonly [string, ...string[]]
}

/** The seven models that AlpsBench evaluates (spec 1.8, 6.1; names differ from file to file). */
export const knownModels: readonly KnownModel[] = [
  { name: 'GPT-5.2', aliases: ['gpt-5.2', 'vanilla_gpt5.2'] },
  { name: 'GPT-4.1-mini', aliases: ['gpt-4.1-mini', 'gpt-4.1-mini_again', 'vanilla_gpt4.1-mini'] },
  { name: 'DeepSeek Reasoner', aliases: ['deepseek-reasoner', 'vanilla_deepseekr1'] },
  {
    name: 'Gemini-3 Flash',
    aliases: ['gemini-3-flash', 'gemini-3-flash-preview', 'vanilla_gemini3.5'],
  },
  {
    name: 'Llama-4 Maverick',
    aliases: ['llama-4-maverick', 'meta-llama/llama-4-maverick', 'meta-llama', 'vanilla_llama4'],
  },
  {
    name: 'Claude-Sonnet-4.5',
    aliases: ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4.5', 'vanilla_claude4.5'],
  },
  { name: 'Qwen3-max', aliases: ['qwen3-max', 'qwen3_max_ali', 'vanilla_qwen3'] },
]

/**
 * All names under which recordings of a model may stand, the given one first. Letter case does not count when the
 * model is looked up; a name that no known model has is its own only name.
 */
export function recordingNames(name: string): readonly string[] {
  const wanted = name.toLowerCase()
  const model = knownModels.find((known) =>
    [known.name, ...known.aliases].some((alias) => alias.toLowerCase() === wanted),
  )
  return model === undefined ? [name] : [...new Set([name, ...model.aliases])]
}
