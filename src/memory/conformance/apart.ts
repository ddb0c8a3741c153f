import type { MemoryScope } from '../../core/memory.ts'
import {
  endsTheRun,
  failed,
  noted,
  notMeasured,
  passed,
  type Bench,
  type MemoryCheck,
  type Verdict,
} from './bench.ts'
import { shown, tells } from './items.ts'
import { quote } from './quote.ts'

const QUESTION = 'What is my allotment called?'

/** Two users who are there at once, each with a name that nobody else has. */
export const isolation: MemoryCheck = {
  id: 'isolation',
  async run(bench) {
    const users = [
      { scope: await bench.open(1), own: 'Tarvokel', other: 'Jennubira' },
      { scope: await bench.open(2), own: 'Jennubira', other: 'Tarvokel' },
    ]
    for (const { scope, own } of users) await bench.tell(scope, 'first', [`My allotment is called ${own}.`])
    for (const { scope } of users) await bench.ready(scope)
    let foundOwn = 0
    for (const { scope, own, other } of users) {
      const items = await everything(bench, scope, QUESTION, other)
      const leak = items.find((item) => tells(item, other))
      if (leak !== undefined) return failed(`One user was given what another had said: ${quote(leak.text)}.`)
      if (items.some((item) => tells(item, own))) foundOwn += 1
    }
    return foundOwn === users.length
      ? passed('Each of two users found what they had said, and nothing of the other.')
      : notMeasured('Not both users found what they had said themselves, so nothing could leak.')
  },
}

/** Forgotten means: opened again under the same id, there is nothing. */
export const deletes: MemoryCheck = {
  id: 'delete',
  async run(bench) {
    const scope = await bench.open()
    const missing = await tellAllotment(bench, scope)
    if (missing !== null) return missing
    try {
      await bench.destroy(scope)
    } catch (error) {
      if (endsTheRun(error, bench.signal)) throw error
      return failed(`Deleting threw ${quote(error instanceof Error ? error.message : String(error))}.`)
    }
    return emptiness(bench, await bench.open(), 'What was deleted is still there')
  },
}

/** The scope of an earlier run is left as it is, as after a crash. */
export const startsEmpty: MemoryCheck = {
  id: 'starts-empty',
  async run(bench) {
    const missing = await tellAllotment(bench, await bench.open(1))
    return missing ?? emptiness(bench, await bench.open(2), 'A new run began with what another had been told')
  },
}

/** @returns the verdict when not even the scope itself finds it: what was never there can't be left over */
async function tellAllotment(bench: Bench, scope: MemoryScope): Promise<Verdict | null> {
  await bench.tell(scope, 'first', ['My allotment is called Ruvandelle.'])
  await bench.ready(scope)
  const found = await bench.search(scope, QUESTION)
  if (found.some((item) => tells(item, 'Ruvandelle'))) return null
  return notMeasured(`What it was told was not found in the first place: ${shown(found)}.`)
}

async function emptiness(bench: Bench, scope: MemoryScope, complaint: string): Promise<Verdict> {
  const items = await everything(bench, scope, QUESTION, 'Ruvandelle')
  const left = items.find((item) => tells(item, 'Ruvandelle'))
  if (left !== undefined) return failed(`${complaint}: ${quote(left.text)}.`)
  const others = items.filter(({ text }) => text.trim() !== '')
  return others.length === 0
    ? passed('It was empty.')
    : noted(`Nothing of it was there, but a new scope is not empty: ${shown(others)}.`)
}

/** All that a scope shows by listing and by searching for each of the queries. */
async function everything(bench: Bench, scope: MemoryScope, ...queries: readonly string[]) {
  const items = [...(await scope.list())]
  for (const query of queries) items.push(...(await bench.search(scope, query)))
  return items
}
