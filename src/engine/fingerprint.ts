import { hashJson } from '../core/hash.ts'
import type { Case } from '../core/case.ts'
import type { Stage } from '../core/stage.ts'

/** What makes two answers of a system different samples: the repeat, and a word for `--fresh` runs. */
export interface SampleIdentity {
  readonly repeat: number
  readonly fresh: string | null
  /** Of judges: how often they were asked anew for want of a readable verdict, counted from 1. */
  readonly asking: number
}

/**
 * The identity of a stage's result: its name, version and settings, what it sees of the case, and the content
 * of its inputs. Content, not the fingerprints of earlier stages: a new parser that reads the same prediction
 * costs no new scoring.
 * @param inputHashes output hashes of the needed stages, by stage name
 */
export function fingerprint(
  stage: Stage,
  subject: Case,
  fold: number,
  inputHashes: Readonly<Record<string, string>>,
  sample: SampleIdentity,
): string {
  return hashJson({
    stage: stage.name,
    kind: stage.kind,
    version: stage.version,
    settings: stage.settings,
    seen: stage.seen(subject, fold),
    inputs: inputHashes,
    // Other stages differ through their inputs.
    sample: drawsSamples(stage)
      ? {
          repeat: sample.repeat,
          fresh: sample.fresh,
          ...(stage.kind === 'judge' && sample.asking > 1 ? { asking: sample.asking } : {}),
        }
      : null,
  })
}

function drawsSamples(stage: Stage): boolean {
  return (
    stage.kind === 'judge' || stage.needs.length === 0 || (stage.kind === 'system' && stage.draws === true)
  )
}
