// The memory systems in Python: the example passes the checks over both transports, the bridges answer the protocol on
// top of packages that have the interface they were written against. The real packages are not installed here.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { MemorySystem } from '../src/core/memory.ts'
import { runMemoryChecks } from '../src/memory/conformance/index.ts'
import { fakeTools, scopeRequest } from '../src/memory/protocol/fixtures/scripted-program.ts'
import { createHttpMemory } from '../src/memory/protocol/http.ts'
import { createProgramMemory } from '../src/memory/protocol/program.ts'

const examples = fileURLToPath(new URL('../examples', import.meta.url))
const python = spawnSync('python3', ['--version']).status === 0
const home = mkdtempSync(join(tmpdir(), 'rapport-memory-examples-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(home, 'packages') }
const { tools } = fakeTools()
const open: MemorySystem[] = []
const services: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (system) => system.close?.()))
  for (const service of services.splice(0)) service.kill('SIGKILL')
})

async function program(file: string, more: NodeJS.ProcessEnv = {}): Promise<MemorySystem> {
  const commandLine = `python3 "${join(examples, file)}"`
  const system = await createProgramMemory({ commandLine, cwd: home, env: { ...env, ...more }, tools })
  open.push(system)
  return system
}

/** Starts the example as a service with a token. */
async function startService(): Promise<MemorySystem> {
  const child = spawn('python3', [join(examples, 'memory-python/memory.py'), '--http', '0'], {
    env: { ...env, RAPPORT_MEMORY_TOKEN: 'demo-token' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  services.push(child)
  const url = await new Promise<string>((resolve, reject) => {
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text
      const address = /listening on (\S+)\n/.exec(told)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.on('close', () => reject(new Error(told)))
  })
  await expect(createHttpMemory({ url, token: 'wrong', tools })).rejects.toMatchObject({ exitCode: 2 })
  return createHttpMemory({ url, token: 'demo-token', tools })
}

describe.skipIf(!python)('the memory system in Python (skipped without python3)', () => {
  it.each([
    ['standard input', () => program('memory-python/memory.py')],
    ['HTTP', startService],
  ])('passes every check over %s', async (_name, start) => {
    const system = await start()
    const results = await runMemoryChecks(system, {
      scopePrefix: 'example',
      wait: 10_000,
      sample: { repeat: 0, attempt: 1, fresh: null },
      signal: new AbortController().signal,
    })
    expect(results.filter(({ state }) => state !== 'passed')).toEqual([
      // It keeps all that a user says, which the checks note of every store of raw text.
      expect.objectContaining({ check: 'selects', state: 'noted' }),
    ])
  })

  it('fails what is under way when it is killed, and goes on in another scope', async () => {
    const pid = join(home, 'python.pid')
    const script = join(home, 'start.sh')
    writeFileSync(script, 'echo $$ > "$1"\nexec python3 "$2"\n')
    const commandLine = `sh "${script}" "${pid}" "${join(examples, 'memory-python/memory.py')}"`
    const system = await createProgramMemory({ commandLine, cwd: home, env, tools })
    open.push(system)
    const scope = await system.open(scopeRequest('a'))
    const messages = [{ role: 'user', name: null, content: 'tea '.repeat(200_000), time: null }] as const
    const told = scope.ingest({ id: 's', time: null, zone: null, messages })
    process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
    await expect(told).rejects.toMatchObject({ reason: 'crash', by: 'system' })
    const next = await system.open(scopeRequest('b'))
    expect(await next.list()).toEqual([])
  })

  it('says what it can’t do', async () => {
    const system = await program('memory-python/memory.py')
    const scope = await system.open(scopeRequest('a'))
    await scope.destroy()
    await expect(scope.list()).rejects.toMatchObject({
      by: 'system',
      message: "list: KeyError: 'scope a is not open'",
    })
  })

  it('compiles, bridges and all', () => {
    const files = ['memory-python', 'memory-bridges'].flatMap((folder) =>
      readdirSync(join(examples, folder))
        .filter((name) => name.endsWith('.py'))
        .map((name) => join(examples, folder, name)),
    )
    expect(files).toHaveLength(5)
    const compile =
      'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file, encoding="utf-8").read(), file)'
    expect(spawnSync('python3', ['-c', compile, ...files]).stderr.toString()).toBe('')
  })
})

/** Packages that have the methods which the bridges call, and the habits they must cope with. */
const packages = {
  'agentic_memory/memory_system.py': `
COLLECTION = {}
class Note:
    def __init__(self, content): self.content, self.context, self.keywords = content, "General", []
class AgenticMemorySystem:
    def __init__(self, model_name, llm_backend, llm_model, api_key):
        COLLECTION.clear()
        self.memories = COLLECTION
    def add_note(self, content, time=None, **kwargs):
        assert time is None or (len(time) == 12 and time.isdigit()), time
        print("adding", content)
        self.memories[str(len(self.memories))] = Note(content)
        return str(len(self.memories) - 1)
    def search_agentic(self, query, k=5):
        words = set(query.lower().split())
        found = [(key, note) for key, note in self.memories.items() if words & set(note.content.lower().split())]
        return [{"id": key, "content": note.content, "score": 0.5, "tags": []} for key, note in found][:k]
    def delete(self, memory_id): return self.memories.pop(memory_id, None) is not None`,
  'memoryos/__init__.py': `
import os
class Short:
    def __init__(self): self.pairs = []
    def get_all(self): return list(self.pairs)
class Middle:
    sessions = {}
class Long:
    def get_raw_user_profile(self, user_id): return "None"
    def get_user_knowledge(self): return [{"knowledge": "likes tea", "timestamp": "now"}]
class Retriever:
    def retrieve_context(self, user_query, user_id):
        return {"retrieved_pages": [], "retrieved_user_knowledge": [{"knowledge": "likes tea"}], "retrieved_assistant_knowledge": []}
class Memoryos:
    def __init__(self, user_id, openai_api_key, data_storage_path, openai_base_url=None, llm_model="", embedding_model_name=""):
        assert os.path.isdir(data_storage_path)
        self.short_term_memory, self.mid_term_memory = Short(), Middle()
        self.user_long_term_memory, self.retriever = Long(), Retriever()
    def add_memory(self, user_input, agent_response, timestamp=None, meta_data=None):
        print("Memoryos: added")
        self.short_term_memory.pairs.append({"user_input": user_input, "agent_response": agent_response, "timestamp": timestamp})`,
  'lightmem/__init__.py': '',
  'lightmem/memory/__init__.py': '',
  'lightmem/memory/lightmem.py': `
class Store:
    def __init__(self, name): self.name, self.rows = name, []
    def search(self, query_vector, limit, filters=None, return_full=False):
        rows = [row for row in self.rows if set(query_vector) & set(row["payload"]["memory"].lower().split())]
        return [{**row, "score": 0.9} for row in rows][:limit]
    def get_all(self, with_vectors=True, with_payload=True): return [{**row, "vector": None} for row in self.rows]
    def delete_col(self): self.rows.clear()
class Embedder:
    def embed(self, text): return text.lower().split()
class LightMemory:
    def __init__(self, config):
        self.text_embedder = Embedder()
        self.embedding_retriever = Store(config["embedding_retriever"]["configs"]["collection_name"])
        self.updated = False
    @classmethod
    def from_config(cls, config): return cls(config)
    def add_memory(self, messages, METADATA_GENERATE_PROMPT=None, *, force_segment=False, force_extract=False):
        for message in messages:
            payload = {"memory": message["content"], "time_stamp": message["time_stamp"]}
            self.embedding_retriever.rows.append({"id": len(self.embedding_retriever.rows), "payload": payload})
    def construct_update_queue_all_entries(self, top_k=20, keep_top_n=10): pass
    def offline_update_all_entries(self, score_threshold=0.9, max_workers=5): self.updated = True
    def get_token_statistics(self):
        step = {"calls": 2, "prompt_tokens": 30, "completion_tokens": 4, "total_tokens": 34}
        return {"summary": {}, "llm": {"add_memory": step, "update": step}, "embedding": {}}`,
}
for (const [file, text] of Object.entries(packages)) {
  const path = join(home, 'packages', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const config = join(home, 'lightmem.json')
writeFileSync(
  config,
  JSON.stringify({
    memory_manager: { model_name: 'openai', configs: { model: 'gpt-4o-mini', api_key: 'never-shown' } },
    text_embedder: { model_name: 'huggingface', configs: { model: 'all-MiniLM-L6-v2' } },
    embedding_retriever: { model_name: 'qdrant', configs: {} },
    topic_segment: true,
    update: 'offline',
  }),
)

describe.skipIf(!python)('the bridges, on packages of the same interface (skipped without python3)', () => {
  it.each([
    ['a_mem.py', 'user: I drink tea at dawn', '2026-01-02T08:00:00Z'],
    ['memoryos.py', 'User: I drink tea at dawn\nAssistant: Noted.', '2026-01-02T08:00:00Z'],
    ['lightmem.py', 'I drink tea at dawn', '2026-01-02T08:00:00+00:00'],
  ])('%s keeps, finds and forgets, each user apart', async (file, text, saidAt) => {
    const system = await program(`memory-bridges/${file}`, { LIGHTMEM_CONFIG: config })
    expect(system.warnings.join(' ')).toContain('not tested with it')
    expect(JSON.stringify(system.identity)).not.toContain('never-shown')
    const scope = await system.open(scopeRequest('a'))
    const other = await system.open(scopeRequest('b'))
    const message = (role: 'user' | 'assistant', content: string) => ({
      role,
      name: null,
      content,
      time: null,
    })
    await scope.ingest({
      id: 's',
      time: '2026-01-02T08:00:00Z',
      zone: null,
      messages: [message('user', 'I drink tea at dawn'), message('assistant', 'Noted.'), message('user', '')],
    })
    expect(await scope.waitReady(10_000)).toEqual({ state: 'ready' })
    const found = await scope.search('tea', { k: 9, tokenBudget: 100, asOf: null })
    expect(found.find((item) => item.text === text)).toMatchObject({ saidAt })
    const listed = await scope.list()
    const ids = new Set(listed.map(({ id }) => id))
    expect(found.every(({ id }) => ids.has(id))).toBe(true)
    expect((await other.list()).map((item) => item.text)).not.toContain(text)
    await other.ingest({ id: 't', time: null, zone: null, messages: [message('user', 'undated tea')] })
    const undated = (await other.list()).filter((item) => item.text.includes('undated'))
    expect(undated.map((item) => item.saidAt)).toEqual([null])
    if (system.name === 'lightmem') expect(other.usage()).toMatchObject({ modelCalls: 4, inputTokens: 60 })
    await scope.destroy()
    await other.destroy()
    const again = await system.open(scopeRequest('a'))
    expect((await again.list()).map((item) => item.text)).not.toContain(text)
  })
})
