import { LEAST_SYSTEMS } from '../stats/figure-correlation.ts'
import type { Correlation } from '../stats/figure-correlation.ts'
import { figureLabel } from './figure-label.ts'
import { intervalText } from './format.ts'
import type { Report, TrackCorrelation } from './report.ts'
import type { ShownFigure } from './shown-figure.ts'

/** Below this many systems a correlation says little, whatever its interval: systems are not what is resampled. */
const FEW = 5

/** Whether systems that do well on one track do well on another, one text a pair of tracks. */
export function correlationTexts({
  tracks,
  correlations,
}: Pick<Report, 'tracks' | 'correlations'>): string[] {
  return correlations.flatMap((correlation) => {
    const label = ({ track, ...shown }: ShownFigure & { readonly track: string }): string => {
      const found = tracks.find((other) => other.track === track)
      const name = `${shown.instrument} ${shown.metric}`
      return `${track} ${found === undefined ? name : figureLabel(found, name)}`
    }
    return textOf(correlation, `${label(correlation.x)} and ${label(correlation.y)}`)
  })
}

function textOf({ systems, found }: TrackCorrelation, pair: string): string[] {
  // A run of baselines asks nothing of this kind.
  if (systems.length === 0) return []
  if (systems.length < LEAST_SYSTEMS)
    return [
      `${pair}: to say whether they go together takes at least ${LEAST_SYSTEMS} ranked systems with both figures; here are ${systems.length}.`,
    ]
  if (found === null) return [`${pair}: the systems have no case in common, so that nothing can be said.`]
  const few = found.n < FEW ? ` With fewer than ${FEW} systems this says little, whatever the interval.` : ''
  return [
    `${pair} over ${found.n} systems: Pearson ${valueText(found.pearson)}, Spearman ${valueText(found.spearman)}; intervals over ${found.clusters} clusters of cases, systems as given.${few}`,
  ]
}

function valueText(correlation: Correlation | null): string {
  if (correlation === null) return 'none (all systems are level)'
  return `${correlation.value.toFixed(2)} ${intervalText(correlation, 2)}`
}
