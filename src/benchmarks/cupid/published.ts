import type { PublishedClaim, PublishedResult } from '../../core/published.ts'

/**
 * Figures of the paper by model: none. Its tables could not be read (spec 4), and nothing else states a figure together
 * with the matcher or judge that produced it.
 */
export const publishedResults: readonly PublishedResult[] = []

const abstract = 'arXiv 2508.01674, abstract'
const matcherCard = 'model card kixlab/prefmatcher-7b'
const datasetCard = 'data set card kixlab/CUPID'
const paperNote = 'machine-written note on the paper in a public repository (2025-08-cupid-personalization)'
const survey = 'third-party benchmark survey in a public repository'
const study = 'third-party study pinned to the same Parquet file'
const blog = 'cognaptus.com, blog of 2025-08-05'

function primary(claim: string, value: string, source: string): PublishedClaim {
  return { claim, value, source, weight: 'primary', unverified: false }
}

function secondary(claim: string, value: string, source: string): PublishedClaim {
  return { claim, value, source, weight: 'secondary', unverified: true }
}

/** What is said about results on CUPID (spec 4.2). */
export const publishedClaims: readonly PublishedClaim[] = [
  primary('models evaluated', '10', abstract),
  primary('precision of every model', 'under 50 %', abstract),
  primary('recall of every model', 'under 65 %', abstract),
  primary("PrefMatcher-7B against humans, Krippendorff's alpha", '0.748', matcherCard),
  primary('instances, personas, dialogues', '756, 252, more than 6,000', datasetCard),
  primary('turns of a session, mean', '6.4', datasetCard),
  primary(
    'PrefMatcher-7B',
    'QLoRA, 1 epoch, about 4,000 samples labelled by GPT-4o, on Qwen2.5-7B-Instruct',
    matcherCard,
  ),
  secondary('best F1 (Claude 3.7 Sonnet)', '55.8 %', paperNote),
  secondary('F1 of every model', 'at most 60 %', blog),
  secondary('correlation of inference and generation, coefficient not stated', '0.764', paperNote),
  secondary('gain with oracle sessions', 'about 20 to 30 points', `${paperNote}; ${blog}`),
  secondary('generation with the gold preference given', 'many models answer well', blog),
  secondary('gain with summaries, F1 of Mistral 7B', '13 points', paperNote),
  secondary('gain with summaries, Claude 3.7 Sonnet', 'slightly worse', paperNote),
  secondary('easiest instance type', 'changing; performance falls with longer histories', paperNote),
  secondary('history, mean', 'about 8,187 tokens, current request about 922, tokenizer unknown', survey),
  secondary('messages of an instance', '32 to 129', study),
  secondary(
    'errors of DeepSeek-R1',
    'wrong context 86 %, shallow inference 10 %, table cut off',
    `${blog}, first revision`,
  ),
  secondary(
    'errors of Llama 3.1 405B',
    'wrong context 40 %, shallow inference 50 %, table cut off',
    `${blog}, first revision`,
  ),
]
