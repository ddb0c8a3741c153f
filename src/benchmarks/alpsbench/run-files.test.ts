import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { UsageError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { rowContract } from '../../core/row-contract.ts'
import { retrievalFields } from './contract-fields.ts'
import { runFiles, type RunFilesDescriptor, type RunFilesRow } from './run-files.ts'

const descriptor: RunFilesDescriptor = {
  track: 'alpsbench/extraction',
  split: 'dev',
  system: 'baseline:constant',
  dataset: 'sample',
  revision: null,
  createdAt: null,
  hasReferences: true,
}

const items = [{ value: '养了一只猫' }]
const rows: readonly RunFilesRow[] = [
  {
    id: 'sess_demo01__1',
    prediction: { memory_items: items, note: 'dropped' },
    metrics: { precision: 0.5, recall: 1 / 3, f1: 0.4, exact_match: 0, pred_count: 2, reference_count: 3 },
  },
  {
    id: 'sess_demo02__2',
    prediction: null,
    metrics: { precision: 0, recall: 0, f1: 0, exact_match: 0, pred_count: 0, reference_count: 1 },
  },
  { id: 'sess_demo03__3', prediction: { memory_items: [] }, metrics: null },
]

describe('run files of AlpsBench', () => {
  it('hold predictions under the contract, rounded row values and their means', () => {
    const files = runFiles(descriptor, rows)
    expect(Object.keys(files)).toEqual([
      'run_manifest.json',
      'predictions.jsonl',
      'scores.jsonl',
      'summary.json',
    ])
    expect(files['predictions.jsonl']).toEqual([
      '{"benchmark_id": "sess_demo01__1", "memory_items": [{"value": "养了一只猫"}]}',
      '{"benchmark_id": "sess_demo03__3", "memory_items": []}',
    ])
    expect(files['scores.jsonl']).toEqual([
      '{"benchmark_id": "sess_demo01__1", "precision": 0.5, "recall": 0.333333, "f1": 0.4, "exact_match": 0.0, "pred_count": 2, "reference_count": 3, "main_score": 0.4}',
      '{"benchmark_id": "sess_demo02__2", "precision": 0.0, "recall": 0.0, "f1": 0.0, "exact_match": 0.0, "pred_count": 0, "reference_count": 1, "main_score": 0.0}',
    ])
    // The mean of 0.333333 and 0 is 0.1666665; the double is just below, so it rounds down as in Python.
    expect(files['summary.json']).toEqual([
      '{"num_rows": 2, "main_metric": "mean_f1", "main_score": 0.2, "mean_precision": 0.25, "mean_recall": 0.166666, "mean_f1": 0.2, "exact_match_rate": 0.0}',
    ])
    expect(parseJson(files['run_manifest.json']?.[0] ?? '')).toMatchObject({
      track: 'alpsbench/extraction',
      rows: 3,
      rows_without_prediction: 1,
      rows_without_score: 1,
    })
  })

  it.each([
    [
      'alpsbench/retrieval/d300',
      { accuracy: 1 },
      '{"benchmark_id": "a", "accuracy": 1.0, "id_match": 1.0, "value_match": 0.0, "main_score": 1.0}',
      '{"num_rows": 1, "main_metric": "accuracy", "main_score": 1.0, "accuracy": 1.0, "memory_id_match_rate": 1.0, "memory_value_match_rate": 0.0}',
    ],
    [
      'alpsbench/utilization/persona',
      { grounding_accuracy: 0, response_present: 1 },
      '{"benchmark_id": "a", "grounding_accuracy": 0.0, "used_memory_fact_match": 0.0, "response_present": 1.0, "main_score": 0.0}',
      '{"num_rows": 1, "main_metric": "grounding_accuracy", "main_score": 0.0, "grounding_accuracy": 0.0, "used_memory_fact_match_rate": 0.0, "response_present_rate": 1.0}',
    ],
  ])('name the figures of %s as the public scorer does', (track, metrics, score, summary) => {
    const files = runFiles({ ...descriptor, track }, [{ id: 'a', prediction: {}, metrics }])
    expect(files['scores.jsonl']).toEqual([score])
    expect(files['summary.json']).toEqual([summary])
  })

  it('say so where there are no rows, and where there are no references', () => {
    expect(runFiles(descriptor, [])['summary.json']).toEqual([
      '{"num_rows": 0, "main_metric": "mean_f1", "main_score": 0.0}',
    ])
    const hidden = runFiles({ ...descriptor, split: 'test', hasReferences: false }, rows)
    expect(Object.keys(hidden)).toEqual(['run_manifest.json', 'predictions.jsonl', 'summary.json'])
    expect(parseJson(hidden['summary.json']?.[0] ?? '')).toMatchObject({ local_scoring: false })
  })

  it('refuse other benchmarks', () => {
    expect(() => runFiles({ ...descriptor, track: 'cupid/inference' }, [])).toThrow(UsageError)
  })

  it('are one line of JSON a row, whatever the text, and pass the contract', () => {
    const { checkRow } = rowContract(retrievalFields)
    // JSON can't carry a lone surrogate in UTF-8, and predictions with one are refused at the edge.
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(text, text, fc.double({ min: 0, max: 1, noNaN: true }), (id, answer, accuracy) => {
        const prediction = { answer, reason: answer, selected_memory_id: id, ranking: [id] }
        const files = runFiles({ ...descriptor, track: 'alpsbench/retrieval/d100' }, [
          { id, prediction, metrics: { accuracy } },
        ])
        const [line = ''] = files['predictions.jsonl'] ?? []
        expect(line).not.toMatch(/[\r\n]/)
        expect(checkRow(parseJson(line))).toEqual({ id })
        const score = z.object({ accuracy: z.number() }).parse(parseJson(files['scores.jsonl']?.[0] ?? ''))
        expect(Math.abs(score.accuracy - accuracy)).toBeLessThanOrEqual(5.1e-7)
      }),
    )
  })
})
