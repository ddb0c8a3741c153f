import { describe, expect, it } from 'vitest'
import { publishedClaims, publishedResults } from './published.ts'

describe('what is published about CUPID', () => {
  it('holds no figure: no table of the paper could be read', () => {
    expect(publishedResults).toEqual([])
  })

  it('holds claims with their source and weight; what others repeat is unverified', () => {
    expect(publishedClaims.filter(({ weight }) => weight === 'primary')).toHaveLength(7)
    expect(publishedClaims.filter(({ weight }) => weight === 'secondary')).toHaveLength(12)
    for (const { source, weight, unverified } of publishedClaims) {
      expect(source).not.toBe('')
      expect(unverified).toBe(weight === 'secondary')
    }
    expect(publishedClaims.find(({ value }) => value === '55.8 %')).toMatchObject({ weight: 'secondary' })
  })
})
