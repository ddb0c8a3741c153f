import { describe, expect, it } from 'vitest'
import {
  originalEvaluation,
  type CallKind,
  type NamedRow,
  type OriginalOptions,
  type ResultFiles,
} from './evaluation.ts'

const row = (name: string): NamedRow => ({
  name,
  request: 'Draft a note.',
  sessions: [],
  preference: 'Notes are brief.',
  checklist: ['Is it brief?', 'Is it a note?'],
})

const said: Readonly<Record<CallKind, string>> = {
  infer: '### Most Likely Preference\nKeep it short.',
  decompose: '{"checklist": ["Is it short?"]}',
  infer_to_gt: '{"results": [{"label": "Fully Covered"}]}',
  gt_to_infer: '{"results": [{"label": "Not Covered"}, {"label": "Not Covered"}]}',
  generate: 'A note.',
  judge: '### Evaluation Score\n8',
}

/** Runs rows; `failing` names calls as `row/kind` with the message of their error. */
async function evaluate(
  names: readonly string[],
  options: Partial<OriginalOptions> = {},
  failing: Readonly<Record<string, string>> = {},
  files: ResultFiles = new Map(),
) {
  const calls: string[] = []
  const asked: string[] = []
  const crash = await originalEvaluation(
    names.map(row),
    { task: 'both', evaluator: 'judge', ...options },
    async ({ kind, row: { name }, request }) => {
      calls.push(`${name}/${kind}`)
      asked.push(request.messages[1]?.content ?? '')
      const error = failing[`${name}/${kind}`]
      if (error !== undefined) throw new Error(error)
      return said[kind]
    },
    files,
  )
  return { crash, calls, asked, files }
}

const OVERFLOW = 'Error code: 400 - context_length_exceeded'

describe('the original evaluation', () => {
  it('is ended by an answer that overflows: nothing after it is asked', async () => {
    const { crash, files } = await evaluate(
      ['a', 'b', 'c'],
      { task: 'generation' },
      { 'b/generate': OVERFLOW },
    )
    expect(crash).toMatchObject({ kind: 'unset_request', defect: 'D5' })
    expect([...files.keys()]).toEqual(['a.json'])
  })

  it('loses only the rest of the chunk with several workers', async () => {
    const names = Array.from({ length: 16 }, (_, place) => `r${place}`)
    // 16 rows, 2 workers: 8 chunks of 2.
    const { crash, files } = await evaluate(
      names,
      { task: 'generation', workers: 2 },
      { 'r4/generate': OVERFLOW },
    )
    expect(crash?.defect).toBe('D5')
    expect(names.filter((name) => !files.has(`${name}.json`))).toEqual(['r4', 'r5'])
  })

  it("takes another provider's overflow for a failure: the row leaves no file (D6)", async () => {
    const { crash, files } = await evaluate(['a'], {}, { 'a/infer': 'prompt is too long' })
    expect(crash).toBeNull()
    expect(files.size).toBe(0)
  })

  it('overwrites a file that it cannot read (D21)', async () => {
    const { files } = await evaluate(['a'], { task: 'generation' }, {}, new Map([['a.json', null]]))
    expect(files.get('a.json')).toMatchObject({ inference: {}, generation: { ai_response: 'A note.' } })
  })

  it('does not ask again for a match that failed (D8) and a judgement that failed (D9)', async () => {
    const first = await evaluate(['a'], {}, { 'a/gt_to_infer': 'boom', 'a/judge': 'boom' })
    expect(first.files.get('a.json')).toMatchObject({
      inference: { match: { infer_to_gt: [], gt_to_infer: [] } },
      generation: { alignment: { score: 0, analysis: 'boom' } },
    })
    const second = await evaluate(['a'], {}, {}, first.files)
    expect(second.calls).toEqual([])
  })

  it('matches on the stored gold side (D27)', async () => {
    const inferred = { preference: 'p', checklist: ['one'] }
    const stored = { inference: { inferred, groundtruth: { preference: 'old', checklist: ['older'] } } }
    const { asked } = await evaluate(['a'], { task: 'inference' }, {}, new Map([['a.json', stored]]))
    expect(asked).toEqual([
      '#### Preference\n\nold\n\n#### Checklist\n\n1. one',
      '#### Preference\n\np\n\n#### Checklist\n\n1. older',
    ])
  })
})
