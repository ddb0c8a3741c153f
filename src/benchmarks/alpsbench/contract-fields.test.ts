import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonSchema } from '../../core/json.ts'
import { rowContract } from '../../core/row-contract.ts'
import { memoryFields, retrievalFields, utilizationFields } from './contract-fields.ts'

const extraction = rowContract(memoryFields)
const retrieval = rowContract(retrievalFields)
const utilization = rowContract(utilizationFields)
const good = { benchmark_id: 'sess_demo01', answer: 'Hello', reason: 'because', selected_memory_id: 'm3' }

describe('rows of a prediction file', () => {
  it('are taken when they have exactly the keys of their task', () => {
    expect(retrieval.checkRow(good)).toEqual({ id: 'sess_demo01' })
    expect(utilization.checkRow({ benchmark_id: 'a', answer: '', used_memory_fact: '' })).toEqual({ id: 'a' })
    // The official contract does not look at the elements.
    expect(extraction.checkRow({ benchmark_id: 'a', memory_items: [1, null] })).toEqual({ id: 'a' })
  })

  it.each([
    [[good], 'not-an-object', ''],
    [null, 'not-an-object', ''],
    [{ answer: 'x', reason: 'y', selected_memory_id: 'm1' }, 'missing-key', 'benchmark_id'],
    [{ ...good, benchmark_id: 7 }, 'wrong-type', 'benchmark_id'],
    [{ ...good, selected_memory_id: 3 }, 'wrong-type', 'selected_memory_id'],
    [{ ...good, reason: null }, 'wrong-type', 'reason'],
    [{ ...good, ranking: ['m1'] }, 'unknown-key', 'ranking'],
    [JSON.parse(JSON.stringify({ ...good }).replace('"answer"', '"__proto__"')), 'missing-key', 'answer'],
  ])('are refused by rule and field: %j', (row, rule, field) => {
    expect(retrieval.checkRow(row)).toMatchObject({ rule, field })
  })

  it('that we write pass our own check, and drop what the contract does not know', () => {
    const text = fc.string()
    fc.assert(
      fc.property(text, text, text, text, (id, answer, reason, selected) => {
        const prediction = { answer, reason, selected_memory_id: selected, ranking: [selected] }
        const row = retrieval.predictionRow(id, prediction)
        expect(retrieval.checkRow(row)).toEqual({ id })
        expect(Object.keys(row)).toEqual(['benchmark_id', 'answer', 'reason', 'selected_memory_id'])
      }),
    )
  })

  it('of any JSON give an answer and never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const result = utilization.checkRow(jsonSchema.parse(value))
        expect('id' in result || 'rule' in result).toBe(true)
      }),
    )
  })
})
