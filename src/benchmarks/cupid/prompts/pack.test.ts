import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../data/fixtures.ts'
import { packParts, publishedFingerprints } from './fingerprints.ts'
import { matcherExamples as ownExamples } from './matcher.ts'
import { loadCupidPack } from './pack.ts'
import { fill, fillTemplate } from './template.ts'

// An invented pack with the keys of the published one.

const yaml = (system: string, user: string, more = '') =>
  `system_prompt: |-\n  ${system.replaceAll('\n', '\n  ')}\n\nuser_prompt: |-\n  ${user.replaceAll('\n', '\n  ')}\n${more}`

const texts = {
  preference_inferrer: yaml(
    'Guess. Write {braces} and {{these}}, {log}.',
    'L {interaction_log}\nR {curr_request} {{x}}',
  ),
  response_generator: yaml('Answer.', '{interaction_log}|{curr_request}'),
  preference_matcher: yaml('Compare: {{"k": 1}}\n{examples}', '{preference}\n{checklist}'),
  preference_matcher_model: yaml('Tuned.', 'C {preference}\n{checklist}'),
  response_judger: yaml('"{preference}" {checklist} {{"score": 1}}', '{user_request} / {ai_response}'),
}
const decomposer = yaml('Split {{}}.', 'P {preferences}')

const source = `import json

# Not read: [1]
EXAMPLES = [
    {
        "preference": "Say café.",
        "checklist": {
            "Is it \\"short\\"?": 1,
            "Is it {preference}?": 0.5,  # half
            "Is it red?": 0,
        }
    },
    {"preference": "Two.", "checklist": {"Is it two?": 1.0}},
]

def other(): return [1]
`
const rendered = `#### Preference

Say café.

#### Output

\`\`\`json
{
  "results": [
    {
      "index": 1,
      "entry": "Is it \\"short\\"?",
      "label": "Fully Covered"
    },
    {
      "index": 2,
      "entry": "Is it {preference}?",
      "label": "Partially Covered"
    },
    {
      "index": 3,
      "entry": "Is it red?",
      "label": "Not Covered"
    }
  ]
}
\`\`\`

---

#### Preference

Two.

#### Output

\`\`\`json
{
  "results": [
    {
      "index": 1,
      "entry": "Is it two?",
      "label": "Fully Covered"
    }
  ]
}
\`\`\`

---`

type Files = Record<string, string>
const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}${name}.yaml`, text]))

const checkout = (change: Files = {}): Files => ({
  ...inFolder('prompts/evaluation/', texts),
  ...inFolder('prompts/synthesis/', { preference_decomposer: decomposer }),
  'evaluation/modules/preference_matcher.py': source,
  ...change,
})

async function loaded(files: Files, inside = '') {
  const pack = await loadCupidPack(join(await folderOf(files), inside))
  if (pack === null) throw new Error('no pack')
  return pack
}

describe('a prompt pack', () => {
  it('is read from the root of a checkout, its prompts, or the folder of the files, alike', async () => {
    const packs = await Promise.all(
      ['', 'prompts', 'prompts/evaluation', 'prompts/evaluation/'].map((inside) =>
        loaded(checkout(), inside),
      ),
    )
    for (const pack of packs) expect(pack).toEqual(packs[0])
    const flat = {
      ...inFolder('', { ...texts, preference_decomposer: decomposer }),
      'preference_matcher.py': source,
    }
    expect(await loaded(flat)).toEqual(packs[0])
  })

  it('turns its placeholders into ours and keeps braces where theirs do', async () => {
    const pack = await loaded(checkout())
    const values = {
      log: 'LOG',
      request: '{curr_request}',
      preference: 'PREF',
      checklist: 'CHECK',
      answer: 'ANS',
      examples: 'EX',
    }
    const said = (['inferrer', 'generator', 'matcher', 'prefMatcher', 'judge', 'decomposer'] as const).map(
      (name) => fillTemplate(pack[name] ?? { system: '', user: '' }, values).map(({ content }) => content),
    )
    expect(said).toEqual([
      ['Guess. Write {braces} and {{these}}, {log}.', 'L LOG\nR {curr_request} {x}'],
      ['Answer.', 'LOG|{curr_request}'],
      ['Compare: {"k": 1}\nEX', 'PREF\nCHECK'],
      ['Tuned.', 'C PREF\nCHECK'],
      ['"PREF" CHECK {"score": 1}', '{curr_request} / ANS'],
      ['Split {}.', 'P PREF'],
    ])
  })

  it("has the matcher's examples from the checkout's code, labels for scores", async () => {
    const { matcherExamples, matcher } = await loaded(checkout())
    expect(matcherExamples).toBe(rendered)
    expect(fill(matcher.system, { examples: matcherExamples, preference: 'X' })).toContain(
      'Is it {preference}?',
    )
  })

  it('escapes entries beyond ASCII as Python does', async () => {
    const code = 'EXAMPLES = [\n{"preference": "é", "checklist": {"Ist es schön 🙂?": 0}}\n]\n'
    const { matcherExamples } = await loaded(checkout({ 'evaluation/modules/preference_matcher.py': code }))
    expect(matcherExamples).toContain('"entry": "Ist es sch\\u00f6n \\ud83d\\ude42?"')
    expect(matcherExamples).toContain('#### Preference\n\né\n')
  })

  it('may have the examples in its file, before those of the code', async () => {
    const examples = 'examples:\n  - preference: P\n    checklist: {"Q?": 1}\n'
    const { matcherExamples } = await loaded(
      checkout({
        'prompts/evaluation/preference_matcher.yaml': `${texts.preference_matcher}${examples}`,
      }),
    )
    expect(matcherExamples).toMatch(/^#### Preference\n\nP\n/)
  })

  it('lists every text that is not the published one, with what it found', async () => {
    const pack = await loaded(checkout())
    expect(pack.isPublished).toBe(false)
    expect(pack.differences.map(({ part }) => part)).toEqual(packParts)
    expect(pack.differences.map(({ found }) => found?.characters)).toEqual([
      43,
      42,
      7,
      32,
      30,
      30 - '{examples}'.length - 2 + rendered.length,
      24,
      6,
      26,
      41,
      30,
      11,
      15,
    ])
    expect(pack.differences[0]?.published).toEqual(publishedFingerprints['preference_inferrer system_prompt'])
  })

  it('without decomposer or examples says so, and ours stand in', async () => {
    const pack = await loaded(inFolder('', texts))
    expect(pack.decomposer).toBeNull()
    expect(pack.matcherExamples).toBe(ownExamples)
    expect(pack.differences.filter(({ found }) => found === null).map(({ part }) => part)).toEqual([
      'preference_matcher system_prompt with examples',
      'preference_decomposer system_prompt',
      'preference_decomposer user_prompt',
    ])
  })

  it('has another hash when anything that is sent changes, and only then', async () => {
    const hashOf = async (change: Files) => (await loaded(checkout(change))).hash
    const same = await hashOf({})
    expect(same).toMatch(/^[0-9a-f]{64}$/)
    expect(await hashOf({ 'README.md': 'x' })).toBe(same)
    const windows = Object.fromEntries(
      Object.entries(checkout()).map(([name, text]) => [name, `\uFEFF${text.replaceAll('\n', '\r\n')}`]),
    )
    expect(await hashOf(windows)).toBe(same)
    const changed = [
      ...Object.entries(inFolder('prompts/evaluation/', texts)),
      ['prompts/synthesis/preference_decomposer.yaml', decomposer] as const,
      ['evaluation/modules/preference_matcher.py', source] as const,
    ].map(([name, text]) =>
      hashOf({ [name]: text.replace(/Guess|Answer|Compare|Tuned|score|Split|red/, 'Other') }),
    )
    expect(new Set([same, ...(await Promise.all(changed))]).size).toBe(changed.length + 1)
  })
})

describe('no pack', () => {
  it('is in a folder without its files, or in no folder', async () => {
    expect(await loadCupidPack(await folderOf({ 'extraction.txt': 'x' }))).toBeNull()
    expect(await loadCupidPack('/nowhere/at/all')).toBeNull()
  })
})

describe('a damaged pack', () => {
  const file = 'prompts/evaluation/response_judger.yaml'
  const judger = (system: string, user: string) => ({ [file]: yaml(system, user) })
  it.each<[string, Files, object]>([
    ['no key', { [file]: 'user_prompt: x\n' }, { rule: 'missing-key', place: { field: 'system_prompt' } }],
    ['an empty text', judger('', 'x'), { rule: 'missing-key', place: { field: 'system_prompt' } }],
    ['a number', { [file]: 'system_prompt: 3\nuser_prompt: x\n' }, { rule: 'shape' }],
    ['a list', { [file]: '- system_prompt\n' }, { rule: 'missing-key' }],
    [
      'broken YAML',
      { [file]: 'system_prompt: |-\n  x\nuser_prompt: "x\n' },
      { rule: 'broken-yaml', place: { line: 4, column: 1 } },
    ],
    [
      'a missing placeholder',
      judger('{preference} {checklist}', '{user_request}'),
      { rule: 'missing-placeholder', message: expect.stringMatching(/\{ai_response\}/) },
    ],
    [
      'a placeholder of another text',
      judger('{preference} {checklist} {interaction_log}', '{user_request} {ai_response}'),
      { rule: 'unknown-placeholder', place: { field: 'system_prompt' } },
    ],
    [
      'a single brace',
      judger('{preference} {checklist}', '{user_request} {ai_response} {"a": 1'),
      { rule: 'stray-brace', place: { field: 'user_prompt' } },
    ],
    [
      'examples with another score',
      {
        'prompts/evaluation/preference_matcher.yaml': `${texts.preference_matcher}examples:\n  - preference: P\n    checklist: {"Q?": 0.7}\n`,
      },
      { rule: 'shape', place: { field: expect.stringMatching(/checklist/) } },
    ],
    [
      'code in the list of examples',
      { 'evaluation/modules/preference_matcher.py': 'X = 1\nEXAMPLES = [\n  "x" "y"\n]\n' },
      { rule: 'broken-yaml', place: { line: 3 } },
    ],
    [
      'code without examples',
      { 'evaluation/modules/preference_matcher.py': 'EXAMPLES = []' },
      { rule: 'missing-examples' },
    ],
  ])('with %s is refused by file and key', async (_, change, error) => {
    const name = Object.keys(change)[0] ?? ''
    await expect(loaded(checkout(change))).rejects.toMatchObject(error)
    await expect(loaded(checkout(change))).rejects.toMatchObject({
      place: { file: expect.stringContaining(name) },
    })
  })

  it('with a missing file names it', async () => {
    const files = inFolder('prompts/evaluation/', texts)
    delete files['prompts/evaluation/preference_matcher_model.yaml']
    await expect(loaded(files)).rejects.toMatchObject({
      rule: 'missing-file',
      place: { file: expect.stringMatching(/preference_matcher_model\.yaml$/) },
    })
  })
})
