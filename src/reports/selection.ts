import type { RunSpec } from '../core/run.ts'
import type { TrackReport } from './report.ts'

/** Which part of the data a run was on, in words; null for all of it. */
export function selectionText(spec: Pick<RunSpec, 'data' | 'tracks'>): string | null {
  const { data, tracks } = spec
  const parts = [
    data.sample === null ? [] : [sampleText(data.sample, data.seed, tracks)],
    data.limit === null ? [] : [`the first ${data.limit} cases`],
    data.ids === null ? [] : [`${data.ids.length} cases by id`],
    data.where.map(({ tag, value }) => `${tag}=${value}`),
  ].flat()
  return parts.length === 0 ? null : parts.join(', ')
}

/** `a sample of 20 of 214 cases (seed 3, stratified by language)`; tracks of other sizes make `of 112 to 214`. */
function sampleText(
  { n, stratify }: NonNullable<RunSpec['data']['sample']>,
  seed: number,
  tracks: RunSpec['tracks'],
): string {
  const sizes = tracks.flatMap(({ sampledFrom }) => sampledFrom ?? [])
  const least = Math.min(...sizes)
  const most = Math.max(...sizes)
  const from = sizes.length === 0 ? '' : least === most ? ` of ${most}` : ` of ${least} to ${most}`
  const drawn = sizes.length > 0 && most < n ? most : n
  const how = stratify === null ? `seed ${seed}` : `seed ${seed}, stratified by ${stratify}`
  return `a sample of ${drawn}${from} cases (${how})`
}

/** `214 cases`, or `a sample of 20 of 214 cases`. */
export function casesText({ cases, sampledFrom }: Pick<TrackReport, 'cases' | 'sampledFrom'>): string {
  return sampledFrom === null ? `${cases} cases` : `a sample of ${cases} of ${sampledFrom} cases`
}
