// The workbench with 1,000 cases of 120,000 tokens each: time to open the list and a case, frames while a dialogue is
// scrolled, memory of the server. The same dialogue put into the page as a whole is the comparison.
//   npm run bench -- workbench [cases] [tokens]
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { browserPath, openBrowser } from '../e2e/support/browser.ts'
import { createRandom } from '../src/stats/random.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [cases = 1000, tokens = 120_000] = process.argv.slice(2).map(Number)
/** Of English text. */
const CHARACTERS_PER_TOKEN = 4
const TURNS = 160
const ROUNDS = 3

const words =
  'the of a river stone market winter garden letter small green evening train window bread music quiet road'.split(
    ' ',
  )

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Invented words, another text for every case. */
async function writeData(folder: string): Promise<void> {
  const random = createRandom(7)
  const task = join(folder, 'dev', 'task1')
  mkdirSync(task, { recursive: true })
  const inputs = createWriteStream(join(task, 'model_input.jsonl'))
  const references = createWriteStream(join(task, 'reference_output.jsonl'))
  const perTurn = Math.round((tokens * CHARACTERS_PER_TOKEN) / TURNS)
  const text = (): string => {
    let made = ''
    while (made.length < perTurn)
      made += `${words[Math.floor(random.uniform() * words.length)] ?? ''}${random.uniform() < 0.08 ? '. ' : ' '}`
    return made
  }
  for (let number = 0; number < cases; number += 1) {
    const id = `case-${number}`
    const dialogue = Array.from({ length: TURNS }, (_, turn) => ({
      role: turn % 2 === 0 ? 'user' : 'assistant',
      text: text(),
    }))
    const evidence = dialogue[TURNS / 2]?.text.slice(200, 280) ?? ''
    const item = {
      memory_id: 'm1',
      type: 'direct',
      label: 'Preferences/Food',
      value: evidence,
      confidence: 0.9,
      evidence: { text: evidence },
    }
    if (
      !inputs.write(
        `${JSON.stringify({ benchmark_id: id, session_id: `sess_demo_${number}`, input: { dialogue } })}\n`,
      )
    )
      await once(inputs, 'drain')
    references.write(`${JSON.stringify({ benchmark_id: id, gold: { memory_items: [item] } })}\n`)
  }
  inputs.end()
  references.end()
  await Promise.all([finished(inputs), finished(references)])
}

function rapport(home: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'dist', 'cli', 'main.js'), ...args], {
    cwd: dirname(home),
    env: { ...process.env, RAPPORT_HOME: home, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function saidBy(child: ChildProcess, until: RegExp | null): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (until !== null && until.test(said)) resolve(said)
    })
    child.on('close', () => resolve(said))
  })
}

/** Resident memory now and at its highest, in megabytes. */
function memory(pid: number | undefined): readonly [number, number] {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')
  const read = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000
  return [read('VmRSS'), read('VmHWM')]
}

const framesSchema = z.array(z.number())

/** Scrolls an element by 900 pixels a frame, 240 frames long; milliseconds between frames. */
const SCROLL = (selector: string): string => `new Promise((resolve) => {
  const element = document.querySelector(${JSON.stringify(selector)})
  const deltas = []
  let before = 0
  const frame = (at) => {
    if (before > 0) deltas.push(at - before)
    before = at
    element.scrollTop += 900
    if (deltas.length < 240) requestAnimationFrame(frame)
    else resolve(deltas)
  }
  requestAnimationFrame(frame)
})`

/** Puts all turns of a case into the page at once; milliseconds until they are laid out. */
const WHOLE = (address: string): string => `(async () => {
  const detail = await (await fetch(${JSON.stringify(address)})).json()
  const started = performance.now()
  const holder = document.createElement('div')
  holder.id = 'whole'
  holder.style.cssText = 'position:fixed;inset:0;overflow:auto;background:#fff;z-index:99'
  for (const turn of detail.input[0].turns) {
    const one = document.createElement('div')
    one.className = 'turn ' + turn.role
    one.textContent = turn.text
    holder.append(one)
  }
  document.body.append(holder)
  holder.getBoundingClientRect()
  holder.scrollTop = 1
  return performance.now() - started
})()`

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  return `median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)} ms`
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
  const home = join(folder, 'home')
  const started: ChildProcess[] = []
  const browser = await openBrowser()
  try {
    const data = join(folder, 'data')
    await writeData(data)
    const began = performance.now()
    await saidBy(
      rapport(home, [
        'run',
        'alpsbench/extraction',
        '--data',
        data,
        '--system',
        'oracle',
        '--no-baselines',
        '--run-id',
        'bench',
        '--quiet',
        '--json',
      ]),
      null,
    )
    say(
      `${cases} cases of about ${tokens} tokens, ${TURNS} turns each; read, run and scored in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const server = rapport(home, ['serve', '--port', '0', '--quiet'])
    started.push(server)
    const address = /http:\/\/\S+?(?=\/?\s)/.exec(await saidBy(server, /http:\/\/\S+\s/))?.[0] ?? ''
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    for (let round = 1; round <= ROUNDS; round += 1) {
      const id = `case-${Math.floor((round * cases) / (ROUNDS + 1))}`
      await page.goto('about:blank')
      const list = performance.now()
      await page.goto(`${address}/cases?run=bench&track=alpsbench/extraction`)
      await page.locator('.case-row .bar').first().waitFor()
      const listed = performance.now() - list
      const rows = framesSchema.parse(await page.evaluate(SCROLL('.case-grid')))
      const one = performance.now()
      await page.goto(`${address}/case?run=bench&track=alpsbench/extraction&case=${id}&system=oracle`)
      await page.locator('.turn-text').first().waitFor()
      const opened = performance.now() - one
      const dialogue = framesSchema.parse(await page.evaluate(SCROLL('.dialogue')))
      const question = `${address}/api/runs/bench/case?track=alpsbench%2Fextraction&case=${id}`
      const whole = z.number().parse(await page.evaluate(WHOLE(question)))
      const wholeFrames = framesSchema.parse(await page.evaluate(SCROLL('#whole')))
      const [now, most] = memory(server.pid)
      say(`round ${round}`)
      say(`  list opened in ${listed.toFixed(0)} ms; frames while it is scrolled: ${spread(rows)}`)
      say(
        `  case opened in ${opened.toFixed(0)} ms; frames while its dialogue is scrolled: ${spread(dialogue)}`,
      )
      say(
        `  the same dialogue as a whole: laid out in ${whole.toFixed(0)} ms; frames: ${spread(wholeFrames)}`,
      )
      say(`  server: ${now.toFixed(0)} MB, at most ${most.toFixed(0)} MB`)
    }
  } finally {
    await browser.close()
    for (const child of started) child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (browserPath === null) {
  say('no chromium on this machine: nothing to measure')
  process.exitCode = 1
} else await measure()
