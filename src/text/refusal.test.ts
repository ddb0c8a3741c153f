import { describe, expect, it } from 'vitest'
import { isBareRefusal, opensAsRefusal } from './refusal.ts'

describe('a refusal', () => {
  it.each([
    "I'm sorry, but I can't help with that.",
    'I cannot assist with this request.',
    '抱歉，我无法协助处理这个请求。',
    '对不起，我不能提供帮助。',
    '很抱歉，我没办法完成该任务。'.slice(1),
  ])('is bare: %s', (text) => {
    expect(isBareRefusal(text)).toBe(true)
    expect(opensAsRefusal(text)).toBe(true)
  })

  it.each([
    "I can't recommend that: the glue is not safe for food.",
    '抱歉，我无法确认你的妹妹叫什么，因为你没有告诉过我。',
    '我不能吃花生，所以换一道菜吧。',
    '',
  ])('is not bare: %s', (text) => {
    expect(isBareRefusal(text)).toBe(false)
  })
})
