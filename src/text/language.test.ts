import { describe, expect, it } from 'vitest'
import { comparableLexically, plausibleLanguages } from './language.ts'

const english = 'User lives with two cats in Berlin and likes hiking'

describe('plausibleLanguages', () => {
  it.each([
    [english, 'en'],
    ['Al usuario le gusta el senderismo', 'es'],
    ['Travaille comme infirmière à Lyon', 'fr'],
    ['Lebt mit zwei Katzen in Köln', 'de'],
    ['Houdt van wandelen met de hond in het bos', 'nl'],
    ['Он гуляет с собакой по лесу, и ему это нравится', 'ru'],
  ])('knows the language of "%s"', (text, language) => {
    expect([...(plausibleLanguages(text) ?? [])]).toEqual([language])
  })

  it('keeps close languages open', () => {
    expect([...(plausibleLanguages('Collects discographies in vinyl (non-album tracks)') ?? [])]).toContain(
      'en',
    )
    expect([...(plausibleLanguages('Ha due gatti e vive a Roma con la sorella') ?? [])]).toContain('it')
  })

  it.each(['Toyota Corolla', 'Requires strict JSON formatting', 'Name: Mia', 'GTX 1070 Ti', '', '123'])(
    'is unsure of "%s"',
    (text) => {
      expect(plausibleLanguages(text)).toBeUndefined()
    },
  )

  it('reads decomposed text and typographic apostrophes as their usual forms', () => {
    const text = 'Préfère le thé à la menthe'
    expect(plausibleLanguages(text.normalize('NFD'))).toEqual(plausibleLanguages(text))
    expect(plausibleLanguages('user’s prefers')).toEqual(plausibleLanguages("user's prefers"))
  })
})

describe('comparableLexically', () => {
  it.each([
    ['likes tea', '喜欢喝茶', 'script'],
    ['likes tea', 'любит чай', 'script'],
    ['iPhone', '苹果手机', 'script'],
    ['喜欢喝茶', '차를 좋아해요', 'script'],
    ['お茶が好きです', '用户喜欢喝绿茶和乌龙茶，住在上海', 'script'],
    ['ชอบดื่มชา', 'चाय पसंद है', 'script'],
    [english, '用户住在柏林，养了两只猫', 'script'],
    [english, 'El usuario vive en Berlín con dos gatos y le gusta el senderismo', 'language'],
    [english, 'Lebt mit zwei Katzen in Berlin und wandert gern', 'language'],
    [
      'Он гуляет с собакой по лесу, и ему это нравится',
      'Вона любить гуляти з собакою та її друзями',
      'language',
    ],
  ])('cannot compare "%s" with "%s"', (a, b, differs) => {
    expect(comparableLexically(a, b)).toEqual({ comparable: false, differs })
    expect(comparableLexically(b, a)).toEqual({ comparable: false, differs })
  })

  it.each([
    [english, 'The user owns two cats'],
    ['喜欢喝茶', '用户喜欢喝绿茶和乌龙茶，住在上海'],
    ['東京都', 'お茶が好きです'],
    ['東京都', '用户喜欢喝绿茶和乌龙茶，住在上海'],
    ['寿司が好き', 'ラーメン'],
    ['2024-05-01', '喜欢喝茶'],
    ['😀', 'likes tea'],
    ['', 'likes tea'],
    ['Mia Lopez', 'El usuario vive en Berlín con dos gatos'],
    [english, 'Madrid'],
  ])('compares "%s" with "%s"', (a, b) => {
    expect(comparableLexically(a, b)).toEqual({ comparable: true })
    expect(comparableLexically(b, a)).toEqual({ comparable: true })
  })

  it('judges a text with a foreign name by its sentence', () => {
    const withDish = 'The user often cooks 麻婆豆腐 for the family on Sundays'
    expect(comparableLexically(withDish, 'User cooks for the family').comparable).toBe(true)
    expect(comparableLexically(withDish, '用户周日经常给家人做麻婆豆腐').comparable).toBe(false)
  })

  it('compares an evenly mixed text with either side', () => {
    const mixed = '我每天用 Microsoft PowerPoint 做报告'
    expect(comparableLexically(mixed, 'Makes reports with PowerPoint every day').comparable).toBe(true)
    expect(comparableLexically(mixed, '每天做报告').comparable).toBe(true)
  })
})
