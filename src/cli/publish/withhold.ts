import type { Answer, BlockView, CaseDetail } from '../../server/schemas/cases.ts'
import type { Progress, RunDetail } from '../../server/schemas/runs.ts'

/** Items of a list without words: of candidates by the thousand those with a mark are enough. */
const MOST_ITEMS = 60

/** A block whose texts are gone; labels, types and marks of its items stay, since figures rest on them. */
function blank(block: BlockView): BlockView[] {
  if (block.kind !== 'items') return []
  const told =
    block.items.length <= MOST_ITEMS ? block.items : block.items.filter(({ marks }) => marks.length > 0)
  return [
    {
      ...block,
      items: told.slice(0, MOST_ITEMS).map((item) => ({
        ...item,
        text: '',
        evidence: [],
        spans: [],
        lang: null,
        dir: 'ltr',
      })),
    },
  ]
}

/** A case without the words of its users: what may be shown where the licence of the data says no more. */
export function withholdCase(detail: CaseDetail): CaseDetail {
  return {
    ...detail,
    input: detail.input.flatMap(blank),
    background: [],
    gold: detail.gold.flatMap(blank),
    broken: null,
    withheld: true,
  }
}

/** An answer without what was said and asked: scores, pairs, stages and costs stay. */
export function withholdAnswer(answer: Answer): Answer {
  const missing = 'texts are left out of this published copy'
  return {
    ...answer,
    stages: answer.stages.map((stage) => ({
      ...stage,
      failure: stage.failure === null ? null : { ...stage.failure, message: '' },
    })),
    prompt: null,
    promptMissing: missing,
    raw: null,
    prediction: answer.prediction.flatMap(blank),
    repairs: [],
    scores: answer.scores.map((score) => ({
      ...score,
      detail: null,
      metrics: score.metrics.map(({ metric, outcome }) => ({
        metric,
        outcome: outcome.status === 'failed' ? { ...outcome, message: '' } : outcome,
      })),
    })),
    verdicts: [],
    calls: answer.calls?.map((call) => ({ ...call, detail: null })) ?? null,
    withheld: true,
  }
}

/** Who worked on a run and where is nobody's business. */
export function withholdProgress(progress: Progress, withTexts: boolean): Progress {
  return {
    ...progress,
    worker: null,
    orphaned: false,
    lastFailures: withTexts ? progress.lastFailures : [],
  }
}

export function withholdDetail(detail: RunDetail): RunDetail {
  return {
    ...detail,
    summary: { ...detail.summary, worker: null },
    // The command line names files of whoever ran it.
    provenance: detail.provenance.filter(([name]) => name !== 'command'),
  }
}
