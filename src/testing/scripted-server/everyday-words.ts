import { endless } from './lexical.ts'

/**
 * Everyday words as a lexical judge knows them: one line is one meaning, English and Chinese. Multi-word entries
 * have spaces. Nothing here knows of any probe; words that a line lacks stay unknown to the judge.
 */
const meanings = `
work job profession occupation employed living | 工作 职业 上班
like enjoy love prefer fond favourite favorite | 喜欢 爱好 热爱 偏爱 最爱
dislike hate avoid detest loathe | 讨厌 不喜欢 不爱 反感
allergic allergy intolerant | 过敏
own keep have pet | 养 拥有
name call | 名叫 叫做
plan want intend hope wish | 计划 打算 想 希望
live reside home | 住 居住
move relocate | 搬
quit stop give gave | 放弃 不再
begin start | 开始
learn study | 学习 学
teach teacher | 老师 教师 教
bake baker bakery bread | 面包
cook chef | 厨师 做饭 烹饪
butcher | 屠夫
doctor physician | 医生
nurse | 护士
lawyer | 律师
engineer | 工程师
farmer farm | 农民 农场
driver drive | 司机 开车
pilot | 飞行员
diver | 潜水员
writer author write | 作家 写作
painter paint | 画家 画画 绘画
musician music | 音乐
student | 学生
parrot | 鹦鹉
dog puppy | 狗
cat kitten | 猫
hamster | 仓鼠
rabbit | 兔子
horse | 马
bird | 鸟
fish | 鱼
snake | 蛇
coast seaside beach sea | 海边 海岸 海滩
city town downtown | 城里 城市
mountain | 山
village countryside | 农村 乡下 山村
primary elementary | 小学
university college | 大学
school | 学校 中学
mathematics math maths | 数学
chinese | 语文 中文
english | 英语 英文
history | 历史
peanut | 花生
nut | 坚果
milk dairy | 牛奶 乳制品
egg | 鸡蛋
coffee | 咖啡
tea | 茶
wine beer alcohol | 酒
meat | 肉
vegetarian vegan | 素食 吃素
spicy | 辣
sweet sugar | 甜 糖
swim | 游泳
run jog marathon | 跑步 马拉松
cycle bicycle bike | 骑车 自行车
dance | 跳舞
sing | 唱歌
read book | 读书 看书 阅读
travel trip | 旅行 旅游
piano | 钢琴
guitar | 吉他
football soccer | 足球
chess | 象棋
mother mum mom | 母亲 妈妈
father dad | 父亲 爸爸
brother | 哥哥 弟弟
sister | 姐姐 妹妹
son | 儿子
daughter | 女儿
wife | 妻子
husband | 丈夫
tomorrow | 明天
next-year | 明年
last-year | 去年
week | 星期 每周
morning | 早上 早晨
evening night | 晚上 夜里
`

/** Say how somebody is related to something, and too little to make two statements the same. */
const relations = new Set(['work', 'like', 'dislike', 'own', 'name', 'plan', 'live', 'quit', 'begin'])

const byWord = new Map<string, string>()
const chinese: (readonly [word: string, meaning: string])[] = []
for (const line of meanings.trim().split('\n')) {
  const [english = '', han = ''] = line.split(' | ')
  const [first = ''] = english.split(' ')
  for (const word of english.split(' ')) byWord.set(endless(word), first)
  for (const word of han.split(' ')) chinese.push([word, first])
}
chinese.sort(([a], [b]) => b.length - a.length)

const grammar = new Set(
  `the a an user is are was were be and or of to in on at by for as with his her their its it they she he that this
  who from into very once now then there been has had than but also all some one every each ever s them about`
    .split(/\s+/)
    .map((word) => endless(word)),
)

/**
 * What a statement is about, the same for English and Chinese where the everyday words are known; unknown English
 * words stand for themselves, numbers for their value.
 */
export function meaningsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  let rest = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\bnext year\b/g, 'next-year')
    .replaceAll(/\blast year\b/g, 'last-year')
  for (const [word, meaning] of chinese) {
    if (!rest.includes(word)) continue
    found.add(meaning)
    rest = rest.replaceAll(word, ' ')
  }
  for (const [word] of rest.matchAll(/[\p{Script=Latin}-]+|\d+(?:[.,]\d+)*/gu)) {
    const stem = /^\d/.test(word) ? word.replaceAll(',', '') : endless(word)
    if (!grammar.has(stem)) found.add(byWord.get(stem) ?? stem)
  }
  return found
}

const denies =
  /\b(?:not|never|no longer|no|without|none|n't)\b|n't\b|\b(?:gave|give|gives) up\b|不|没|从未|放弃/u

/**
 * Whether two statements about a user say the same, by words alone: half of what the first is about comes back, they
 * agree on yes or no, on liking, on numbers and on the year.
 */
export function saysTheSame(first: string, second: string): boolean {
  if (first.trim() === second.trim()) return true
  const [a, b] = [meaningsOf(first), meaningsOf(second)]
  const subjects = [...a].filter((meaning) => !relations.has(meaning))
  const shared = subjects.filter((meaning) => b.has(meaning))
  if (shared.length === 0 || shared.length * 2 < subjects.length) return false
  if (denies.test(withoutStances(first)) !== denies.test(withoutStances(second))) return false
  if (isAgainst(a) !== isAgainst(b) && (isFor(a) || isFor(b))) return false
  const numbers = (one: ReadonlySet<string>) => [...one].filter((meaning) => /^\d|-year$/.test(meaning))
  const [left, right] = [numbers(a), numbers(b)]
  return left.length === 0 || right.length === 0 || left.some((number) => right.includes(number))
}

/** "Does not like" is a stance, which is compared by itself. */
function withoutStances(text: string): string {
  return text
    .replaceAll(/不喜欢|不爱/g, '讨厌')
    .replaceAll(/\b(?:does|do) not (?:like|enjoy)\b/gi, 'dislikes')
}

const isFor = (one: ReadonlySet<string>): boolean => one.has('like')
const isAgainst = (one: ReadonlySet<string>): boolean => one.has('dislike') || one.has('allergic')
