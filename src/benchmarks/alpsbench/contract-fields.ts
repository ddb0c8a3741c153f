import type { ContractFields } from '../../core/row-contract.ts'

/** Extraction and update: the elements of the list are not looked at. */
export const memoryFields: ContractFields = { memory_items: 'array' }
export const retrievalFields: ContractFields = {
  answer: 'string',
  reason: 'string',
  selected_memory_id: 'string',
}
export const utilizationFields: ContractFields = { answer: 'string', used_memory_fact: 'string' }
