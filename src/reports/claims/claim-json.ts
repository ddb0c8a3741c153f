import type { Json } from '../../core/json.ts'
import { plainJson } from '../plain-json.ts'
import type { ClaimsReport } from './claim-report.ts'
import { partText } from './claim-text.ts'

/** Everything as one document; each part also in words. */
export function claimsJson({ claims, ...report }: ClaimsReport): Json {
  return plainJson({
    ...report,
    claims: claims.map((claim) => ({
      ...claim,
      parts: claim.parts.map((part) => ({ ...part, text: partText(part) })),
    })),
  })
}
