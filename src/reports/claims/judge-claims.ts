import type { ClaimVerdict, TestableClaim } from '../../core/claim.ts'
import { studentTQuantile } from '../../stats/distributions.ts'
import { holm } from '../../stats/multiplicity.ts'
import { clustersFor } from '../../stats/power.ts'
import type { ClaimPart, ClaimResult, RawPart } from './claim-report.ts'
import { aheadParts, figureAboveParts, memoryParts, missesParts, orderParts } from './compare-parts.ts'
import { correlationParts } from './correlation-parts.ts'
import { criterionText } from './criterion.ts'
import { aboveParts, fallsParts, nearParts } from './number-parts.ts'
import { missingPart, type ClaimData } from './part-kit.ts'

/**
 * Chance that some part of a group is decided wrongly. A part can be decided both ways, so each direction has half of
 * it: then a verdict agrees with the 95 % interval that stands beside it.
 */
export const ALPHA = 0.05
const EACH_WAY = ALPHA / 2
/** Of the intervals that are shown. */
export const LEVEL = 0.95
const POWER = 0.8

/** All claims of a benchmark on the data at hand. p values are adjusted over the parts of each group. */
export function judgeClaims(claims: readonly TestableClaim[], data: ClaimData): ClaimResult[] {
  const raw = claims.map((claim) => ({ claim, parts: partsOf(claim, data) }))
  const groups = [...new Set(claims.map(({ group }) => group))]
  const adjusted = new Map<RawPart, { for: number; against: number }>()
  for (const group of groups) {
    const tested = raw
      .filter(({ claim }) => claim.group === group)
      .flatMap(({ parts }) => parts.flatMap((part) => (part.p === null ? [] : [{ part, p: part.p }])))
    const up = holm(tested.map(({ p }) => p.for))
    const down = holm(tested.map(({ p }) => p.against))
    for (const [place, { part }] of tested.entries()) {
      adjusted.set(part, { for: up[place] ?? 1, against: down[place] ?? 1 })
    }
  }
  return raw.map(({ claim, parts }) =>
    resultOf(
      claim,
      parts.map((part) => decidedPart(part, adjusted.get(part) ?? null)),
    ),
  )
}

function partsOf({ test, says, notOnInvented }: TestableClaim, data: ClaimData): RawPart[] {
  if (data.invented && notOnInvented !== undefined) return [missingPart(says, notOnInvented)]
  switch (test.kind) {
    case 'order':
      return orderParts(test, data)
    case 'ahead':
      return aheadParts(test, data)
    case 'figure-above':
      return figureAboveParts(test, data)
    case 'misses-dominate':
      return missesParts(test, data)
    case 'falls':
      return fallsParts(test, data)
    case 'correlates':
      return correlationParts(test, data)
    case 'above':
      return aboveParts(test, data)
    case 'near':
      return nearParts(test, data)
    case 'memory-may-not-help':
      return memoryParts(test, data)
    case 'print':
      return test.checks().map(({ about, text, verdict }) => ({
        about,
        decimals: 3,
        figures: [],
        effect: null,
        p: null,
        decided: verdict,
        missing: null,
        unit: 'cases',
        notes: [text],
        instruments: ['printed figures'],
      }))
  }
}

function decidedPart(
  { decided, ...part }: RawPart,
  adjusted: { readonly for: number; readonly against: number } | null,
): ClaimPart {
  const verdict: ClaimVerdict =
    decided ??
    (adjusted === null
      ? 'not-measurable'
      : adjusted.for <= EACH_WAY
        ? 'supported'
        : adjusted.against <= EACH_WAY
          ? 'contradicted'
          : 'undecided')
  return { ...part, adjusted, verdict, clustersNeeded: verdict === 'undecided' ? clustersNeeded(part) : null }
}

/** From the width of the interval; nothing where the data show no spread to plan with. */
function clustersNeeded({ effect }: Pick<RawPart, 'effect'>): number | null {
  if (effect === null || effect.clusters < 2 || effect.value === 0 || effect.random !== 'cases') return null
  const half = (effect.high - effect.low) / 2
  const standardError = half / studentTQuantile((1 + LEVEL) / 2, effect.clusters - 1)
  if (!(standardError > 0)) return null
  const spread = { standardError, clusters: effect.clusters }
  return clustersFor(spread, effect.value, { alpha: EACH_WAY, power: POWER, oneSided: true }) ?? null
}

function resultOf(claim: TestableClaim, parts: readonly ClaimPart[]): ClaimResult {
  const { id, group, source, says, test, needs, caveat } = claim
  const verdict = test.kind === 'memory-may-not-help' ? someOf(parts) : allOf(parts)
  return {
    id,
    group,
    source,
    says,
    criterion: criterionText(test, ALPHA),
    verdict,
    because: becauseOf(parts, verdict),
    parts,
    needs: verdict === 'undecided' || verdict === 'not-measurable' ? needs : null,
    caveats: caveat === undefined ? [] : [caveat],
  }
}

/** Every part has to hold; one that is surely wrong is enough to contradict. */
function allOf(parts: readonly ClaimPart[]): ClaimVerdict {
  const has = (verdict: ClaimVerdict): boolean => parts.some((part) => part.verdict === verdict)
  if (has('contradicted')) return 'contradicted'
  if (parts.every(({ verdict }) => verdict === 'not-measurable')) return 'not-measurable'
  return has('undecided') || has('not-measurable') ? 'undecided' : 'supported'
}

/** One part that holds is enough; all of them have to be surely wrong to contradict. */
function someOf(parts: readonly ClaimPart[]): ClaimVerdict {
  const measured = parts.filter(({ verdict }) => verdict !== 'not-measurable')
  if (measured.length === 0) return 'not-measurable'
  if (measured.some(({ verdict }) => verdict === 'supported')) return 'supported'
  return parts.every(({ verdict }) => verdict === 'contradicted') ? 'contradicted' : 'undecided'
}

/** At most so many parts are named beside their count. */
const NAMED = 2

function becauseOf(parts: readonly ClaimPart[], verdict: ClaimVerdict): string {
  if (verdict === 'not-measurable') return 'Nothing in the runs at hand decides it.'
  const counts = (
    [
      ['supported', 'holds', 'hold'],
      ['contradicted', 'is contradicted', 'are contradicted'],
      ['undecided', 'is undecided', 'are undecided'],
      ['not-measurable', 'was not measured', 'were not measured'],
    ] as const
  ).flatMap(([name, one, many]) => {
    const own = parts.filter((part) => part.verdict === name)
    if (own.length === 0) return []
    const isNamed = own.length <= NAMED && own.length < parts.length
    const names = isNamed ? ` (${own.map(({ about }) => about).join('; ')})` : ''
    return [`${own.length} ${own.length === 1 ? one : many}${names}`]
  })
  return `Of ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}, ${counts.join(', ')}.`
}
