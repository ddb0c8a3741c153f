import type { ClaimSet } from '../../../core/claim.ts'
import { alpsbenchTrackIds } from '../shapes.ts'
import { arithmeticClaims } from './arithmetic-claims.ts'
import { beyondClaims } from './beyond-claims.ts'
import { extractionClaims } from './extraction-claims.ts'
import { trackClaims } from './track-claims.ts'

/** The findings of AlpsBench's paper with what decides each, and what the paper does not say. */
export const alpsbenchClaims: ClaimSet = {
  claims: [...extractionClaims, ...trackClaims, ...arithmeticClaims, ...beyondClaims],
  runs: [
    {
      tracks: ['alpsbench/extraction', 'alpsbench/update', 'alpsbench/retrieval/d100'],
      systems: ['recorded:*'],
      baselines: true,
      pools: 'original',
    },
    {
      tracks: alpsbenchTrackIds.filter((id) => id.startsWith('alpsbench/retrieval/')),
      systems: ['bm25:reference'],
      baselines: false,
      pools: 'drawn',
    },
  ],
}
