import { hasHan } from './invented.ts'
import type { Completion } from './completion.ts'
import type { FaultName } from './faults.ts'

/** The answer of a model under a fault of the model itself; unchanged by faults of the connection. */
export function disguised(fault: FaultName, answer: Completion, prompt: string): Completion {
  const { text } = answer
  switch (fault) {
    case 'fenced':
      return { ...answer, text: `Here is what you asked for:\n\n${inFence(text)}\n\nLet me know!` }
    case 'thinking':
      return { ...answer, text: `<think>\nMaybe {"draft": []}? No, better this.\n</think>\n\n${text}` }
    case 'malformed':
      return { ...answer, text: text.slice(0, Math.ceil(text.length * 0.6)) }
    case 'length':
      return { ...answer, text: text.slice(0, Math.ceil(text.length * 0.6)), finish: 'length' }
    case 'refusal':
      return {
        ...answer,
        text: hasHan(prompt)
          ? '抱歉，我无法协助处理这个请求。'
          : "I'm sorry, but I can't help with that request.",
      }
    case 'content-filter':
      return { ...answer, text: '', finish: 'content_filter' }
    case 'empty':
      return { ...answer, text: '' }
    case '429':
    case '500':
    case 'hang':
    case 'slow':
    case 'truncated-body':
    case 'overflow':
      return answer
  }
}

/** Text with a fence of its own needs no second one around it. */
function inFence(text: string): string {
  return text.includes('```') ? text : `\`\`\`json\n${text}\n\`\`\``
}
