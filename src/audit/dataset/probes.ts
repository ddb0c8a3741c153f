import type { AuditFinding, AuditProbe } from '../../core/audit.ts'
import type { Case } from '../../core/case.ts'
import type { Json } from '../../core/json.ts'
import { instrumentKey, type Scorer } from '../../core/scorer.ts'
import type { Track } from '../../core/track.ts'
import { estimate } from '../../stats/estimate.ts'
import { observationsOf, scorePrediction } from '../sensitivity/observe.ts'

/** What a system says to each of the cases, in their order. */
export interface ProbePredictions {
  readonly system: string
  readonly predictions: readonly Json[]
}

/** A probe is a finding from here on, of the way from the worst value to the oracle. */
const MOST_BLIND = 0.05
/** The published metric may be easy; from here on a rule rather than luck wins it. */
const MOST_PUBLISHED = 0.5

/**
 * What systems that read nothing get on every figure of a track: the shortcuts of the data and of its metrics.
 * @param pause called between systems, so that others get their turn
 */
export async function probeTrack(
  track: Track,
  scorers: readonly Scorer[],
  cases: readonly Case[],
  oracle: readonly Json[],
  blind: readonly ProbePredictions[],
  pause: (about: string) => Promise<void>,
): Promise<AuditProbe[]> {
  const found: AuditProbe[] = []
  for (const scorer of scorers) {
    const scored = (predictions: readonly Json[]) =>
      cases.map((subject, i) => scorePrediction(track, scorer, subject, predictions[i] ?? null))
    const best = scored(oracle)
    for (const { system, predictions } of blind) {
      await pause(`probe ${system} under ${scorer.name}`)
      const scores = scored(predictions)
      for (const metric of scorer.metrics) {
        const { aggregate, range, direction } = metric
        const own = estimate(observationsOf(metric, cases, scores), { aggregate, range })
        const top = estimate(observationsOf(metric, cases, best), { aggregate, range })
        if (own === undefined || top === undefined) continue
        const worst = direction === 'higher' ? range[0] : range[1]
        found.push({
          track: track.id,
          instrument: instrumentKey(scorer),
          metric: metric.name,
          system,
          value: own.value,
          low: own.low,
          high: own.high,
          method: own.method,
          n: own.n,
          clusters: own.clusters,
          oracle: top.value,
          share: top.value === worst ? 1 : (own.value - worst) / (top.value - worst),
          role: roleOf(track, scorer.name, metric.name),
        })
      }
    }
  }
  return found
}

function roleOf(
  { headline, publishedFigure }: Track,
  instrument: string,
  metric: string,
): AuditProbe['role'] {
  const is = (figure: Track['headline'] | null): boolean =>
    figure !== null && 'instrument' in figure && figure.instrument === instrument && figure.metric === metric
  if (is(headline)) return 'headline'
  return is(publishedFigure) ? 'published' : 'other'
}

/** Shortcuts, the best probe of each figure once: headlines above 5 %, published figures above half of the way. */
export function shortcutFindings(probes: readonly AuditProbe[]): AuditFinding[] {
  const best = new Map<string, AuditProbe>()
  for (const probe of probes) {
    if (probe.role === 'other') continue
    const key = `${probe.track} ${probe.instrument} ${probe.metric}`
    const known = best.get(key)
    if (known === undefined || probe.share > known.share) best.set(key, probe)
  }
  return [...best.values()].flatMap((probe): AuditFinding[] => {
    const { track, instrument, metric, system, value, low, high, oracle, share, role, n } = probe
    if (share <= (role === 'headline' ? MOST_BLIND : MOST_PUBLISHED)) return []
    const percent = `${(100 * share).toFixed(1)} %`
    return [
      {
        rule: 'shortcut',
        severity: 'error',
        track,
        message: `${system} reads nothing and gets ${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] under ${instrument} ${metric}, ${percent} of the way to the oracle (${oracle.toFixed(3)})`,
        count: n,
        of: null,
        ids: [],
        hashes: [],
        effect:
          role === 'headline'
            ? 'the headline can be won without reading: none is shown on this data'
            : 'the published figure can be won without reading: look at the headline beside it',
      },
    ]
  })
}
