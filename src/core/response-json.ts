import type { Json } from './json.ts'
import type { Response } from './system.ts'

/** A response as the output of a stage. */
export function responseJson(response: Response): Json {
  const meta = response.meta === undefined ? {} : { meta: response.meta }
  return response.form === 'text'
    ? { form: 'text', text: response.text, ...meta }
    : { form: 'contract', value: response.value, ...meta }
}
