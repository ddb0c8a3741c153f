import type { FigureView } from '../../../src/server/api-types.ts'
import { figureFacts, intervalText, valueText } from './format.ts'
import { useTip } from './tip.tsx'

/** A figure in words: never without its interval; n and method on hover and focus. */
export function Figure({
  figure,
  decimals,
}: {
  readonly figure: FigureView | null
  readonly decimals: number
}) {
  const tip = useTip(figure === null ? 'no case could be measured' : figureFacts(figure, decimals))
  if (figure === null)
    return (
      <span className="dim" {...tip}>
        not measured
      </span>
    )
  return (
    <span className="nowrap" {...tip}>
      {valueText(figure.value, decimals)} <span className="dim small">{intervalText(figure, decimals)}</span>
    </span>
  )
}
