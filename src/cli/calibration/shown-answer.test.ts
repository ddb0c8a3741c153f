import { describe, expect, it } from 'vitest'
import { csvRecord } from '../../io/csv.ts'
import { tracks } from '../../registry/benchmarks.ts'
import { noPack } from '../../core/prompt-pack.ts'
import { judgingsOf, type Judging } from '../panels.ts'
import { shownAnswer } from './shown-answer.ts'

const all = tracks.flatMap((track) => judgingsOf(track, noPack).map((one) => [one.name, one] as const))
const judgings: ReadonlyMap<string, Judging> = new Map(all)

function judging(name: string): Judging {
  const found = judgings.get(name)
  if (found === undefined) throw new Error(`no rubric ${name}`)
  return found
}

const persona = (answer: string) => ({
  input: { query: 'What shall I drink?', dialogue_history: [] },
  gold: { selected_memory: { value: 'Likes tea' } },
  prediction: { answer, used_memory_fact: '' },
})

describe('what people are shown of a judged answer', () => {
  it('is the material of the judge, and apart from it its instructions', () => {
    const shown = shownAnswer(judging('judge-persona'), persona('Tea.'))
    expect(shown?.material).toBe('query: What shall I drink?\nfact_about_the_user: Likes tea\nanswer: Tea.')
    expect(shown?.instruction).toMatch(/^You judge whether an assistant knows its user/)
  })

  it('keeps lines, and takes out what steers a terminal or a reading direction', () => {
    const shown = shownAnswer(judging('judge-persona'), persona('a\u001B[31mred\u202Eback\r\nnext\u0007'))
    expect(shown?.material).toContain('answer: a [31mred back\nnext ')
    expect(shown?.material.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E]/u)
  })

  it('can not become a formula of a spreadsheet: the material begins with a name of ours', () => {
    const shown = shownAnswer(judging('judge-persona'), persona('=HYPERLINK("http://x.example")'))
    expect(csvRecord([shown?.material ?? '', '=1+1'])).toMatch(
      /^"query: [^]*""http:\/\/x\.example""\)",'=1\+1\r\n$/,
    )
  })

  it('is nothing where the rubric has nothing to ask', () => {
    const nobody = { ...persona('Tea.'), gold: { selected_memory: null } }
    expect(shownAnswer(judging('judge-persona'), nobody)).toBeNull()
  })

  it('every rubric and chain shows each of its probes that a judge would see', () => {
    for (const [name, one] of judgings) {
      const { probes } = one.kind === 'chain' ? one.chain : one.rubric
      const shown = probes.map(({ subject }) => shownAnswer(one, subject))
      expect(
        shown.some((material) => material !== null && material.material.length > 20),
        name,
      ).toBe(true)
    }
  })
})
