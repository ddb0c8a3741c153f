import { describe, expect, it } from 'vitest'
import { Fault } from '../../core/fault.ts'
import type { Json } from '../../core/json.ts'
import { parseExtraction } from './extraction/parse.ts'
import { parseRetrieval } from './retrieval/parse.ts'
import { parseUpdate } from './update/parse.ts'
import { parseUtilization } from './utilization/parse.ts'

// Replies as models write them: the right value, or a fault; never a value that nobody meant.

const candidates = ['m1', 'm2', 'm2'].map((memory_id, place) => ({
  memory_id,
  value: `v${place}`,
  label: 'L',
}))
const retrievalInput = { query: 'q', candidate_memories: candidates }
const candidate_ids = ['c0a1b', 'c2c3d', 'c4e5f']

type Read = (text: string) => { prediction: Json; repairs: readonly string[] }

const readers: Readonly<Record<string, Read>> = {
  extraction: (text) => parseExtraction({ form: 'text', text }),
  update: (text) => parseUpdate({ form: 'text', text }),
  retrieval: (text) => parseRetrieval({ form: 'text', text, meta: { candidate_ids } }, retrievalInput),
  original: (text) => parseRetrieval({ form: 'text', text }, retrievalInput),
  utilization: (text) => parseUtilization({ form: 'text', text }),
}

/** What an outcome comes down to: the values of the items, the id, the answer; or the fault. */
function read(kind: string, text: string): string {
  const reader = readers[kind]
  if (reader === undefined) throw new Error(kind)
  try {
    return summary(reader(text).prediction)
  } catch (error) {
    if (error instanceof Fault) return `${error.by === 'system' ? '' : 'infrastructure '}${error.reason}`
    throw error
  }
}

function summary(prediction: Json): string {
  const { memory_items: items, selected_memory_id: id, answer } = Object(prediction)
  if (Array.isArray(items)) return `items ${JSON.stringify(items.map(({ value }) => value))}`
  return id === undefined ? `answer ${answer}` : `id ${id}`
}

const a = '{"type":"direct","label":"Possessions/Pet","value":"Has a parrot","confidence":0.95}'
const b = '{"type":"direct","label":"Preferences/Food","value":"Likes oats","confidence":0.8}'
const one = `{"memory_items":[${a}]}`
const two = `{"memory_items":[${a},${b}]}`
const parrot = 'items ["Has a parrot"]'
const both = 'items ["Has a parrot","Likes oats"]'
const pick = '{"answer":"x","reason":"y","selected_memory_id":"c2c3d"}'
const say = '{"answer":"Try oats","used_memory_fact":"Likes oats"}'

/** The object with one more value for a key. */
const twice = (object: string, key: string, value: string): string =>
  object.replace(/\}$/, `,"${key}":"${value}"}`)

const zoo: readonly (readonly [kind: string, name: string, text: string, outcome: string])[] = [
  ['extraction', 'plain object', two, both],
  ['extraction', 'bare list', `[${a},${b}]`, both],
  ['extraction', 'fenced object', `\`\`\`json\n${two}\n\`\`\``, both],
  ['extraction', 'fenced list of two', `\`\`\`json\n[${a},${b}]\n\`\`\``, both],
  ['extraction', 'fenced list of one', `\`\`\`\n[${a}]\n\`\`\``, parrot],
  ['extraction', 'fence without end', `\`\`\`json\n${two}`, both],
  ['extraction', 'fence on one line', `\`\`\`json ${two}\`\`\``, both],
  ['extraction', 'prose around', `Here is what I found:\n\n${two}\n\nLet me know!`, both],
  ['extraction', 'brackets in prose before', `From [turn 1] and {2}: ${one}`, parrot],
  ['extraction', 'brackets in prose after', `${one}\nSee [turn 1] for more.`, parrot],
  ['extraction', 'empty list fenced', '```json\n[]\n```', 'items []'],
  ['extraction', 'empty object list', '{"memory_items": []}', 'items []'],
  ['extraction', 'brackets that are no list', 'The array items[] stays empty here.', 'unusable-output'],
  ['extraction', 'thinking', `<think>Maybe {"memory_items":[]}?</think>\n${one}`, parrot],
  ['extraction', 'two thinking blocks', `<think>a</think>\n<think>{"memory_items":[]}</think>${one}`, parrot],
  ['extraction', 'thinking without its opening tag', `Perhaps none.\n</think>\n${one}`, parrot],
  ['extraction', 'thinking by another name', `<thinking>[]</thinking>${one}`, parrot],
  ['extraction', 'cut inside its thinking', `<think>I could say ${one} or`, 'unusable-output'],
  [
    'extraction',
    'a tag inside a value',
    '[{"value":"Writes <think> tags"}]',
    'items ["Writes <think> tags"]',
  ],
  ['extraction', 'two answers', `${one}\n\nOn reflection:\n${two}`, parrot],
  ['extraction', 'two fences', `\`\`\`json\n${one}\n\`\`\`\nor\n\`\`\`json\n${two}\n\`\`\``, parrot],
  ['extraction', 'an example before the answer', `Format {"x":1}. Answer: ${one}`, parrot],
  ['extraction', 'one item a line', `${a}\n${b}`, both],
  ['extraction', 'objects that are no items', '{"a":1}\n{"b":2}', 'unusable-output'],
  ['extraction', 'zero-width around', `\u200B\uFEFF${one}\u200B`, parrot],
  ['extraction', 'zero-width inside the syntax', one.replace('[', '\u200B[\u2060'), parrot],
  ['extraction', 'trailing commas', `{"memory_items":[${a},],}`, parrot],
  ['extraction', 'single quotes', "{'memory_items': [{'value': 'Has a parrot'}]}", parrot],
  ['extraction', 'Python words', "{'memory_items': [{'value': 'Has a parrot', 'x': None}]}", parrot],
  ['extraction', 'unquoted keys', '{memory_items: [{value: "Has a parrot"}]}', parrot],
  ['extraction', 'cut at the cap', two.slice(0, -30), 'unusable-output'],
  ['extraction', 'cut after an item', `{"memory_items":[${a},`, 'unusable-output'],
  ['extraction', 'cut in a second line', `${a}\n${b.slice(0, 20)}`, 'unusable-output'],
  ['extraction', 'cut inside a fence', `\`\`\`json\n${two.slice(0, -3)}`, 'unusable-output'],
  ['extraction', 'cut with single quotes', "{'memory_items': [{'value': 'Has a par", 'unusable-output'],
  ['extraction', 'nothing', '', 'empty-reply'],
  ['extraction', 'only zero-width', '\u200B\u200D\n', 'empty-reply'],
  ['extraction', 'an English refusal', "I'm sorry, but I can't assist with that.", 'refusal'],
  ['extraction', 'a curly English refusal', 'I’m unable to process this conversation.', 'refusal'],
  ['extraction', 'a Chinese refusal', '抱歉，我无法处理这个请求。', 'refusal'],
  [
    'extraction',
    'a Chinese refusal of an AI',
    '对不起，作为一个人工智能助手，我不能提供这些信息。',
    'refusal',
  ],
  ['extraction', 'no refusal, only prose', 'The user has a parrot.', 'unusable-output'],
  ['extraction', 'regret before JSON', `I'm sorry, I can't be sure: ${one}`, parrot],
  ['extraction', 'strings for items', '{"memory_items":["Has a parrot"]}', 'unusable-output'],
  ['extraction', 'an error of a provider', '{"error":{"message":"overloaded"}}', 'unusable-output'],
  ['extraction', 'a number', '8.5', 'unusable-output'],
  ['update', 'bare list', `[${a},${b}]`, both],
  ['update', 'object with a list', two, both],
  ['update', 'fenced list', `\`\`\`json\n[${a},${b}]\n\`\`\``, both],
  ['update', 'operations in place of a list', '{"add":[],"update":[]}', 'unusable-output'],
  ['update', 'list in prose', `The updated list is [${a},${b}].`, both],
  ['update', 'cut list', `[${a},{"memory_id":"m2"`, 'unusable-output'],
  ['update', 'unchanged, in words', 'No changes are needed.', 'unusable-output'],
  ['retrieval', 'opaque id', pick, 'id m2'],
  ['retrieval', 'opaque id of the first', pick.replace('c2c3d', 'c0a1b'), 'id m1'],
  ['retrieval', 'fenced', `\`\`\`json\n${pick}\n\`\`\``, 'id m2'],
  ['retrieval', 'quoted id', pick.replace('c2c3d', '`c2c3d`'), 'id m2'],
  ['retrieval', 'bracketed id', pick.replace('c2c3d', '[c2c3d]'), 'id m2'],
  ['retrieval', 'zero-width in the id', pick.replace('c2c3d', 'c2\u200Bc3d'), 'id m2'],
  ['retrieval', 'an id of the data that was not shown', pick.replace('c2c3d', 'm1'), 'id '],
  ['retrieval', 'an id of nobody', pick.replace('c2c3d', 'c9999'), 'id '],
  ['retrieval', 'a place in place of an id', pick.replace('"c2c3d"', '1'), 'id '],
  ['retrieval', 'two objects', `${pick} ${pick.replace('c2c3d', 'c0a1b')}`, 'id m2'],
  ['retrieval', 'a list of two', `[${pick},${pick.replace('c2c3d', 'c0a1b')}]`, 'unusable-output'],
  ['retrieval', 'prose with the id', 'I would use memory c2c3d.', 'unusable-output'],
  ['retrieval', 'bold id', '**c2c3d**', 'unusable-output'],
  ['retrieval', 'no id', '{"answer":"x","reason":"y"}', 'unusable-output'],
  ['retrieval', 'an id that is no text', pick.replace('"c2c3d"', 'null'), 'unusable-output'],
  ['retrieval', 'single quotes', pick.replaceAll('"', "'"), 'id m2'],
  ['retrieval', 'cut', pick.slice(0, -2), 'unusable-output'],
  ['retrieval', 'a refusal', 'Unfortunately, I cannot help with this request.', 'refusal'],
  [
    'retrieval',
    'thinking with another id',
    `<think>${pick.replace('c2c3d', 'c0a1b')}</think>${pick}`,
    'id m2',
  ],
  ['original', 'an id of the data', pick.replace('c2c3d', 'm1'), 'id m1'],
  ['original', 'an id of nobody', pick, 'id c2c3d'],
  ['utilization', 'plain object', say, 'answer Try oats'],
  ['utilization', 'fenced', `\`\`\`json\n${say}\n\`\`\``, 'answer Try oats'],
  ['utilization', 'prose around', `Sure: ${say}`, 'answer Try oats'],
  ['utilization', 'trailing comma', say.replace('}', ',}'), 'answer Try oats'],
  ['utilization', 'single quotes', say.replaceAll('"', "'"), 'answer Try oats'],
  ['utilization', 'plain text', 'Try oats', 'answer Try oats'],
  ['utilization', 'thinking and text', '<think>hm</think>Try oats', 'answer Try oats'],
  ['utilization', 'cut inside its thinking', '<think>Try oats', 'unusable-output'],
  ['utilization', 'cut', say.slice(0, 15), 'unusable-output'],
  [
    'utilization',
    'text that shows JSON',
    'Send {"answer": "yes"} there',
    'answer Send {"answer": "yes"} there',
  ],
  ['utilization', 'a number', '{"answer": 8.5, "used_memory_fact": null}', 'unusable-output'],
  ['utilization', 'a bare refusal', "I'm sorry, but I can't help with that request.", 'refusal'],
  ['utilization', 'a bare Chinese refusal', '抱歉，我无法回答这个问题。', 'refusal'],
  [
    'utilization',
    'declining with a reason is an answer',
    "I'm sorry, but I can't suggest cheese: you avoid dairy.",
    "answer I'm sorry, but I can't suggest cheese: you avoid dairy.",
  ],
  [
    'utilization',
    'refusing inside JSON is an answer',
    '{"answer":"I can\'t help with that."}',
    "answer I can't help with that.",
  ],
  ['utilization', 'an empty answer', '{"answer":"","used_memory_fact":"x"}', 'empty-reply'],
  ['extraction', 'a key that objects inherit', `{"__proto__":{"memory_items":[${a}]}}`, 'unusable-output'],
  ['extraction', 'a list that holds a list', `[[${a},${b}]]`, 'unusable-output'],
  ['extraction', 'null for a list', '{"memory_items":null}', 'unusable-output'],
  ['extraction', 'an object for a list', `{"memory_items":${a}}`, 'unusable-output'],
  ['extraction', 'null among items', `{"memory_items":[${a},null]}`, parrot],
  ['extraction', 'a number for a value', '{"memory_items":[{"value":7}]}', 'items [7]'],
  ['extraction', 'the word null', 'null', 'unusable-output'],
  ['extraction', 'an empty object', '{}', 'unusable-output'],
  ['extraction', 'no memories, in words', 'There are no memories to extract.', 'unusable-output'],
  ['extraction', 'no memories, in Chinese', '没有可提取的记忆。', 'unusable-output'],
  ['extraction', 'an HTML page', '<html><body>502 Bad Gateway</body></html>', 'unusable-output'],
  ['extraction', 'a longer fence', `\`\`\`\`json\n${two}\n\`\`\`\``, both],
  ['extraction', 'a tilde fence', `~~~json\n${two}\n~~~`, both],
  ['extraction', 'Windows line ends', `\`\`\`json\r\n${two}\r\n\`\`\``, both],
  ['extraction', 'a brace inside a value', '[{"value":"Writes } and {"}]', 'items ["Writes } and {"]'],
  [
    'extraction',
    'a fence inside a value',
    '[{"value":"Types ```json a lot"}]',
    'items ["Types ```json a lot"]',
  ],
  ['update', 'nothing', '', 'empty-reply'],
  ['update', 'a Chinese refusal', '抱歉，我无法处理这个请求。', 'refusal'],
  ['update', 'an empty list', '[]', 'items []'],
  ['retrieval', 'two ids under one key', twice(pick, 'selected_memory_id', 'c0a1b'), 'unusable-output'],
  ['retrieval', 'one id twice', twice(pick, 'selected_memory_id', 'c2c3d'), 'id m2'],
  ['retrieval', 'one id twice, once escaped', twice(pick, 'selected_memory_id', '\\u00632c3d'), 'id m2'],
  [
    'retrieval',
    'two ids, one key escaped',
    twice(pick, 'selected_memory_\\u0069d', 'c0a1b'),
    'unusable-output',
  ],
  ['retrieval', 'two ids in prose', `So: ${twice(pick, 'selected_memory_id', 'c0a1b')}`, 'unusable-output'],
  [
    'retrieval',
    'two ids in single quotes',
    twice(pick, 'selected_memory_id', 'c0a1b').replaceAll('"', "'"),
    'unusable-output',
  ],
  ['retrieval', 'two reasons, which decide nothing', twice(pick, 'reason', 'z'), 'id m2'],
  [
    'retrieval',
    'a second object with two ids',
    `${pick} ${twice(pick, 'selected_memory_id', 'c0a1b')}`,
    'id m2',
  ],
  ['extraction', 'two lists under one key', `{"memory_items":[],"memory_items":[${a}]}`, 'unusable-output'],
  ['extraction', 'one list twice', `{"memory_items":[${a}],"memory_items":[ ${a} ]}`, parrot],
  ['extraction', 'an item with two values', `[${twice(a, 'value', 'Has a dog')}]`, 'unusable-output'],
  ['extraction', 'an item with one value twice', `[${twice(a, 'value', 'Has a parrot')}]`, parrot],
  ['extraction', 'loose items with two values', `${a} and ${twice(b, 'value', 'x')}`, 'unusable-output'],
  ['update', 'two lists under one key', `{"memories":[],"memories":[${a}]}`, 'unusable-output'],
  ['utilization', 'two answers under one key', twice(say, 'answer', 'Try eggs'), 'unusable-output'],
  ['utilization', 'two answers in prose', `Sure: ${twice(say, 'answer', 'Try eggs')}`, 'unusable-output'],
  ['utilization', 'one answer twice', twice(say, 'answer', 'Try oats'), 'answer Try oats'],
  ['utilization', 'two claims', twice(say, 'used_memory_fact', 'Likes eggs'), 'unusable-output'],
  [
    'utilization',
    'an answer that speaks of twin keys',
    'In {"answer":"a","answer":"b"} the last wins.',
    'answer In {"answer":"a","answer":"b"} the last wins.',
  ],
  ['retrieval', 'a number beyond all', pick.replace('"c2c3d"', '1e999'), 'unusable-output'],
  ['retrieval', 'two ids in one', pick.replace('c2c3d', 'c2c3d, c0a1b'), 'id '],
  ['retrieval', 'an empty id', pick.replace('c2c3d', ''), 'unusable-output'],
  ['utilization', 'null for an answer', '{"answer":null}', 'unusable-output'],
  ['utilization', 'a list for an answer', '{"answer":["Try oats"]}', 'unusable-output'],
  ['utilization', 'only a claim', '{"used_memory_fact":"Likes oats"}', 'unusable-output'],
  ['utilization', 'an answer of spaces', '{"answer":" \\u200b "}', 'empty-reply'],
]

describe('the zoo of predictions', () => {
  it.each(zoo)('%s: %s', (kind, _name, text, outcome) => {
    expect(read(kind, text)).toBe(outcome)
  })

  it('records what it mended', () => {
    const repairs = (kind: string, text: string) => readers[kind]?.(text).repairs
    expect(repairs('extraction', `<think>x</think>\`\`\`json\n${one}\n\`\`\``)).toEqual([
      'thinking-removed',
      'fence-removed',
    ])
    expect(repairs('extraction', `${one}\n${two}`)).toContain('first-of-several-taken')
    expect(repairs('extraction', `${a}\n${b}`)).toContain('several-values-as-list')
    expect(repairs('extraction', one.replace('[', '\u200B['))).toEqual(['invisible-characters-removed'])
    expect(repairs('retrieval', pick.replace('c2c3d', 'm1'))).toEqual(['id-not-among-candidates'])
    expect(repairs('retrieval', pick)).toEqual([])
  })
})
