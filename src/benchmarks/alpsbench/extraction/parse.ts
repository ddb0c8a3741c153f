import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { Response } from '../../../core/system.ts'
import type { Parsed } from '../../../core/track.ts'
import { parseMemoryReply, withDefaults } from '../memory-reply.ts'

/**
 * Reads an extraction reply into items of the short form (AlpsBench spec 3.1): six fields, everything else
 * dropped; evidence may come as `evidence_text` or as `evidence.text`.
 * @throws Fault `empty-reply`, `refusal` or `unusable-output`, all by the system
 */
export function parseExtraction(response: Response): Parsed {
  return parseMemoryReply(response, shortForm)
}

function shortForm(item: JsonObject, position: number): JsonObject {
  const { memory_id, type, label, value, confidence } = withDefaults(item, position)
  return {
    memory_id: memory_id ?? null,
    type: type ?? null,
    label: label ?? null,
    value: value ?? null,
    confidence: confidence ?? null,
    evidence_text: evidenceText(item),
  }
}

function evidenceText(item: JsonObject): Json {
  const text = item['evidence_text']
  if (text !== undefined && text !== null && text !== '') return text
  const evidence = item['evidence']
  return (isJsonObject(evidence) ? evidence['text'] : undefined) ?? text ?? null
}
