import { describe, expect, it } from 'vitest'
import type { AuditFinding, AuditSubject, AuditText } from '../../core/audit.ts'
import { CandidateRules } from './candidate-rules.ts'
import type { AuditedCase } from './case-facts.ts'
import { GoldRules } from './gold-rules.ts'
import { RepeatRules } from './repeat-rules.ts'

const text = (value: string, more: Partial<AuditText> = {}): AuditText => ({
  id: 'm1',
  value,
  label: null,
  evidence: [],
  flaws: [],
  ...more,
})

const plain: AuditSubject = {
  conversation: [
    { role: 'user', text: 'I moved to a lighthouse near Bergen with my two parrots last spring.' },
    { role: 'assistant', text: 'How lovely, what are they called?' },
  ],
  query: null,
  gold: [text('Lives in a lighthouse near Bergen')],
  target: null,
  targetFits: null,
  candidates: null,
}

let next = 0
function made(more: Partial<AuditedCase> = {}): AuditedCase {
  next += 1
  return {
    ...plain,
    track: 't',
    id: `case ${next}`,
    hash: `hash ${next}`,
    cluster: `user ${next}`,
    split: 'dev',
    exposed: false,
    ...more,
  }
}

function found(findings: readonly AuditFinding[]): Record<string, number> {
  return Object.fromEntries(findings.map(({ rule, count }) => [rule, count]))
}

function goldFindings(...cases: readonly AuditedCase[]): AuditFinding[] {
  const rules = new GoldRules()
  for (const one of cases) rules.add(one)
  return rules.findings
}

describe('rules about one case', () => {
  it('find nothing in a sound one', () => {
    expect(goldFindings(made(), made())).toEqual([])
  })

  const asked = (query: string, value: string): Partial<AuditedCase> => ({
    query,
    target: text(value),
    gold: [],
  })

  it.each<[string, Partial<AuditedCase>, Record<string, number>]>([
    [
      'a rejected text',
      { gold: [text('Lives in a lighthouse near Bergen', { flaws: ['rejected-gold'] })] },
      { 'rejected-gold': 1 },
    ],
    [
      'a copied text',
      { gold: [text('Lives in a lighthouse near Bergen', { flaws: ['copied-from-prompt'] })] },
      { 'copied-from-prompt': 1 },
    ],
    [
      'a strange label',
      { gold: [text('Lives in a lighthouse near Bergen', { flaws: ['off-taxonomy'] })] },
      { 'off-taxonomy': 1 },
    ],
    [
      'what nobody said',
      { gold: [text('Collects antique typewriters and stamps')] },
      { 'unsupported-gold': 1 },
    ],
    // The assistant said it, and not the user.
    [
      'what the assistant said',
      { gold: [text('Asked what they are called, lovely')] },
      { 'unsupported-gold': 1 },
    ],
    [
      'another script',
      { gold: [text('住在卑尔根附近的一座灯塔里，养了两只鹦鹉')] },
      { 'language-mismatch': 1, 'support-not-measurable': 1 },
    ],
    [
      'evidence that nobody said',
      { gold: [text('Lives in a lighthouse near Bergen', { evidence: ['I moved to a castle'] })] },
      { 'evidence-not-verbatim': 1 },
    ],
    [
      'evidence in other case and white space',
      { gold: [text('Lives in a lighthouse near Bergen', { evidence: ['i moved   to A lighthouse'] })] },
      {},
    ],
    [
      'a question with the answer',
      asked('My lighthouse near Bergen: which lamp suits it?', 'lighthouse near Bergen'),
      { 'leaked-target': 1 },
    ],
    ['a question without it', asked('Which lamp suits my home?', 'lighthouse near Bergen'), {}],
    ['a label outside the task', { targetFits: false }, { 'target-outside-task': 1 }],
    ['a label of the task', { targetFits: true }, {}],
    ['an open test', { exposed: true }, { 'exposed-test-gold': 1 }],
    [
      'a question in another language',
      asked('请问我应该买什么样的灯比较合适呢？', 'lighthouse near Bergen'),
      { 'query-language': 1 },
    ],
  ])('%s', (_, more, expected) => {
    const findings = goldFindings(made(), made(more), made())
    expect(found(findings)).toEqual(expected)
  })

  it('name the cases, their content, and of how many', () => {
    const flawed = made({ exposed: true })
    const [finding] = goldFindings(made(), flawed, made())
    expect(finding).toMatchObject({ track: 't', count: 1, of: 3, ids: [flawed.id], hashes: [flawed.hash] })
  })
})

describe('rules about candidates', () => {
  const target = text('Keeps two parrots at home', { id: 'm7' })
  const others = Array.from({ length: 9 }, (_, i) => ({
    id: `x${i}`,
    value: `Stranger number ${i} likes thing ${i}`,
  }))
  const listed = (
    candidates: readonly { id: string; value: string }[],
    more: Partial<AuditedCase> = {},
  ): AuditedCase =>
    made({ conversation: [], gold: [], query: 'What shall I feed them?', target, candidates, ...more })
  const own = { id: target.id, value: target.value }

  function findings(cases: readonly AuditedCase[], learnt: readonly AuditedCase[] = []): AuditFinding[] {
    const rules = new CandidateRules()
    for (const one of learnt) rules.learn(one)
    for (const one of cases) rules.add(one)
    return rules.findings
  }

  it.each<[string, readonly { id: string; value: string }[], Record<string, number>]>([
    ['sound', [...others, own], {}],
    [
      'a copy of the target',
      [...others, own, { id: 'm8', value: target.value }],
      { 'distractor-equals-target': 1, 'duplicate-candidates': 1 },
    ],
    [
      'one that may answer',
      [...others, own, { id: 'm8', value: 'Keeps three parrots at home' }],
      { 'distractor-may-answer': 1 },
    ],
    [
      'one twice',
      [...others, own, { id: 'm8', value: others[0]?.value ?? '' }],
      { 'duplicate-candidates': 1 },
    ],
  ])('%s', (_, candidates, expected) => {
    expect(found(findings([listed(candidates), listed([...others, own])]))).toEqual(expected)
  })

  it('know a distractor that is the same user’s', () => {
    const learnt = made({ cluster: 'the user', gold: [text(others[3]?.value ?? '')] })
    expect(found(findings([listed([...others, own], { cluster: 'the user' })], [learnt]))).toEqual({
      'distractor-of-same-user': 1,
    })
    expect(found(findings([listed([...others, own], { cluster: 'another' })], [learnt]))).toEqual({})
  })

  it('see a target that always stands first, and not one that does by chance', () => {
    const first = Array.from({ length: 10 }, () => listed([own, ...others]))
    expect(found(findings(first))).toEqual({ 'target-first': 10 })
    const rarely = [listed([own, ...others]), ...Array.from({ length: 9 }, () => listed([...others, own]))]
    expect(found(findings(rarely))).toEqual({})
    // One in four of lists of four is chance, however many.
    const short = Array.from({ length: 40 }, (_, i) => {
      const list = others.slice(0, 3)
      return listed([...list.slice(0, i % 4), own, ...list.slice(i % 4)])
    })
    expect(found(findings(short))).toEqual({})
  })
})

describe('rules about repeats', () => {
  const words = (seed: string, count = 60) => Array.from({ length: count }, (_, i) => `${seed}${i}`).join(' ')
  const saying = (said: string, more: Partial<AuditedCase> = {}): AuditedCase =>
    made({ conversation: [{ role: 'user', text: said }], gold: [], ...more })

  function findings(...cases: readonly AuditedCase[]): AuditFinding[] {
    const rules = new RepeatRules()
    for (const one of cases) rules.add(one)
    return rules.findings
  }

  it('find nothing among different ones', () => {
    expect(findings(saying(words('a')), saying(words('b')), saying(words('c')))).toEqual([])
  })

  it('find copies, in any case and punctuation, and nearly copies', () => {
    const copies = found(findings(saying(words('a')), saying(words('a')), saying(words('b'))))
    expect(copies).toEqual({ 'duplicate-case': 2, 'shared-first-turn': 2 })
    const folded = findings(
      saying('Hello, World of letters'),
      saying('hello world of LETTERS!'),
      saying(words('b')),
    )
    expect(found(folded)).toEqual({ 'duplicate-case-normalised': 2 })
    // Without letters nothing is folded together, and marks make other words.
    expect(findings(saying('12 + 7'), saying('3 * 4'))).toEqual([])
    expect(findings(saying('😀'), saying('🎉'))).toEqual([])
    expect(findings(saying('मेरी की'), saying('मेरे के'))).toEqual([])
    const long = words('n', 200)
    expect(found(findings(saying(long), saying(`${long} and a little more`), saying(words('b'))))).toEqual({
      'near-duplicate-case': 2,
    })
  })

  it('are worse over users and splits', () => {
    const same = findings(saying(words('a'), { cluster: 'u' }), saying(words('a'), { cluster: 'u' }))
    expect(same[0]?.severity).toBe('warning')
    expect(findings(saying(words('a')), saying(words('a')))[0]?.severity).toBe('error')
    const split = findings(
      saying(words('a'), { cluster: 'u', split: 'dev' }),
      saying(words('a'), { cluster: 'u', split: 'test' }),
    )
    expect(split[0]?.severity).toBe('error')
    expect(split[0]?.message).toContain('1 over several splits')
  })

  it('do not compare tracks with each other: sessions are shared by design', () => {
    expect(findings(saying(words('a'), { track: 't' }), saying(words('a'), { track: 'u' }))).toEqual([])
  })

  it('find gold that unrelated users share word for word', () => {
    const gold = [text('Wants passport and address data not retained')]
    const three = [
      made({ gold, conversation: [] }),
      made({ gold, conversation: [] }),
      made({ gold, conversation: [] }),
    ]
    expect(found(findings(...three))).toEqual({ 'copied-gold': 3 })
    // Two may be chance, and one user's own is none.
    expect(findings(...three.slice(0, 2))).toEqual([])
    expect(findings(...three.map((one) => ({ ...one, cluster: 'one' })))).toEqual([])
  })
})
