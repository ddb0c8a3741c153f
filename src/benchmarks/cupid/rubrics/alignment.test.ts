import { describe, expect, it } from 'vitest'
import type { JudgedCase, Rubric } from '../../../core/judge.ts'
import { changing } from '../inference/fixtures.ts'
import { ownOriginalAlignment, strictAlignment } from './alignment.ts'

const subject = (answer: string): JudgedCase => ({
  input: { sessions: [], request: 'Write {answer}.' },
  gold: changing,
  prediction: { answer },
})

function figure(rubric: Rubric, reply: string, answer = 'Here.'): number | string | null {
  const verdict = rubric.read(reply)
  if (verdict === null) return null
  const score = rubric.score(verdict, subject(answer))['alignment']
  if (score === undefined) throw new Error('no figure')
  return 'unscored' in score ? score.unscored : score.numerator / score.denominator
}

const section = (text: string) => `### Evaluation Label\n\nGood\n\n### Evaluation Score\n\n${text}`

describe('alignment', () => {
  // strict, original
  it.each<[string, number | null, number | string | null]>([
    [section('8'), 8, 8],
    [section('8.9'), 8.9, 8],
    [section('8/10'), 8, 8],
    [section('**8**'), 8, 8],
    [section('8 (Very Good)'), 8, 0],
    [section('Score: 8'), 8, 0],
    [section('0'), null, 0],
    [section('11'), null, 'judge-unreadable'],
    [section('nan'), null, null],
    [section('7\n\n9'), null, 7],
    ['I would say 8.', null, 0],
    ['### Evaluation Score\n\n2\n\n### Evaluation Score\n\n9', 9, 2],
  ])('of %j', (reply, strict, original) => {
    expect(figure(strictAlignment, reply)).toBe(strict)
    expect(figure(ownOriginalAlignment, reply)).toBe(original)
  })

  it('of an empty answer is the lowest, whatever a judge says, and no probe passes with it', () => {
    expect(figure(strictAlignment, section('10'), ' \n')).toBe(1)
    expect(strictAlignment.passes({ score: 10 }, subject(' '))).toBe(false)
    expect(strictAlignment.passes({ score: 7 }, subject('x'))).toBe(true)
    expect(strictAlignment.passes({ score: 6.5 }, subject('x'))).toBe(false)
  })

  it('shows preference and checklist, request and answer, and nothing else of the case', () => {
    const prompt = strictAlignment.prompt({
      ...subject('Do {request}.'),
      input: { sessions: [{ dialogue: [{ role: 'user', content: 'canary' }] }], request: 'Write {answer}.' },
    })
    if ('unscored' in prompt) throw new Error(prompt.unscored)
    const [system, user] = prompt
    expect(system?.content).toContain(`"${changing.preference}"`)
    expect(system?.content).toContain(`- ${changing.checklist[0]}\n- ${changing.checklist[1]}`)
    expect(user?.content).toBe(
      "### User's Request\n\nWrite {answer}.\n\n### AI Assistant's Response\n\nDo {request}.",
    )
    const all = prompt.map(({ content }) => content).join('\n')
    for (const hidden of ['canary', changing.factor, changing.superseded?.preference ?? '']) {
      expect(all).not.toContain(hidden)
    }
  })
})
