import type { RunSpec } from '../../core/run.ts'
import { familyOf, type Family } from '../../reports/calibration/family.ts'

/** Families of the models that wrote or drafted the gold of a data set, and where that is said. */
export interface GoldAuthors {
  readonly families: readonly Family[]
  readonly source: string
}

/** What the papers and the published code say (AlpsBench: arXiv 2603.26680 §3 and its code; CUPID: its code's defaults). */
const known: Readonly<Record<string, GoldAuthors>> = {
  alpsbench: {
    families: ['deepseek', 'openai'],
    source: 'memories drafted by DeepSeek or GPT-4.1-mini, tasks written with GPT-5.2, checked by people',
  },
  cupid: { families: ['anthropic'], source: 'written by Claude 3.5 Sonnet' },
}

/**
 * @param named models or families that somebody names instead; empty: what is known of the data
 */
export function goldAuthors(
  { descriptor }: Pick<RunSpec, 'descriptor'>,
  named: readonly string[],
): GoldAuthors {
  if (named.length > 0) {
    return {
      families: [...new Set(named.flatMap((name) => familyOf(name) ?? []))],
      source: `named: ${named.join(', ')}`,
    }
  }
  if (descriptor.layout === 'sample') return { families: [], source: 'written by hand for Rapport' }
  return known[descriptor.benchmark] ?? { families: [], source: 'not known; name them with --gold-author' }
}
