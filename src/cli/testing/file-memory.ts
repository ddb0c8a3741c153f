import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Writes a module into a folder that is a memory system: it keeps what users say in `scopes.json`, as a service of its
 * own would, finds all of it, and notes each call in `calls.txt`.
 * @param bend JavaScript: methods in place of those of its scopes, such as `waitReady: () => new Promise(() => {})`;
 * sees `items()`, `note(text)` and `id`
 * @returns how it is named after `memory:`
 */
export function writeMemory(
  folder: string,
  {
    keeps = 'service',
    bend = '',
    name = 'memory.mjs',
  }: { readonly keeps?: 'process' | 'service'; readonly bend?: string; readonly name?: string } = {},
): string {
  const scopes = JSON.stringify(join(folder, 'scopes.json'))
  const calls = JSON.stringify(join(folder, 'calls.txt'))
  writeFileSync(
    join(folder, name),
    `import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
const note = (text) => appendFileSync(${calls}, text + '\\n')
const here = new Map()
const all = () => existsSync(${scopes}) ? new Map(JSON.parse(readFileSync(${scopes}, 'utf8'))) : new Map()
const get = (id) => (${keeps === 'service'} ? all() : here).get(id) ?? []
const put = (id, items) => {
  if (${keeps !== 'service'}) return items === null ? here.delete(id) : here.set(id, items)
  const kept = all()
  if (items === null) kept.delete(id)
  else kept.set(id, items)
  // Whoever is killed here leaves the old file or the new one.
  writeFileSync(${scopes} + '.new', JSON.stringify([...kept]))
  renameSync(${scopes} + '.new', ${scopes})
}
export default {
  name: 'file',
  version: '1',
  identity: {},
  capabilities: {
    dates: 'native', preload: true, list: true, asOf: true, readOnlySearch: true, readiness: 'at-once',
    keeps: '${keeps}', maxK: null,
  },
  facts: { embedder: null, extractionModel: null, extractionPrompt: null, searches: true },
  warnings: [],
  async open({ id }) {
    note('open ' + id)
    const items = () => get(id)
    const item = (one, text, saidAt) =>
      ({ id: one, text, saidAt, happenedAt: null, sources: [one.split('#')[0]], score: null, raw: null })
    return {
      async preload(given) {
        note('preload ' + given.length)
        put(id, [...items(), ...given.map((one) => item(one.id, one.text, one.time))])
      },
      async ingest(session) {
        note('ingest ' + session.id)
        put(id, [...items(), ...session.messages.map((one, at) => item(session.id + '#' + at, one.content, session.time))])
      },
      async waitReady() {
        note('wait')
        return { state: 'ready' }
      },
      async search(query, { k }) {
        note('search ' + k)
        return items().slice(0, k)
      },
      list: async () => items(),
      async destroy() {
        note('destroy ' + id)
        put(id, null)
      },
      usage: () => ({ modelCalls: 0, inputTokens: 0, outputTokens: 0, embeddedTexts: 0 }),
      ${bend}
    }
  },
}
`,
  )
  return name
}

/** The calls so far, of one kind where one is named; whole lines only. */
export function memoryCalls(folder: string, kind = ''): string[] {
  const file = join(folder, 'calls.txt')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .filter((call) => call.startsWith(kind))
}

const scopesSchema = z.array(z.tuple([z.string(), z.array(z.unknown())]))

/** How many scopes still lie in the service. */
export function scopesLeft(folder: string): number {
  const file = join(folder, 'scopes.json')
  return existsSync(file) ? scopesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).length : 0
}
