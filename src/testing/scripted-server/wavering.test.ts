import { describe, expect, it } from 'vitest'
import { createAnswerBook } from './answer-book.ts'
import { cases } from './fixtures.ts'
import { replyTo } from './reply.ts'

const book = await createAnswerBook(cases)

/** Verdicts of a judge on one answer, asking by asking. */
function verdicts(model: string, at: number): string[] {
  const material = {
    query: 'What shall I drink?',
    fact_about_the_user: 'Likes green tea',
    answer: `Number ${at}.`,
  }
  const messages = [
    { role: 'system', content: 'You judge.' },
    { role: 'user', content: JSON.stringify(material) },
  ]
  return [0, 1, 2, 3, 4, 5, 6, 7].map((asked) => {
    const reply = replyTo({ model, messages, schema: null, asked }, book)
    return 'text' in reply ? reply.text : reply.refused
  })
}

const wavering = Array.from({ length: 60 }, (_, at) => verdicts('judge-wavering', at))
const turning = wavering.filter((said) => new Set(said).size > 1)

describe('the judge that wavers', () => {
  it('says the same whenever it is asked as often, and something else of about every third answer', () => {
    expect(Array.from({ length: 60 }, (_, at) => verdicts('judge-wavering', at))).toEqual(wavering)
    expect(turning.length).toBeGreaterThan(10)
    expect(turning.length).toBeLessThan(30)
  })

  it('is fair when it is asked first, and again every second time', () => {
    for (const [at, said] of wavering.entries()) {
      const [fair] = verdicts('judge-fair', at)
      expect([said[0], said[2], said[4], said[6]]).toEqual([fair, fair, fair, fair])
    }
  })

  it('others do not waver', () => {
    for (const model of ['judge-fair', 'judge-lenient', 'judge-strict']) {
      expect(new Set(verdicts(model, 1)).size).toBe(1)
    }
  })
})
