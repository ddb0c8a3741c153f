import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChecklist } from './checklist.ts'
import { originalJsonText, readJson } from './json.ts'
import { readEvidence, readPreference, wordCount } from './preference.ts'
import { pythonFloat } from './python-float.ts'
import { labelOfScore, matchLabels, originalScoreOfLabel, readRows, scoreOfLabel } from './rows.ts'
import { originalScore, originalScoreText, readJudgeScore, readScoreText } from './score.ts'
import { lastSection, trimEdges, withoutReasoning } from './sections.ts'

const preference = (reply: string, protocol: 'strict' | 'reference' = 'strict') => {
  const read = readPreference(reply, protocol)
  return read.status === 'ok' ? read.preference : read.status
}

describe('sections', () => {
  it.each([
    ['### Title\n\nbody\n', 'body'],
    ['## Title\nbody', 'body'],
    ['### **Title**\nbody', 'body'],
    ['**Title:**\nbody\n\n### Next\nmore', 'body'],
    ['### title: body', 'body'],
    ['### Title\none\n### Title\ntwo', 'two'],
    ['<think>### Title\nno</think>### Title\nyes', 'yes'],
    ['### Title', ''],
    ['Title\nbody', null],
    ['### Subtitle\nbody', null],
    ['#### Title\r\nbody\r\n', 'body'],
  ])('%j', (text, body) => {
    expect(lastSection(text, 'Title')).toBe(body)
  })

  it('lose edges and one block of reasoning only', () => {
    expect(trimEdges('\uFEFF\u00A0 a b \r\n')).toBe('a b')
    expect(withoutReasoning('<think>a</think>b<think>c</think>')).toBe('b<think>c</think>')
  })
})

describe('the preference', () => {
  it.each([
    ['### Analysis\nx\n\n### Most Likely Preference\n\nBe brief.\nMore.', 'Be brief.', 'Be brief.'],
    ['### **Most Likely Preference**\nBe brief.', 'Be brief.', 'missing_section'],
    ['### Most Likely Preference\n### Sessions Relied On\n1', 'empty_section', '### Sessions Relied On'],
    ['Be brief.', 'missing_section', 'missing_section'],
    ['### Most Likely Preference\nA.\n### Most Likely Preference\nB.', 'B.', 'A.'],
  ])('of %j', (reply, strict, reference) => {
    expect(preference(reply)).toBe(strict)
    expect(preference(reply, 'reference')).toBe(reference)
  })

  it('has its words counted and is never cut', () => {
    const long = Array.from({ length: 31 }, (_, at) => `w${at}`).join(' ')
    expect(readPreference(`### Most Likely Preference\n${long}`, 'strict')).toEqual({
      status: 'ok',
      preference: long,
      words: 31,
      overLimit: true,
    })
    expect(wordCount('  a\n b\u00A0c ')).toBe(3)
  })

  it.each([
    ['### Sessions Relied On\n2, 5', [2, 5]],
    ['### Sessions Relied On\nSession 3 and session 3.', [3]],
    ['### Sessions Relied On\n2-5', [2, 3, 4, 5]],
    ['### Sessions Relied On\n- Session 2: asked for 3 bullets\n- **Session 7**: the same', [2, 7]],
    ['### Sessions Relied On\nAll 8 sessions', null],
    ['### Sessions Relied On\nMostly 2, in which 3 drafts were turned down', null],
    ['### Sessions Relied On\n5-2', null],
    ['### Sessions Relied On: 1', [1]],
    ['### Sessions Relied On\nnone', []],
    ['### Sessions Relied On\nall of them', null],
    ['### Sessions Relied On\n', null],
    ['Sessions 1 and 2', null],
    [`### Sessions Relied On\n${'9'.repeat(30)}`, null],
  ])('rests on the sessions of %j', (reply, sessions) => {
    expect(readEvidence(reply)).toEqual(sessions)
  })
})

describe('scores', () => {
  it.each([
    ['8', 8, 8],
    ['8.5/10', 8.5, 8],
    ['`8`', 8, 0],
    ['8 out of 10', 8, 0],
    ['Score = 7', 7, 0],
    ['10 – Exceptional', 10, 0],
    ['7 (very poor)', 7, 0],
    ['8\n8', 8, 0],
    ['8\n9', 'ambiguous', 0],
    ['0', 'out_of_range', 0],
    ['10.5', 'out_of_range', 10],
    ['eight', 'unparseable', 0],
    ['1e1', 'unparseable', 10],
    ['1_0', 'unparseable', 10],
    ['８', 'unparseable', 8],
    ['', 'unparseable', 0],
  ])('of %j', (text, strict, original) => {
    const read = readScoreText(text)
    expect(read.status === 'ok' ? read.score : read.status).toBe(strict)
    expect(originalScore(text)).toBe(original)
  })

  it('of what is no text', () => {
    expect(readScoreText(null)).toEqual({ status: 'unparseable' })
    expect(readScoreText(true)).toEqual({ status: 'unparseable' })
    expect(readScoreText(Number.NaN)).toEqual({ status: 'unparseable' })
    expect(readScoreText(8.9)).toEqual({ status: 'ok', score: 8.9 })
    expect(originalScore(7.5)).toBe(7.5)
  })

  it('never leave the scale, whatever a judge says', () => {
    const said = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.double().map(String),
      fc
        .tuple(fc.integer(), fc.constantFrom('/10', ' out of 10', '.', ' Good', '**'))
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(said, (text) => {
        const read = readJudgeScore(`### Evaluation Score\n${text}`)
        if (read.status === 'ok') {
          expect(read.score).toBeGreaterThanOrEqual(1)
          expect(read.score).toBeLessThanOrEqual(10)
        }
      }),
    )
  })

  it('are captured by the original from the first heading that it knows', () => {
    expect(originalScoreText('### Evaluation Score\n7\n### **Evaluation Score**\n9')).toBe('9')
    expect(originalScoreText('## Evaluation Score\n7')).toBeNull()
  })

  it('become floats as Python reads them', () => {
    expect(['+1.', '.5', '-1_0.2e-1', ' ٣ ', '𝟙𝟚'].map(pythonFloat)).toEqual([1, 0.5, -1.02, 3, 12])
    expect(['', '_1', '1__0', '1_', '0x8', '1 2', 'e5', '.'].map(pythonFloat)).toEqual(Array(8).fill(null))
    expect(['nan', '-INF', 'infinity'].map(pythonFloat)).toEqual([Number.NaN, -Infinity, Infinity])
  })
})

describe('rows', () => {
  const row = (label: string, index?: number) => (index === undefined ? { label } : { index, label })

  it.each([
    [[row('Fully Covered'), row('Not Covered')], { status: 'ok', scores: [1, 0] }],
    [
      { results: [row('partially covered.', 2), row('**Fully Covered**', 1)] },
      { status: 'ok', scores: [1, 0.5] },
    ],
    [[row('Fully Covered', 1), row('Fully Covered', 1)], { status: 'bad_index' }],
    [[row('Fully Covered', 1), row('Fully Covered')], { status: 'bad_index' }],
    [[row('Fully Covered', 0), row('Fully Covered', 1)], { status: 'bad_index' }],
    [[row('Fully Covered')], { status: 'row_count', expected: 2, got: 1 }],
    [[row('Covered'), row('Not Covered')], { status: 'invalid_label' }],
    [['Fully Covered', 'Not Covered'], { status: 'malformed_rows' }],
    ['Fully Covered', { status: 'malformed_rows' }],
    [null, { status: 'malformed_rows' }],
  ])('%j', (value, expected) => {
    expect(readRows(value, 2)).toEqual(expected)
  })

  it('have the exact labels for the original alone', () => {
    expect(matchLabels.map(originalScoreOfLabel)).toEqual([1, 0.5, 0])
    expect(originalScoreOfLabel('fully covered')).toBe(0)
    expect(scoreOfLabel('“Fully  covered”')).toBe(1)
    expect(scoreOfLabel(1)).toBeNull()
    expect([1, 0.5, 0, 0.7].map(labelOfScore)).toEqual([...matchLabels, 'Not Covered'])
  })
})

describe('JSON in a reply', () => {
  it.each([
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['```\n[1]\n```\nand ```json\n{"b":2}\n```', [1]],
    ['Sure: {"a":{"b":"}"}} done', { a: { b: '}' } }],
    ['{"a": [1, {"b": 2}', { b: 2 }],
    ['<think>{"a":1}</think>{"b":2}', { b: 2 }],
    ['{"a": NaN}', null],
    ['8', null],
    ['', null],
  ])('%j', (reply, value) => {
    expect(readJson(reply)).toEqual(value)
  })

  it('of nothing but brackets is given up in bounded work', () => {
    expect(readJson('['.repeat(200_000))).toBeNull()
    expect(readJson('{"a":'.repeat(50_000))).toBeNull()
  })

  it('is what the original cuts out, last fence and all', () => {
    expect(originalJsonText('x ```json\n{"a":"```"}\n``` y')).toBe('{"a":"```"}')
    expect(originalJsonText(' {} ')).toBe('{}')
  })

  it('may be a checklist', () => {
    expect(readChecklist('```json\n{"checklist": ["a?", " ", "b?"]}\n```')).toEqual(['a?', 'b?'])
    expect(readChecklist('{"checklist": []}')).toEqual([])
    expect(readChecklist('{"checklist": [1]}')).toBeNull()
    expect(readChecklist('- a?')).toBeNull()
  })
})
