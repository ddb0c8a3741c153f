import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseJson } from '../../../core/json.ts'
import { agreement, agreementText, AGREEMENT_THRESHOLD } from '../scoring/value-agreement.ts'
import { dominantScript } from '../../../text/script.ts'
import { comparableLexically } from '../../../text/language.ts'
import { tokenizeMultilingual } from '../../../text/tokenize.ts'
import { sampleSessionSchema } from '../data/sample-shape.ts'
import { readRewordings, type Rewordings } from '../../../io/rewordings.ts'

const sample = fileURLToPath(new URL('../../../../sample', import.meta.url))
const folder = join(sample, 'alpsbench', 'sessions')

const sessions = readdirSync(folder).map((name) =>
  sampleSessionSchema.parse(parseJson(readFileSync(join(folder, name), 'utf8'))),
)

let rewordings: Rewordings
beforeAll(async () => {
  rewordings = await readRewordings(join(sample, 'alpsbench'))
})

const like = (a: string, b: string) => agreement(agreementText(a), agreementText(b))
const scriptOf = (text: string) => dominantScript(text)?.script

describe('the hand-written rewordings', () => {
  it('reword memories of the sample, in every session at least two, and five replacements', () => {
    const known = sessions.map(({ memories }) => memories.filter(({ value }) => rewordings.has(value)).length)
    expect(Math.min(...known)).toBeGreaterThanOrEqual(2)
    const all = new Set(
      sessions.flatMap(({ memories, update }) =>
        [...memories, update.replacement, update.added].map(({ value }) => value),
      ),
    )
    for (const value of rewordings.keys()) expect(all).toContain(value)
    expect(
      sessions.filter(({ update }) => rewordings.has(update.replacement.value)).length,
    ).toBeGreaterThanOrEqual(5)
  })

  it('tell no two things the same way, nor as another memory does', () => {
    const texts = [...rewordings.values()].flatMap((one) => [
      one.value,
      one.paraphrase,
      one.changed,
      one.translated,
    ])
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('paraphrase in the language of the memory, with hardly a word of it', () => {
    for (const { value, paraphrase } of rewordings.values()) {
      expect(scriptOf(paraphrase), paraphrase).toBe(scriptOf(value))
      expect(comparableLexically(value, paraphrase).comparable, paraphrase).toBe(true)
      expect(like(value, paraphrase), paraphrase).toBeLessThan(AGREEMENT_THRESHOLD)
    }
  })

  it('change one detail: at most a few words, and one at least', () => {
    for (const { value, changed } of rewordings.values()) {
      const [before, after] = [tokenizeMultilingual(value), tokenizeMultilingual(changed)]
      const fresh = after.filter((token) => !before.includes(token))
      expect(fresh.length, changed).toBeLessThanOrEqual(4)
      expect(changed).not.toBe(value)
      expect(like(value, changed), changed).toBeGreaterThan(0.25)
    }
  })

  it('translate into another language: names are shared, hardly a word', () => {
    for (const { value, translated } of rewordings.values())
      expect(like(value, translated), translated).toBeLessThan(0.5)
  })
})
