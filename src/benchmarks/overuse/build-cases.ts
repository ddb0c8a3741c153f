import type { Case } from '../../core/case.ts'
import { hashJson } from '../../core/hash.ts'
import type { Json } from '../../core/json.ts'
import { conditions, type Condition, type Pair } from './shapes.ts'

/** What is shown and asked under a condition; null where the pair has none. */
function inputOf(condition: Condition, pair: Pair): { memories: string[]; query: string } | null {
  const { memory, also, counterfactual, due, irrelevant, claim } = pair
  switch (condition) {
    case 'due':
      return { memories: [memory, also], query: due.query }
    case 'due-without':
      return { memories: [], query: due.query }
    case 'asked-again':
      // The same facts in another order: whatever changes now, changes without a reason.
      return { memories: [also, memory], query: due.query }
    case 'counterfactual':
      return { memories: [counterfactual, also], query: due.query }
    case 'irrelevant':
      return { memories: [memory, also], query: irrelevant.query }
    case 'irrelevant-without':
      return { memories: [], query: irrelevant.query }
    case 'claim':
      return claim === undefined ? null : { memories: [memory, also], query: claim.query }
  }
}

/**
 * The cases of a pair, one for each condition; the pair is their cluster.
 * @param uncheckedToo whether pairs count whose irrelevance nobody checked
 */
export function buildCases(pair: Pair, uncheckedToo: boolean): Case[] {
  return conditions.flatMap((condition): Case[] => {
    const input = inputOf(condition, pair)
    if (input === null) return []
    // Programs see the id of a row: it must not name the condition.
    const id = `${pair.id}-${hashJson({ pair: pair.id, condition }).slice(0, 8)}`
    const gold: Json = { condition, pair: plain(pair) }
    const isOpen = pair.checked === undefined && !uncheckedToo
    return [
      {
        id,
        hash: hashJson({ input, gold }),
        cluster: pair.id,
        input,
        gold,
        row: { benchmark_id: id, ...input },
        tags: {
          condition: [condition],
          language: [pair.language],
          checked: [pair.checked === undefined ? 'no' : 'yes'],
        },
        weight: 1,
        recordings: {},
        ...(isOpen ? { skip: 'nobody checked that the memory is irrelevant to its second query' } : {}),
      },
    ]
  })
}

/** The pair as JSON, its optional parts only where they are there. */
function plain({ claim, checked, ...rest }: Pair): Json {
  return { ...rest, ...(claim === undefined ? {} : { claim }), ...(checked === undefined ? {} : { checked }) }
}
