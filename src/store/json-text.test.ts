import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RapportError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { decodeJson, encodeJson, finite } from './json-text.ts'

function roundTrip(value: Json): { text: string; texts: Map<string, string>; back: Json } {
  const texts = new Map<string, string>()
  const text = encodeJson(value, (hash, body) => texts.set(hash, body))
  const back = decodeJson(text, (hash) => {
    const body = texts.get(hash)
    if (body === undefined) throw new Error(`no text ${hash}`)
    return body
  })
  return { text, texts, back }
}

/** Any sequence of UTF-16 units, so also lone surrogates and NUL; some are long enough to be kept apart. */
const anyText = fc
  .tuple(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }), fc.constantFrom(1, 1, 1, 200))
  .map(([units, times]) => String.fromCharCode(...units).repeat(times))
const anyKey = fc.oneof(anyText, fc.constantFrom('$text', '$data', '__proto__', 'constructor', 'toString'))
const anyNumber = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
const { anyJson } = fc.letrec<{ anyJson: Json }>((tie) => ({
  anyJson: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    anyText,
    fc.constant(null),
    fc.boolean(),
    anyNumber,
    fc.array(tie('anyJson'), { maxLength: 4 }),
    fc
      .array(fc.tuple(anyKey, tie('anyJson')), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}))

describe('JSON text with long strings kept apart', () => {
  it('round-trips any JSON, whatever it looks like', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        // Compared as text: order of keys and own keys named __proto__ count as well.
        expect(JSON.stringify(roundTrip(value).back)).toBe(JSON.stringify(value))
      }),
      { numRuns: 500 },
    )
  })

  it('writes text that any database column can hold', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const { text, texts } = roundTrip(value)
        // oxlint-disable-next-line no-control-regex
        for (const stored of [text, ...texts.values()]) expect(stored).not.toMatch(/[\0\uD800-\uDFFF]/u)
      }),
    )
  })

  it('keeps a string apart from 513 UTF-16 units on, once', () => {
    const long = 'x'.repeat(513)
    const { text, texts } = roundTrip([long, { again: long }, 'y'.repeat(512)])
    expect(texts.size).toBe(1)
    expect(text).not.toContain(long)
    expect(text).toContain('y'.repeat(512))
  })

  it('tells strings apart that differ in a lone surrogate only', () => {
    expect(roundTrip(['\uD800'.repeat(513), '\uD801'.repeat(513)]).texts.size).toBe(2)
  })

  it('a reference that the data invents is data', () => {
    const { texts } = roundTrip('secret'.repeat(200))
    const [hash = ''] = texts.keys()
    const forged = { $text: hash }
    const text = encodeJson(forged, () => {})
    expect(decodeJson(text, () => JSON.stringify('stolen'))).toEqual(forged)
  })

  it('refuses what JSON can not hold', () => {
    expect(() => roundTrip({ a: [Number.NaN] })).toThrow(RapportError)
    expect(() => finite(Number.POSITIVE_INFINITY)).toThrow(/Infinity can't be stored/)
    let deep: Json = 0
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    expect(() => roundTrip(deep)).toThrow(/nested too deeply/)
  })
})
