import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { sharedSpec } from './shared.ts'

const vectorSchema = z.object({
  id: z.string(),
  role: z.string(),
  input: z.record(z.string(), z.unknown()),
  output: z.unknown().optional(),
  error: z.object({ kind: z.string() }).optional(),
  corrected: z.unknown().optional(),
})
export type CupidVector = z.infer<typeof vectorSchema>

const fileSchema = z.object({ cases: z.array(vectorSchema) })

const file = sharedSpec('cupid-vectors.json')

/** Golden vectors of the CUPID protocol (spec 6) with their non-finite numbers; none where the file is absent. */
export const cupidVectors: readonly CupidVector[] =
  file === undefined ? [] : fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'), withFloats)).cases

/** `{"$float": "nan"}` stands for a number that JSON can't hold. */
function withFloats(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$float' in value)) return value
  return { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, '-inf': Number.NEGATIVE_INFINITY }[
    String(value.$float)
  ]
}

/** Raised by a role where the original code raises. */
export class OriginalError extends Error {
  readonly kind: string

  constructor(kind: string) {
    super(kind)
    this.name = 'OriginalError'
    this.kind = kind
  }
}

/** What a function of ours gives for a vector. */
export interface Role {
  /** A value, or an {@link OriginalError}. */
  readonly reference: (input: CupidVector['input']) => unknown
  /** Absent where strict mode does not differ. */
  readonly strict?: (input: CupidVector['input']) => unknown
}

/** A value, or the kind of error in the place of it. */
export async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    return { output: await call() }
  } catch (error) {
    if (error instanceof OriginalError) return { error: error.kind }
    throw error
  }
}

/** What a vector says must come out in reference mode. */
export function expectedOutcome({ output, error }: CupidVector): unknown {
  return error === undefined ? { output } : { error: error.kind }
}

/** @returns the value @throws OriginalError of a kind for null */
export function orError<T>(value: T | null | undefined, kind: string): T {
  if (value === null || value === undefined) throw new OriginalError(kind)
  return value
}
