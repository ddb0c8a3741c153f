import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Case } from '../../core/case.ts'
import { Fault } from '../../core/fault.ts'
import type { Json } from '../../core/json.ts'
import { ingestedSchema } from '../../core/memory-record.ts'
import type { MemoryScope } from '../../core/memory.ts'
import { Shelf, shelfItem, shelfMemory } from './fixtures/shelf-memory.ts'
import { context, echo, pick, ready, retrieved, runStages, underTest } from './fixtures/run-stages.ts'
import { tinyListPlan, tinyMemoryCase, tinySearchPlan } from './fixtures/tiny-plan.ts'

const told = ['red one', 'green two', 'blue three', 'black four']
const subject = tinyMemoryCase('a', told, ['green'])

describe('stages of a memory system', () => {
  it.each([
    ['answer', undefined, ['ingest', 'ready', 'retrieve', 'respond']],
    ['search', tinySearchPlan, ['ingest', 'ready', 'retrieve', 'respond']],
    ['list', tinyListPlan, ['ingest', 'ready', 'respond']],
  ] as const)('%s', (_, plan, names) => {
    const system = underTest(shelfMemory('process', new Shelf()), plan === undefined ? {} : { plan })
    expect(system.stages.map(({ name }) => name)).toEqual(names)
    for (const stage of system.stages) expect(stage.eager).toBe(true)
  })

  it('an answer: told, waited for, listed, searched, trimmed, asked, destroyed', async () => {
    const shelf = new Shelf()
    const answerer = echo()
    const system = underTest(shelfMemory('process', shelf), { answerer, terms: { k: 3, budget: 4 } })
    const outputs = await runStages(system, tinyMemoryCase('a', told, [], { given: ['known'] }))
    expect(shelf.calls.filter((call) => !/^(open|destroy)/.test(call))).toEqual([
      'preload known',
      ...told.map((text) => `ingest ${text}`),
      'wait ',
      'list ',
      'search what?',
    ])
    expect(outputs['ingest']).toEqual({
      sessions: 4,
      messages: 4,
      tokens: 9,
      failed: [],
      usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0, embeddedTexts: 0 },
      state: null,
    })
    expect(ready(outputs)).toMatchObject({ readiness: 'ready', lost: [], storedTokens: 9 })
    expect(ready(outputs).stored).toHaveLength(5)
    expect(retrieved(outputs)).toMatchObject({
      query: 'what?',
      k: 3,
      returned: 3,
      found: [{ text: 'black four' }, { text: 'blue three' }, { text: 'green two' }],
      shown: [{ text: 'black four' }, { text: 'blue three' }],
      trimmed: true,
      tokens: 4,
      unlisted: [],
      deleted: null,
    })
    expect(answerer.asked).toEqual([{ question: 'what?', memories: ['black four', 'blue three'] }])
    expect(shelf.kinds().at(-1)).toBe('destroy')
  })

  it('what does not search has no k; its budget leaves out the oldest, and it is shown in order', async () => {
    const memory = shelfMemory('process', new Shelf(), { searches: false })
    const system = underTest(memory, { terms: { k: 1, budget: 4 } })
    const found = retrieved(await runStages(system, subject))
    expect(found).toMatchObject({ k: null, returned: 4 })
    expect(found.found).toHaveLength(4)
    expect(found.shown.map(({ text }) => text)).toEqual(['blue three', 'black four'])
  })

  it('more than k is cut and counted; less than a limit of the service is asked for', async () => {
    const asked: number[] = []
    const greedy = (honest: MemoryScope): Partial<MemoryScope> => ({
      search: (query, options) => {
        asked.push(options.k)
        return honest.search(query, { ...options, k: 100 })
      },
    })
    const memory = shelfMemory('process', new Shelf(), { scope: greedy, capabilities: { maxK: 2 } })
    const found = retrieved(await runStages(underTest(memory), subject))
    expect(asked).toEqual([2])
    expect(found).toMatchObject({ k: 2, returned: 4 })
    expect(found.found).toHaveLength(2)
  })

  it('ids that are found and not listed are told; without a list that is not known', async () => {
    const other = (): Partial<MemoryScope> => ({ search: async () => [shelfItem('other', 'x')] })
    const memory = shelfMemory('process', new Shelf(), { scope: other })
    expect(retrieved(await runStages(underTest(memory), subject)).unlisted).toEqual(['other'])
    const blind = shelfMemory('process', new Shelf(), { capabilities: { list: false } })
    const outputs = await runStages(underTest(blind), subject)
    expect(ready(outputs)).toMatchObject({ stored: null, storedTokens: null })
    expect(retrieved(outputs).unlisted).toBeNull()
  })

  it('a search is the answer: the plan says how many, nothing is shown and nobody asked', async () => {
    const answerer = echo()
    const system = underTest(shelfMemory('process', new Shelf()), { plan: tinySearchPlan, answerer })
    const outputs = await runStages(system, subject)
    expect(retrieved(outputs)).toMatchObject({ k: 2, shown: [], tokens: 0, trimmed: false })
    expect(outputs['respond']).toEqual({ form: 'contract', value: { ids: ['s4#0', 's3#0'] } })
    expect(answerer.asked).toEqual([])
  })

  it('a list is the answer: labels are asked for, its scope is destroyed once it was listed', async () => {
    const shelf = new Shelf()
    const answerer = echo(() => 'labelled')
    const system = underTest(shelfMemory('service', shelf), { plan: tinyListPlan, answerer })
    const outputs = await runStages(system, subject)
    expect(outputs['respond']).toMatchObject({ value: { items: told, labels: 'labelled' } })
    expect(answerer.asked).toHaveLength(1)
    expect(shelf.items.size).toBe(0)
  })

  it('labels that the model will not give cost the memory nothing; an outage is no answer', async () => {
    const failing = (fault: Fault) =>
      underTest(shelfMemory('process', new Shelf()), {
        plan: tinyListPlan,
        answerer: echo(() => {
          throw fault
        }),
      })
    const refused = await runStages(failing(new Fault('refusal', 'system', 'no')), subject)
    expect(refused['respond']).toEqual({
      form: 'contract',
      value: { items: told, labels: null },
      meta: { labels: 'none: refusal' },
    })
    const outage = new Fault('provider', 'infrastructure', 'down')
    await expect(runStages(failing(outage), subject)).rejects.toBe(outage)
  })

  it('nothing stored: no labels are asked for, and no answerer is needed', async () => {
    const empty = tinyMemoryCase('a', [])
    const answerer = echo()
    const memory = shelfMemory('process', new Shelf())
    const outputs = await runStages(underTest(memory, { plan: tinyListPlan, answerer }), empty)
    expect(outputs['respond']).toEqual({ form: 'contract', value: { items: [], labels: null } })
    expect(answerer.asked).toEqual([])
    const nobody = await runStages(underTest(memory, { plan: tinyListPlan, answerer: null }), subject)
    expect(nobody['respond']).toMatchObject({ value: { labels: null } })
  })

  it('its own prompt takes the place of the shared one', async () => {
    const answerer = echo()
    const memory = {
      ...shelfMemory('process', new Shelf()),
      ownPrompt: (query: string, items: readonly { text: string }[]) => [
        { role: 'user' as const, content: `${query} ${items.map(({ text }) => text).join(', ')}` },
      ],
    }
    const system = underTest(memory, { answerer, ownPrompt: true })
    await runStages(system, subject)
    expect(answerer.asked).toEqual([
      { messages: [{ role: 'user', content: 'what? black four, blue three, green two' }] },
    ])
    expect(system.memory).toMatchObject({ own_prompt: true, answer_prompt: null })
    expect(underTest(memory).memory).toMatchObject({ own_prompt: false, answer_prompt: 'tiny:memory@1' })
  })
})

describe('a memory that fails', () => {
  const failing = (scope: Partial<MemoryScope>, shelf = new Shelf()) =>
    underTest(shelfMemory('service', shelf, { scope: () => scope }), { terms: { wait: 7 } })
  const no = () => Promise.reject(new Error('no'))

  const broken: [string, Partial<MemoryScope>, string][] = [
    ['ingest', { ingest: no }, 'crash'],
    ['waitReady', { waitReady: no }, 'crash'],
    ['never ready', { waitReady: async () => ({ state: 'timeout' }) }, 'timeout'],
    ['list', { list: no }, 'crash'],
    ['search', { search: no }, 'crash'],
  ]
  it.each(broken)('%s: its fault, and its scope is destroyed', async (_, scope, reason) => {
    const shelf = new Shelf()
    await expect(runStages(failing(scope, shelf), subject)).rejects.toMatchObject({ reason, by: 'system' })
    expect(shelf.items.size).toBe(0)
  })

  it('never ready says how long it was waited for', async () => {
    const system = failing({ waitReady: async () => ({ state: 'timeout' }) })
    await expect(runStages(system, subject)).rejects.toThrow('not ready within 7 s of being told')
  })

  it('one session that it throws on is noted, and the others are told', async () => {
    const shelf = new Shelf()
    const memory = shelfMemory('process', shelf, {
      scope: (honest) => ({
        ingest: (session) => (session.id === 's2' ? no() : honest.ingest(session)),
      }),
    })
    const outputs = await runStages(underTest(memory), subject)
    expect(ingestedSchema.parse(outputs['ingest'])).toMatchObject({
      sessions: 4,
      failed: [{ session: 's2', message: 'ingest: no' }],
    })
    expect(ready(outputs).stored).toHaveLength(3)
  })

  it.each([
    [{ state: 'unknown' }, { readiness: 'unknown', lost: [] }],
    [
      { state: 'failed', sessions: ['s2'] },
      { readiness: 'failed', lost: ['s2'] },
    ],
  ] as const)('%j is written down, and it is searched', async (state, written) => {
    const memory = shelfMemory('process', new Shelf(), { scope: () => ({ waitReady: async () => state }) })
    const outputs = await runStages(underTest(memory), subject)
    expect(ready(outputs)).toMatchObject(written)
    expect(retrieved(outputs).returned).toBe(3)
  })

  it('a service that does not forget is told of, and its answer counts', async () => {
    const shelf = new Shelf()
    const memory = shelfMemory('service', shelf, {
      scope: () => ({ list: async () => [shelfItem('x', 'y')] }),
    })
    expect(retrieved(await runStages(underTest(memory), subject)).deleted).toBe(false)
    expect(retrieved(await runStages(underTest(shelfMemory('service', new Shelf())), subject)).deleted).toBe(
      true,
    )
  })
})

describe('what a result depends on', () => {
  const system = underTest(shelfMemory('process', new Shelf()))
  /** All that goes into the fingerprint of a stage, but for earlier results. */
  const prints = (one: typeof system, of: Case): Record<string, string> =>
    Object.fromEntries(
      one.stages.map((stage) => [
        stage.name,
        JSON.stringify([stage.version, stage.settings, stage.seen(of, 0)]),
      ]),
    )
  /** Stages whose fingerprint differs, by itself. */
  const changed = (one: typeof system, of = subject): string[] => {
    const [before, after] = [prints(system, subject), prints(one, of)]
    return Object.keys(before).filter((name) => before[name] !== after[name])
  }
  const memory = shelfMemory('process', new Shelf())

  it.each([
    ['nothing', underTest(memory), subject, []],
    ['another run', underTest(memory, { owner: 'run 2' }), subject, []],
    ['k', underTest(memory, { terms: { k: 4 } }), subject, ['retrieve']],
    ['budget', underTest(memory, { terms: { budget: 4 } }), subject, ['retrieve']],
    ['wait', underTest(memory, { terms: { wait: 4 } }), subject, ['ready']],
    [
      'the answer model',
      underTest(memory, { answerer: { ...echo(), identity: { model: 'test/other' } } }),
      subject,
      ['respond'],
    ],
    ['its own prompt', underTest(memory, { ownPrompt: true }), subject, ['respond']],
    ['its version', underTest({ ...memory, version: '2' }), subject, ['ingest', 'ready', 'retrieve']],
    [
      'an option of it',
      underTest({ ...memory, identity: { a: 1 } }),
      subject,
      ['ingest', 'ready', 'retrieve'],
    ],
    ['gold', system, tinyMemoryCase('a', told, ['black', 'blue']), []],
    ['the cluster', system, { ...subject, cluster: 'c' }, []],
    // A scope belongs to one case: what was seen of another one has other ids.
    ['the id', system, { ...subject, id: 'b' }, ['ingest', 'ready', 'retrieve']],
    ['the question', system, tinyMemoryCase('a', told, [], { question: 'why?' }), ['retrieve', 'respond']],
    ['what is told', system, tinyMemoryCase('a', ['x']), ['ingest', 'ready', 'retrieve', 'respond']],
  ] as const)('%s', (_, one, of, stages) => {
    expect(changed(one, of)).toEqual(stages)
  })

  it('the id of a case is nothing to a memory that comes back from its state', () => {
    const [one, other] = [subject, { ...subject, id: 'b' }].map((of) =>
      prints(underTest(shelfMemory('state', new Shelf())), of),
    )
    expect(one).toEqual(other)
  })

  it('repeats and --fresh draw each stage anew', () => {
    for (const stage of system.stages) expect(stage.needs.length === 0 || stage.draws === true).toBe(true)
  })

  it('gold changes nothing that a memory is told or a model asked', async () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, async (said, one, other) => {
        const heard = async (gold: readonly string[]): Promise<readonly (string | Json)[]> => {
          const shelf = new Shelf()
          const answerer = echo()
          const under = underTest(shelfMemory('service', shelf), { answerer })
          const outputs = await runStages(under, tinyMemoryCase('a', said, gold))
          return [...shelf.calls, outputs, ...answerer.asked]
        }
        expect(await heard(one)).toEqual(await heard(other))
      }),
      { numRuns: 50 },
    )
  })

  it('stages are handed what they need and no more', () => {
    expect(system.stages.map(({ needs }) => needs)).toEqual([
      [],
      ['ingest'],
      ['ingest', 'ready'],
      ['retrieve'],
    ])
    expect(pick({ ingest: 1, ready: 2 }, { needs: ['ready'] })).toEqual({ ready: 2 })
  })
})

describe('what stands beside its figures', () => {
  const sheet = (plan?: typeof tinySearchPlan | typeof tinyListPlan, searches = true) =>
    underTest(shelfMemory('process', new Shelf(), { searches }), plan === undefined ? {} : { plan }).memory
  it.each([
    ['an answer', sheet(), { k: 3, budget: 1000, answer_model: 'test/echo', answer_prompt: 'tiny:memory@1' }],
    ['no search', sheet(undefined, false), { k: null, budget: 1000 }],
    ['a search', sheet(tinySearchPlan), { k: 2, budget: null, answer_model: null, answer_prompt: null }],
    ['a list', sheet(tinyListPlan), { k: null, budget: null, answer_model: 'test/echo' }],
  ])('%s', (_, found, expected) => {
    expect(found).toMatchObject({ memory: 'shelf', version: '1', wait: 60, dates: null, ...expected })
  })

  it('warnings of the memory and of the model, and who closes', async () => {
    let closed = 0
    const memory = {
      ...shelfMemory('process', new Shelf()),
      warnings: ['No semantics.'],
      close: async () => void (closed += 1),
    }
    const system = underTest(memory)
    expect(system.warnings).toEqual(['No semantics.', 'An echo.'])
    await system.close?.()
    expect(closed).toBe(1)
  })

  it('each case and repeat has a scope of its own, also when they are under way at once', async () => {
    const shelf = new Shelf()
    const system = underTest(shelfMemory('service', shelf))
    const results = await Promise.all(
      ['a', 'b', 'c'].flatMap((id) =>
        [0, 1].map(async (repeat) => {
          const said = `${id} ${repeat}`
          const outputs = await runStages(system, tinyMemoryCase(id, [said]), { call: context({ repeat }) })
          return [said, retrieved(outputs).found.map(({ text }) => text)]
        }),
      ),
    )
    for (const [said, found] of results) expect(found).toEqual([said])
    expect(new Set(shelf.of('open')).size).toBe(6)
  })
})
