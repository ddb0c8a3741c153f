import { withoutInvisible } from './reply-cleaning.ts'

// "I'm sorry, but", "Unfortunately," and the like, any number of them.
const SORRY = String.raw`(?:(?:i(?:'m| am)\s+(?:really |very |so )?sorry|sorry|apologies|my apologies|i apologi[sz]e|unfortunately|regrettably)[,.!:;]?\s*(?:but\s+)?)*`
const CANNOT = String.raw`(?:(?:as an ai(?: language model| assistant)?,?\s*)?i\s*(?:can't|cannot|can not|won't|will not|must decline|am unable|'m unable|am not able|'m not able|have to decline|decline)(?: to)?)`
const VERB = String.raw`\s*(?:help|assist|comply|fulfil|fulfill|complete|do that|do this|provide|process|continue|engage|answer|participate|support|discuss|create|generate|extract|update)?`
const ENGLISH = new RegExp(`^${SORRY}${CANNOT}${VERB}\\b`)

// 抱歉 / 对不起 …, then 我 (作为 AI …) 无法 / 不能 …
const CHINESE =
  /^(?:(?:非常|很|十分)?(?:抱歉|对不起|不好意思|遗憾)[,。.!:;]?\s*)?(?:但是?)?(?:作为(?:一个|一名)?[^,。]{0,16},)?\s*我?(?:无法|不能|没办法|没有办法|不会|拒绝|不便)(?:为您|为你|给您|给你|向您|向你)?(?:提供|协助|帮助|完成|满足|回答|处理|继续|执行|讨论|生成|参与|提取|支持)/

const EMPTY_TAIL = String.raw`\s*(?:(?:you )?(?:with|on)?\s*(?:that|this|it|your|the)?\s*(?:kind of |type of |particular )?(?:request|question|task|topic|matter)?)?\s*[.!]?`
const BARE_ENGLISH = new RegExp(`^${SORRY}${CANNOT}${VERB}${EMPTY_TAIL}$`)
const BARE_CHINESE =
  /^(?:(?:非常|很|十分)?(?:抱歉|对不起|不好意思)[,。.!]?\s*)(?:但是?)?我?(?:无法|不能|没办法)(?:为您|为你|给您|给你)?(?:提供|协助|帮助|完成|满足|回答|处理|执行)+(?:您|你)?(?:的)?(?:这个|该|此|这一)?(?:请求|要求|问题|任务|帮助|协助)?[。.!]?$/

/** Lower case, straight quotes, full-width punctuation as ASCII, no Markdown. */
function plain(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[*_#>`"]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/**
 * Whether a reply without JSON opens as a refusal, in English or Chinese: a formula of regret, if any, and then that
 * the model can't or won't do it. Only for tasks whose answer is JSON, where such a text is no answer in any case;
 * this tells which kind of failure it is. A refusal in other words or languages stays `unusable-output`.
 */
export function opensAsRefusal(text: string): boolean {
  const opening = plain(text.slice(0, 2000))
  return ENGLISH.test(opening) || CHINESE.test(opening)
}

/**
 * Whether the whole reply is a refusal with nothing of the matter in it ("I'm sorry, but I can't help with that.").
 * For tasks whose answer is free text: declining with a reason can be the right answer there, and is left to
 * whoever judges it.
 */
export function isBareRefusal(text: string): boolean {
  if (text.length > 300) return false
  const whole = plain(text)
  return BARE_ENGLISH.test(whole) || BARE_CHINESE.test(whole)
}
