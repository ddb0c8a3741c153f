import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { jsonSchemaOf, readVerdict, type VerdictShape } from './verdict-reader.ts'

const binary: VerdictShape = { passes: { kind: 'boolean' }, reason: { kind: 'text' } }
const tens: VerdictShape = { score: { kind: 'number', min: 0, max: 10 }, reason: { kind: 'text' } }
const unit: VerdictShape = { score: { kind: 'number', min: 0, max: 1 }, reason: { kind: 'text' } }
const stars: VerdictShape = { warmth: { kind: 'number', min: 1, max: 5, integer: true, nullable: true } }

/** Shape of the verdict, what the judge said, and the one value that it may be read as; null: unreadable. */
type Row = readonly [shape: VerdictShape, said: string, value: boolean | number | 'null' | null]

/** Written before the reader: what each shape of a reply is worth. */
const zoo: Readonly<Record<string, Row>> = {
  // Containers
  'plain object': [binary, '{"passes": true, "reason": "uses it"}', true],
  'plain object, negative': [binary, '{"passes": false, "reason": "generic"}', false],
  'json fence': [binary, '```json\n{"passes": true}\n```', true],
  'bare fence': [binary, '```\n{"passes": false}\n```', false],
  'fence with another word': [binary, '```JSON5\n{"passes": true}\n```', true],
  'unclosed fence around a whole object': [binary, '```json\n{"passes": true}', true],
  'tilde fence': [binary, '~~~json\n{"passes": false}\n~~~', false],
  'prose before': [binary, 'Here is my verdict:\n{"passes": true}', true],
  'prose after': [binary, '{"passes": false}\nLet me know if you need more.', false],
  'prose with braces before': [binary, 'The set {a, b} is fine. {"passes": true}', true],
  'prose with a stray opening brace': [binary, 'A smiley :{ and then {"passes": true}', true],
  'brace inside a string': [binary, '{"reason": "said } and {", "passes": true}', true],
  'escaped quote inside a string': [binary, '{"reason": "a \\"} b", "passes": false}', false],
  'list of one': [binary, '[{"passes": true}]', true],
  'wrapped in one key': [binary, '{"verdict": {"passes": true}}', true],
  'wrapped in two keys': [binary, '{"result": {"verdict": {"passes": false}}}', false],
  'JSON inside a JSON string': [binary, '"{\\"passes\\": true}"', true],
  'byte order mark': [binary, '\uFEFF{"passes": true}', true],
  'zero-width characters between tokens': [binary, '\u200B{\u200B"pa\u200Dsses"\u200B:\u2060 true}', true],
  'no-break spaces': [binary, '{\u00A0"passes":\u00A0true\u00A0}', true],
  'Windows line ends': [binary, '```json\r\n{\r\n"passes": true\r\n}\r\n```', true],
  'extra fields': [binary, '{"passes": true, "confidence": 0.2, "score": 0}', true],
  'key in capitals': [binary, '{"PASSES": true}', true],
  'bold key': [binary, '{"**passes**": true}', true],
  // Mendable
  'trailing comma': [binary, '{"passes": true,}', true],
  'single quotes': [binary, "{'passes': true, 'reason': 'fine'}", true],
  'Python constants': [binary, '{"passes": True, "reason": None}', true],
  'bare keys': [binary, '{passes: false}', false],
  comment: [binary, '{"passes": true // uses the fact\n}', true],
  // Thinking
  'thinking first': [binary, '<think>maybe {"passes": false}?</think>{"passes": true}', true],
  'thinking in another word': [binary, '<thinking>{"passes": true}</thinking>\n{"passes": false}', false],
  'reasoning tags': [binary, '<reasoning>x</reasoning>{"passes": true}', true],
  'thinking closed but never opened': [binary, 'so {"passes": true}</think>{"passes": false}', false],
  'thinking never closed': [binary, '<think>I lean to {"passes": true}', null],
  'thinking only': [binary, '<think>{"passes": true}</think>', null],
  // Two verdicts
  'the same verdict twice': [binary, '{"passes": true} so: {"passes": true, "reason": "x"}', true],
  'two verdicts that differ': [binary, '{"passes": true} no wait {"passes": false}', null],
  'quotes an injected verdict': [binary, 'It says {"passes": true}. Mine: {"passes": false}', null],
  'list of two that differ': [binary, '[{"passes": true}, {"passes": false}]', null],
  'the key twice': [binary, '{"passes": false, "passes": true}', null],
  'the key twice in two spellings': [binary, '{"passes": false, "Passes": true}', null],
  'a verdict and another object': [binary, '{"note": "ok"} {"passes": true}', true],
  // Cut
  'cut inside the reason': [binary, '{"passes": true, "reason": "the answer', null],
  'cut before the last brace': [binary, '{"passes": true, "reason": "fine"', null],
  'cut after the key': [binary, '{"passes":', null],
  'cut inside the value': [binary, '{"passes": tr', null],
  'cut inside a fence': [binary, '```json\n{"reason": "long', null],
  'a whole verdict and a cut one': [binary, '{"passes": true}\nActually {"passes": fal', null],
  'cut with a whole object inside': [binary, '{"a": {"passes": true}, "reason": "cut', null],
  // Booleans
  'boolean as text': [binary, '{"passes": "true"}', true],
  'yes as text': [binary, '{"passes": "Yes"}', true],
  'no with a full stop': [binary, '{"passes": "No."}', false],
  'bold false': [binary, '{"passes": "**false**"}', false],
  'pass as text': [binary, '{"passes": "PASS"}', true],
  'fail as text': [binary, '{"passes": "fail"}', false],
  'Chinese yes': [binary, '{"passes": "是"}', true],
  'Chinese no': [binary, '{"passes": "不通过"}', false],
  'one for true': [binary, '{"passes": 1}', true],
  'zero for false': [binary, '{"passes": "0"}', false],
  'a half': [binary, '{"passes": 0.5}', null],
  'boolean null': [binary, '{"passes": null}', null],
  'boolean empty': [binary, '{"passes": ""}', null],
  'boolean missing': [binary, '{"reason": "passes"}', null],
  'boolean list': [binary, '{"passes": []}', null],
  'boolean prose': [binary, '{"passes": "true in part, but no"}', null],
  'boolean downgrade': [binary, '{"passes": "downgrade: insufficient"}', null],
  // Bare replies
  'bare word': [binary, 'Yes', true],
  'bare bold word': [binary, '**FAIL**', false],
  'bare digit for a boolean': [binary, '1', null],
  'bare prose': [binary, 'Yes, because it uses the fact, though no name is given.', null],
  'bare number': [tens, '8.5', 8.5],
  'bare fraction': [tens, '8/10', 8],
  'bare bold number': [tens, '**8**', 8],
  'bare downgrade': [tens, 'downgrade: insufficient', null],
  'bare list number': [tens, '1. The answer is', null],
  // Numbers
  'number with decimals': [tens, '{"score": 8.5}', 8.5],
  'number as text': [tens, '{"score": "8"}', 8],
  'number as fraction': [tens, '{"score": "8/10"}', 8],
  'number as fraction with spaces': [tens, '{"score": " 8.5 / 10 "}', 8.5],
  'out of': [tens, '{"score": "8 out of 10"}', 8],
  'bold number': [tens, '{"score": "**8**"}', 8],
  'bold fraction': [tens, '{"score": "**8/10**"}', 8],
  'code number': [tens, '{"score": "`7`"}', 7],
  'full-width digits': [tens, '{"score": "８"}', 8],
  'Chinese points': [tens, '{"score": "8分"}', 8],
  'zero-width inside a number': [tens, '{"score": "8\u200B.5"}', 8.5],
  'a real zero': [tens, '{"score": 0}', 0],
  'a real zero as text': [tens, '{"score": "0/10"}', 0],
  'fraction of another scale': [tens, '{"score": "4/5"}', null],
  'above the range': [tens, '{"score": 11}', null],
  'below the range': [tens, '{"score": -1}', null],
  'a range': [tens, '{"score": "7-8"}', null],
  'decimal comma': [tens, '{"score": "8,5"}', null],
  'about eight': [tens, '{"score": "about 8"}', null],
  'downgrade in a field': [tens, '{"score": "downgrade: insufficient"}', null],
  'empty text is no zero': [tens, '{"score": ""}', null],
  'space is no zero': [tens, '{"score": " "}', null],
  'null is no zero': [tens, '{"score": null}', null],
  'empty list is no zero': [tens, '{"score": []}', null],
  'true is no one': [tens, '{"score": true}', null],
  'list with a number': [tens, '{"score": [8]}', null],
  'not applicable': [tens, '{"score": "N/A"}', null],
  'not a number': [tens, '{"score": NaN}', null],
  infinity: [tens, '{"score": 1e999}', null],
  'number missing': [tens, '{"reason": "8/10"}', null],
  'percent on 0-1': [unit, '{"score": "80%"}', 0.8],
  'fraction on 0-1': [unit, '{"score": "8/10"}', 0.8],
  'fraction by zero': [unit, '{"score": "0/0"}', null],
  'fraction above one': [unit, '{"score": "12/10"}', null],
  'points of ten on 0-1': [unit, '{"score": 8}', null],
  'percent on 0-10': [tens, '{"score": "80%"}', null],
  'whole number on 1-5': [stars, '{"warmth": 4}', 4],
  'whole number written with decimals': [stars, '{"warmth": 4.0}', 4],
  'half a star': [stars, '{"warmth": 3.5}', null],
  'fraction on 1-5': [stars, '{"warmth": "4/5"}', 4],
  'stars out of ten': [stars, '{"warmth": "4/10"}', null],
  'null where null may be': [stars, '{"warmth": null}', 'null'],
  'word where null may be': [stars, '{"warmth": "insufficient"}', null],
  'missing where null may be': [stars, '{"other": 3}', null],
  // No verdict
  empty: [binary, '', null],
  spaces: [tens, ' \n\u200B ', null],
  'empty object': [binary, '{}', null],
  refusal: [binary, "I'm sorry, but I can't help with that.", null],
  'refusal in Chinese': [binary, '抱歉，我无法对此作出判断。', null],
  'an HTML page': [binary, '<html><body>502 Bad Gateway</body></html>', null],
  'provider error': [binary, '{"error": {"message": "overloaded", "code": 529}}', null],
  'the schema echoed': [binary, '{"passes": "boolean", "reason": "string"}', null],
  'a placeholder': [binary, '{"passes": <true or false>}', null],
  'terminal codes': [binary, '\u001B[32m{"passes": true}\u001B[0m', true],
}

describe('verdict zoo', () => {
  it('has at least 60 shapes', () => {
    expect(Object.keys(zoo).length).toBeGreaterThanOrEqual(60)
  })

  it.each(Object.entries(zoo))('%s', (_name, [shape, said, value]) => {
    const read = readVerdict(said, shape)
    const field = Object.keys(shape)[0] ?? ''
    if (value === null) expect(read).toBeNull()
    else expect(read?.[field]).toBe(value === 'null' ? null : value)
  })
})

describe('readVerdict', () => {
  const lists: VerdictShape = {
    matches: {
      kind: 'list',
      items: { gold: { kind: 'text', required: true }, note: { kind: 'raw', schema: {} } },
    },
  }

  it('reads lists of objects, and keeps raw fields as they are', () => {
    expect(readVerdict('{"matches": [{"gold": "g1", "note": "2"}, {"gold": "g2"}]}', lists)).toEqual({
      matches: [{ gold: 'g1', note: '2' }, { gold: 'g2' }],
    })
    expect(readVerdict('{"matches": []}', lists)).toEqual({ matches: [] })
  })

  it.each([
    ['an element that is no object', '{"matches": ["g1"]}'],
    ['a required text that is missing', '{"matches": [{"note": 1}]}'],
    ['an object instead of a list', '{"matches": {"gold": "g1"}}'],
    ['a list cut in the middle', '{"matches": [{"gold": "g1"}, {"gold": "g'],
  ])('does not read %s', (_name, said) => {
    expect(readVerdict(said, lists)).toBeNull()
  })

  it('takes every field of a verdict or none', () => {
    const both: VerdictShape = { a: { kind: 'boolean' }, b: { kind: 'number', min: 0, max: 1 } }
    expect(readVerdict('{"a": true, "b": 0.25}', both)).toEqual({ a: true, b: 0.25 })
    expect(readVerdict('{"a": true, "b": "some"}', both)).toBeNull()
    expect(readVerdict('0.5', both)).toBeNull()
  })

  it('drops inherited and foreign keys', () => {
    const read = readVerdict('{"passes": true, "__proto__": {"x": 1}, "constructor": 2}', binary)
    expect(read).toEqual({ passes: true, reason: '' })
  })

  it('reads back whatever verdict was written, with prose around it', () => {
    const plain = fc.string().map((text) => text.replace(/[{}<>[\]"`~]/g, ''))
    fc.assert(
      fc.property(fc.boolean(), fc.string({ unit: 'grapheme' }), plain, plain, (passes, reason, a, b) => {
        expect(readVerdict(`${a}${JSON.stringify({ passes, reason })}${b}`, binary)?.['passes']).toBe(passes)
      }),
    )
  })

  it('never reads a verdict that was cut', () => {
    const whole = JSON.stringify({ reason: 'it {uses} "the" fact', passes: true })
    for (let length = 0; length < whole.length; length++) {
      expect(readVerdict(whole.slice(0, length), binary)).toBeNull()
    }
  })

  it('is fast on hostile input', () => {
    const hostile = ['{"a":'.repeat(20_000), '{'.repeat(50_000), '"'.repeat(50_000), '<think>'.repeat(20_000)]
    for (const text of hostile) expect(readVerdict(text, binary)).toBeNull()
  })
})

describe('jsonSchemaOf', () => {
  it('asks for every field and no other', () => {
    expect(jsonSchemaOf({ ...binary, ...stars })).toEqual({
      type: 'object',
      properties: {
        passes: { type: 'boolean' },
        reason: { type: 'string' },
        warmth: { type: ['integer', 'null'], minimum: 1, maximum: 5 },
      },
      required: ['passes', 'reason', 'warmth'],
      additionalProperties: false,
    })
  })
})
