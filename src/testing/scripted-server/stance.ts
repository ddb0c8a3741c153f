import { endless } from './lexical.ts'

/** Everyday kinds of things, each with words for what belongs to it; the first names the kind. */
const kinds: readonly (readonly string[])[] = [
  `seafood fish oyster octopus mussel prawn shrimp squid lobster crab bass salmon tuna clam 海鲜 鱼 虾 蟹 贝 章鱼`,
  `meat beef pork lamb steak bacon sausage ham chicken 肉 牛排 香肠 火腿`,
  `dairy milk cheese cream butter yoghurt yogurt 乳制品 牛奶 奶酪 奶油 黄油`,
  `alcohol wine beer whisky vodka cocktail 酒 啤酒`,
  `sweets cake chocolate dessert candy pudding sorbet 甜食 蛋糕 巧克力 甜点`,
  `nuts peanut almond walnut cashew hazelnut 坚果 花生 杏仁 核桃`,
  `spicy chili chilli curry 辣 麻辣 辣椒`,
  `crowd crowded busy bustling packed queue 拥挤 人多 热闹 人山人海 人潮 排队 游客 热门 人气`,
  `quiet calm peaceful secluded silent remote 安静 清静 人少 冷门 僻静 偏远 山村 幽静 宁静`,
  `outdoors hike camping forest mountain trail 户外 徒步 露营 爬山`,
  `museum gallery exhibition 博物馆 美术馆 展览`,
  `sport football tennis basketball gym 运动 足球 篮球 健身`,
].map((line) => line.split(' '))

const against =
  /\b(?:dislikes?|hates?|avoids?|detests?|loathes?|can(?:not|'t) stand|does(?: not|n't) (?:like|eat|drink|want)|allergic|never eats?|averse|no longer eats?)\b|讨厌|不喜欢|不爱|不吃|不喝|受不了|过敏|反感|避免/iu
/** What an answer says of something that it does not suggest. */
const setAside =
  /\b(?:skip|avoid|without|instead of|rather than|no|not|never|past|away from|leave out|free of|don't|won't|steer clear)\b|避开|避免|不(?:要|去|吃|喝|点|选|用|必|推荐)|别|远离|绕开|没有|而不是/iu

interface Stance {
  readonly likes: readonly string[]
  readonly dislikes: readonly string[]
}

/** Words of what a preference is for and against, clause by clause, each with the words of its kind. */
function stanceOf(preference: string): Stance {
  const likes: string[] = []
  const dislikes: string[] = []
  for (const clause of preference.split(/[,;.，；。、]|\b(?:but|and)\b|但是?/iu)) {
    ;(against.test(clause) ? dislikes : likes).push(...withKinds(clause))
  }
  return { likes, dislikes: dislikes.filter((word) => !likes.includes(word)) }
}

function withKinds(clause: string): readonly string[] {
  const own = kinds.filter((kind) => kind.some((word) => mentions(clause, word)))
  return own.flat()
}

function mentions(text: string, word: string): boolean {
  if (/\p{Script=Han}/u.test(word)) return text.includes(word)
  const stem = endless(word)
  return (text.toLowerCase().match(/[a-z']+/g) ?? []).some((one) => endless(one) === stem)
}

/**
 * Whether an answer goes along with a preference for or against kinds of things that are known here; null where the
 * preference names none. One sentence that suggests what is disliked is enough against it; where nothing but a
 * dislike is known, an answer without the disliked goes along.
 */
export function goesAlong(preference: string, answer: string): boolean | null {
  const { likes, dislikes } = stanceOf(preference)
  if (likes.length === 0 && dislikes.length === 0) return null
  const sentences = answer.split(/[.!?;:,]\s|[。！？；，：\n]/u)
  const suggests = (words: readonly string[]): boolean =>
    sentences.some((one) => words.some((word) => mentions(one, word)) && !setAside.test(one))
  if (suggests(dislikes)) return false
  return likes.length === 0 || suggests(likes)
}
