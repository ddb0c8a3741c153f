import type { OutcomeCounts } from '../../../src/server/api-types.ts'
import { useTip } from './tip.tsx'

/** The colours of outcomes are the same everywhere. */
export const outcomes = [
  { name: 'scored', letter: 's', label: 'scored' },
  { name: 'unscored', letter: 'u', label: 'unscored' },
  { name: 'failed', letter: 'f', label: 'failed by the system' },
  { name: 'infrastructure', letter: 'i', label: 'lost to the infrastructure' },
  { name: 'skipped', letter: 'k', label: 'skipped' },
] as const

/** What became of the cases behind a figure, as one strip. */
export function OutcomeStrip({ counts, width }: { readonly counts: OutcomeCounts; readonly width?: number }) {
  const parts: readonly (readonly [(typeof outcomes)[number], number])[] = [
    [outcomes[0], counts.scored],
    [outcomes[1], counts.unscored],
    [outcomes[2], counts.failedSystem],
    [outcomes[3], counts.failedInfrastructure],
    [outcomes[4], counts.skipped],
  ]
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  const reasons = Object.entries(counts.unscoredBy).map(([reason, count]) => `  ${reason}: ${count}`)
  const words = parts.flatMap(([{ name, label }, count]) =>
    count === 0 ? [] : [`${count} ${label}`, ...(name === 'unscored' ? reasons : [])],
  )
  const tip = useTip(words.join('\n') || 'nothing was asked')
  return (
    <span
      className="strip"
      role="img"
      // eslint-disable-next-line no-noninteractive-tabindex -- its tip is for the keyboard too
      tabIndex={0}
      aria-label={words.join(', ') || 'nothing was asked'}
      style={width === undefined ? {} : { width }}
      {...tip}
    >
      {total === 0
        ? null
        : parts.map(([{ name }, count]) =>
            count === 0 ? null : <span key={name} className={`o-${name}`} style={{ flex: count }} />,
          )}
    </span>
  )
}
