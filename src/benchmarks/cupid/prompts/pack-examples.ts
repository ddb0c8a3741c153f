import { z } from 'zod'
import { checkShape } from '../../../core/check-shape.ts'
import { InputError, type Place } from '../../../core/errors.ts'
import type { Json } from '../../../core/json.ts'
import { parseYaml } from '../../../io/yaml.ts'

const examplesShape = z.array(
  z.strictObject({
    preference: z.string(),
    checklist: z.record(z.string(), z.union([z.literal(0), z.literal(0.5), z.literal(1)])),
  }),
)

const labels: Readonly<Record<number, string>> = {
  1: 'Fully Covered',
  0.5: 'Partially Covered',
  0: 'Not Covered',
}

/** JSON as Python writes it: everything beyond printable ASCII is escaped. */
function pythonJson(value: Json): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The worked examples of a pack's matcher as one text (spec 2.7): the entries in their order, each with its label.
 * @param value a list of `{preference, checklist: {entry: 0 | 0.5 | 1}}`
 * @throws InputError `shape`
 */
export function renderExamples(value: Json, place: Place): string {
  return checkShape(examplesShape, value, place)
    .map(({ preference, checklist }) => {
      const results = Object.entries(checklist).map(([entry, score], index) => ({
        index: index + 1,
        entry,
        label: labels[score] ?? '',
      }))
      return `#### Preference\n\n${preference}\n\n#### Output\n\n\`\`\`json\n${pythonJson({ results })}\n\`\`\`\n\n---`
    })
    .join('\n\n')
}

const LIST = /^EXAMPLES[ \t]*=[ \t]*(?=\[)/m

/**
 * The list `EXAMPLES` in the source of the authors' matcher. Lists, maps, numbers and texts in double quotes are written
 * alike in Python and YAML; nothing is executed.
 * @throws InputError when there is no such list, or it holds other Python
 */
export function examplesInPython(source: string, file: string): Json {
  const start = LIST.exec(source)
  const end = start === null ? -1 : source.slice(start.index).search(/^\]/m)
  if (start === null || end < 0) {
    throw new InputError('missing-examples', 'there is no list EXAMPLES', { file, field: 'EXAMPLES' })
  }
  const line = source.slice(0, start.index).split('\n').length
  const text = source.slice(start.index + start[0].length, start.index + end + 1)
  return parseYaml(text, { file, line, field: 'EXAMPLES' })
}
