import type { TrackReport } from './report.ts'

/** `instrument metric` for people: with the instrument's short name where it has one. A metric's name has no blank. */
export function figureLabel({ labels }: Pick<TrackReport, 'labels'>, name: string): string {
  const at = name.lastIndexOf(' ')
  const instrument = name.slice(0, at)
  return `${labels.get(instrument) ?? instrument}${name.slice(at)}`
}
