import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { RunStop } from '../../core/fault.ts'
import type { CallProblem } from './call-problem.ts'
import type { ModelAddress } from './model-address.ts'

const LIST_TIMEOUT = 5000
const MOST_NAMES = 3

const openAiList = z.object({ data: z.array(z.object({ id: z.string() })) })
const googleList = z.object({ models: z.array(z.object({ name: z.string() })) })

/** Where and how a provider tells which models it has. */
function listRequest({ provider, baseUrl }: ModelAddress, key: string): [string, Record<string, string>] {
  switch (provider.kind) {
    case 'anthropic':
      return [`${baseUrl}/models?limit=1000`, { 'x-api-key': key, 'anthropic-version': '2023-06-01' }]
    case 'google':
      return [`${baseUrl}/models?pageSize=1000`, { 'x-goog-api-key': key }]
    case 'openai':
    case 'deepseek':
    case 'togetherai':
    case 'compatible':
      return [`${baseUrl}/models`, { authorization: `Bearer ${key}` }]
  }
}

function names(body: unknown): readonly string[] {
  const listed = openAiList.safeParse(Array.isArray(body) ? { data: body } : body)
  if (listed.success) return listed.data.data.map(({ id }) => id)
  const google = googleList.safeParse(body)
  return google.success ? google.data.models.map(({ name }) => name.replace(/^models\//, '')) : []
}

async function listModels(address: ModelAddress, key: string): Promise<readonly string[]> {
  try {
    const [url, headers] = listRequest(address, key)
    const signal = AbortSignal.timeout(LIST_TIMEOUT)
    const response = await fetch(url, { headers, redirect: 'error', signal })
    return response.ok ? names(await response.json()) : []
  } catch {
    // A help that can't be given must not hide the error that it was for.
    return []
  }
}

/** The error of a stop; for an unknown model with the nearest names that its provider has. */
export async function withSuggestions(
  { error, scope }: CallProblem,
  address: ModelAddress,
  key: string,
): Promise<RunStop> {
  if (!(error instanceof RunStop) || scope !== 'model') return new RunStop(error.message, fixOf(error))
  const nearest = (await listModels(address, key))
    .filter((name) => /^[\w.:@/+-]{1,120}$/.test(name))
    .map((name) => ({ name, far: distance(name, address.model) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MOST_NAMES)
    .map(({ name }) => `${address.provider.name}/${name}`)
  if (nearest.length === 0) return error
  return new RunStop(error.message, `did you mean ${nearest.join(', ')}?`)
}

function fixOf(error: Error): string {
  return error instanceof RunStop ? (error.fix ?? '') : ''
}
