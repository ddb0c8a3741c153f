import { z } from 'zod'
import { RapportError } from '../../core/errors.ts'

/** The optional package; it is large, so nobody gets it unasked. */
const PACKAGE: string = '@huggingface/transformers'

/** The part of the package that is used, checked when it is loaded. */
const packageSchema = z.object({
  // Not z.object: that would copy it, and what is set on a copy changes nothing.
  env: z.custom<object>((value) => typeof value === 'object' && value !== null),
  pipeline: z.custom<(task: 'feature-extraction', model: string) => Promise<Extract>>(
    (value) => typeof value === 'function',
  ),
})
type Extract = (
  texts: readonly string[],
  options: { pooling: 'mean'; normalize: true },
) => Promise<{ tolist(): unknown }>

const vectorsSchema = z.array(z.array(z.number()))
const BATCH = 32

const extractors = new Map<string, Promise<Extract>>()

async function load(
  name: string,
  folder: string | null,
  importPackage: () => Promise<unknown>,
): Promise<Extract> {
  let loaded: unknown
  try {
    loaded = await importPackage()
  } catch (cause) {
    throw new RapportError(`local:${name} needs the package ${PACKAGE}, which is not installed`, {
      exitCode: 2,
      fix: `npm install ${PACKAGE} (about 500 MB), or use a provider's model such as openai/text-embedding-3-small`,
      cause,
    })
  }
  const { env, pipeline } = packageSchema.parse(loaded)
  if (folder !== null) Object.assign(env, { cacheDir: folder })
  return pipeline('feature-extraction', name)
}

/**
 * Sentence vectors (mean of the token vectors, length 1) of a model on this machine.
 * @param name folder of the model, or its id on the hub such as `Xenova/all-MiniLM-L6-v2`
 * @param folder where downloaded models are kept; null: the package's own
 * @throws RapportError when the optional package is not installed
 */
export async function localEmbeddings(
  name: string,
  texts: readonly string[],
  folder: string | null,
  importPackage: () => Promise<unknown> = () => import(PACKAGE),
): Promise<readonly Float32Array[]> {
  const key = JSON.stringify([name, folder])
  let extractor = extractors.get(key)
  if (extractor === undefined) {
    extractor = load(name, folder, importPackage)
    extractors.set(key, extractor)
    extractor.catch(() => extractors.delete(key))
  }
  const extract = await extractor
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += BATCH) {
    const output = await extract(texts.slice(from, from + BATCH), { pooling: 'mean', normalize: true })
    vectors.push(...vectorsSchema.parse(output.tolist()).map((vector) => Float32Array.from(vector)))
  }
  return vectors
}
