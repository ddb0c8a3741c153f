import { describe, expect, it } from 'vitest'
import { pack, SHORT, unpack } from './pack.ts'

describe('packing', () => {
  it('deflates a long text, in any script', () => {
    for (const text of ['word '.repeat(500), '长文本'.repeat(500), '😀'.repeat(500)]) {
      const packed = pack(text)
      expect(packed).toBeInstanceOf(Uint8Array)
      expect(packed.length).toBeLessThan(Buffer.byteLength(text) / 4)
      expect(unpack(packed)).toBe(text)
    }
  })

  it('leaves a text plain that is short, or would grow', () => {
    const short = 'a'.repeat(SHORT)
    expect(pack(short)).toBe(short)
    // 600 code points that never repeat a pair of bytes compress to more than they are.
    const dense = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x20_000 + index * 97)).join(
      '',
    )
    const packed = pack(dense)
    expect(packed.length).toBeLessThanOrEqual(Buffer.byteLength(dense))
    expect(unpack(packed)).toBe(dense)
  })

  it('does not give a damaged text back as if it were whole', () => {
    expect(() => unpack(new Uint8Array([1, 2, 3, 4, 5, 6, 7]))).toThrow(Error)
  })
})
