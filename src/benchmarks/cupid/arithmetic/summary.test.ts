import { describe, expect, it } from 'vitest'
import type { Json } from '../../../core/json.ts'
import { OriginalCrash } from './crash.ts'
import { originalSummary, type OriginalTask } from './summary.ts'

const row = (label: string) => ({ index: 1, entry: 'e', label })
const inference = (gold: Json, inferred: Json, match: Json) => ({
  inference: { groundtruth: { checklist: gold }, inferred: { checklist: inferred }, match },
})
const generation = (score: Json) => ({ generation: { alignment: { score, analysis: '' } } })
const noRows = { gt_to_infer: [], infer_to_gt: [] }

function summaryOf(file: Json, task: OriginalTask): unknown {
  try {
    return originalSummary(new Map([['a.json', file]]), task)
  } catch (error) {
    if (error instanceof OriginalCrash) return [error.kind, error.defect]
    throw error
  }
}

describe('the original summary', () => {
  it.each<[what: string, file: Json, task: OriginalTask, crash: readonly [kind: string, defect: string]]>([
    ['null for a file', null, 'inference', ['unreadable_file', 'D21']],
    ['a list for a file', [], 'generation', ['unreadable_file', 'D21']],
    ['no stage', {}, 'inference', ['missing_stage', 'D20']],
    [
      'matching not done',
      { inference: { inferred: {}, groundtruth: {} } },
      'inference',
      ['missing_stage', 'D20'],
    ],
    ['judging not done', { generation: { ai_response: 'a' } }, 'generation', ['missing_stage', 'D20']],
    ['a checklist that is a number', inference(['g'], 3, noRows), 'inference', ['unreadable_file', 'D21']],
    [
      'rows that are null',
      inference(['g'], ['p'], { ...noRows, infer_to_gt: null }),
      'inference',
      ['malformed_rows', 'D15'],
    ],
    [
      'rows without label',
      inference(['g'], [], { ...noRows, gt_to_infer: [{ entry: 'g', score: 0 }] }),
      'inference',
      ['missing_label', 'D3'],
    ],
    ['a score of null', generation(null), 'generation', ['malformed_score', 'D12']],
    ['a score of nan', generation('nan'), 'generation', ['not_finite', 'D12']],
    ['a score of inf', generation('-inf'), 'generation', ['not_finite', 'D12']],
  ])('has none for %s', (_what, file, task, crash) => {
    expect(summaryOf(file, task)).toEqual(crash)
  })

  it('names the instance and the defect', () => {
    expect(() => originalSummary(new Map([['p+changing.json', {}]]), 'generation')).toThrow(
      'p+changing: generation.alignment is missing (defect D20 of the original code)',
    )
  })

  it.each<[what: string, score: Json, average: number]>([
    ['cuts decimals', '8.9', 8],
    ['keeps what is off the scale', '100', 100],
    ['adds true as one', true, 1],
    ['passes numbers through', 8.5, 8.5],
  ])('%s', (_what, score, average) => {
    expect(summaryOf(generation(score), 'generation')).toEqual({
      generation: { average_score: average, n_instances: 1 },
    })
  })

  it('counts the letters of a text in the place of a checklist, and passes 1 with rows that are too many', () => {
    const match = {
      gt_to_infer: [row('Fully Covered'), row('Fully Covered')],
      infer_to_gt: [row('Fully Covered')],
    }
    expect(summaryOf(inference(['g'], 'é🙂', match), 'inference')).toMatchObject({
      inference: { precision: 0.5, recall: 2, n_predicted: 2, n_true: 1 },
    })
  })
})
