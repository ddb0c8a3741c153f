import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashJson } from '../core/hash.ts'
import { markupFlaws } from '../reports/html/fixtures/markup-flaws.ts'
import { hostileTexts } from '../reports/html/fixtures/hostile.ts'
import { ended, inProcess, makeFolder } from './testing/cli.ts'

const folder = makeFolder()
afterAll(folder.remove)
const rapport = (...argv: string[]) => inProcess(folder.path, argv)
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8')

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

beforeAll(async () => {
  const { code, err } = await rapport(
    'run',
    'alpsbench/extraction',
    '--quiet',
    '--format',
    'html',
    '--out',
    'run.html',
  )
  expect(code, err).toBe(0)
})

describe('rapport report --format html', () => {
  it('writes one page that holds all and loads nothing', async () => {
    const page = read('run.html')
    expect(markupFlaws(page)).toEqual([])
    for (const part of [
      'What was measured',
      'alpsbench/extraction: headline',
      'What became of the cases',
      'direct against indirect recall',
      'Not audited: rapport audit sample',
      'specification',
      'How to read this page',
      'All figures',
    ])
      expect(page).toContain(part)
  })

  it('is the same from the store as after the run, and the same each time', async () => {
    await rapport('report', 'latest', '--format', 'html', '--out', 'again.html')
    await rapport('report', 'latest', '--format', 'html', '--out', 'third.html')
    expect(read('again.html')).toBe(read('third.html'))
  })

  it('holds texts of cases only when they are asked for', async () => {
    const { code, err } = await rapport(
      'report',
      'latest',
      '--format',
      'html',
      '--with-texts',
      '--out',
      'texts.html',
    )
    expect(code, err).toBe(0)
    const texts = read('texts.html')
    expect(markupFlaws(texts)).toEqual([])
    expect(texts).toContain('<h4>dialogue</h4>')
    expect(texts).toContain('<h4>gold</h4>')
    expect(texts).toContain('<h4>answer of oracle</h4>')
    expect(texts).toContain('all 24 cases')
    expect(read('run.html')).not.toContain('<h4>dialogue</h4>')
  })

  it('leaves the name of the machine out', () => {
    expect(read('run.html')).not.toContain('<dt>host</dt>')
  })

  it('says what --with-texts is for', async () => {
    const { code, err } = await rapport('report', 'latest', '--format', 'markdown', '--with-texts')
    expect(code).toBe(2)
    expect(err).toContain('--format html')
  })
})

describe('the audit of the data', () => {
  const dataset = { id: 'sample', benchmark: 'alpsbench' }
  const path = join(folder.path, '.rapport', 'audits', `${hashJson(dataset).slice(0, 16)}.json`)

  it('stands in the page where there is one, for the tracks of the run', async () => {
    const { code } = await rapport('audit', 'sample', '--quiet', '--out', 'audit.txt')
    expect(code).toBe(0)
    // Another revision, and a message that is markup.
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .replace('"revision": null', '"revision": "other"')
        .replace('reads nothing and gets', '<it> reads nothing and gets'),
    )
    await rapport('report', 'latest', '--format', 'html', '--out', 'audited.html')
    const page = read('audited.html')
    expect(page).toContain('alpsbench/extraction: baseline:constant &lt;it&gt; reads nothing and gets')
    expect(page).toContain('It was of revision other')
    expect(page).not.toContain('baseline:do-nothing reads nothing and gets')
  }, 60_000)

  it('is no silence where its file is damaged', async () => {
    writeFileSync(path, '{"hash": 1}')
    const { code, err } = await rapport('report', 'latest', '--format', 'html', '--out', 'audited.html')
    expect(code).not.toBe(0)
    expect(err).toContain('audits')
    rmSync(path)
  })
})

describe('other files', () => {
  it('are SVG and LaTeX', async () => {
    const svg = await rapport('report', 'latest', '--format', 'svg')
    expect(svg.code, svg.err).toBe(0)
    expect(markupFlaws(svg.out)).toEqual([])
    expect(svg.out).toMatch(/^<\?xml [^\n]*\n<svg xmlns/)
    const latex = await rapport('report', 'latest', '--format', 'latex')
    expect(latex.code, latex.err).toBe(0)
    expect(latex.out).toContain('\\toprule')
    expect(latex.out).toContain('strict{-}match@1 f1')
  })

  it('are comparisons as pages', async () => {
    const { code, err } = await rapport(
      'compare',
      'latest',
      '--baselines',
      '--format',
      'html',
      '--out',
      'compare.html',
    )
    expect(code, err).toBe(0)
    const page = read('compare.html')
    expect(markupFlaws(page)).toEqual([])
    expect(page).toContain('Differences')
  })
})

/** A data set, and answers to it, in which every text is one of `texts`. */
function writeHostileData(texts: readonly string[]): void {
  const put = (name: string, rows: readonly object[]): void => {
    mkdirSync(dirname(join(folder.path, name)), { recursive: true })
    writeFileSync(join(folder.path, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
  const cases = texts.map((text, place) => ({
    id: `case-${place} ${text.slice(0, 20).replaceAll('\0', '')}`,
    text,
  }))
  const memory = (text: string) => ({
    memory_id: 'm1',
    type: 'direct',
    label: text,
    value: text,
    confidence: 0.9,
    evidence: { session_id: 's', utterance_index: 0, text },
  })
  const task = 'data/dev/task1'
  put(
    `${task}/model_input.jsonl`,
    cases.map(({ id, text }) => ({
      benchmark_id: id,
      task: 'task1',
      input: { dialogue: [{ role: 'user', text }] },
    })),
  )
  put(
    `${task}/reference_output.jsonl`,
    cases.map(({ id, text }) => ({ benchmark_id: id, gold: { memory_items: [memory(text)] } })),
  )
  put(
    'said.jsonl',
    cases.map(({ id, text }) => ({ benchmark_id: id, memory_items: [memory(text)] })),
  )
}

/** What a browser makes of a page of the folder. */
async function domOf(name: string): Promise<string> {
  const { out } = await ended(
    spawn(
      browser ?? '',
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${join(folder.path, 'browser')}`,
        '--dump-dom',
        pathToFileURL(join(folder.path, name)).href,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    ),
  )
  return out
}

describe('hostile data', () => {
  it('stays text in a page with texts', async () => {
    // The reader of data refuses halves of characters by itself.
    writeHostileData(hostileTexts.filter((text) => !/\p{Cs}/u.test(text)))
    const said =
      'score said.jsonl --track alpsbench/extraction --data data --split dev --no-baselines --quiet'
    const options = ['--format', 'html', '--with-texts', '--slice', 'label', '--out', 'hostile.html']
    const { code, err } = await rapport(...said.split(' '), ...options)
    expect(code, err).toBe(0)
    expect(markupFlaws(read('hostile.html'))).toEqual([])
    expect(read('hostile.html')).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  })

  it.skipIf(browser === undefined)(
    'runs nothing and asks nobody in a browser (skipped where there is no Chromium)',
    async () => {
      const asked: string[] = []
      const server = createServer((request, response) => {
        asked.push(request.url ?? '')
        response.end()
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      const host = `http://127.0.0.1:${port}`
      try {
        writeHostileData([
          `<img src=${host}/a onerror="document.title='run'">`,
          `</style><link rel=stylesheet href=${host}/b><script>document.title='run'</script>`,
          `"><svg><image href="${host}/c"/></svg>`,
          `</div></details><iframe src=${host}/d></iframe>`,
        ])
        const said =
          'score said.jsonl --track alpsbench/extraction --data data --split dev --no-baselines --quiet'
        await rapport(
          ...said.split(' '),
          '--format',
          'html',
          '--with-texts',
          '--slice',
          'label',
          '--out',
          'loading.html',
        )
        const dom = await domOf('loading.html')
        expect(dom).toContain('All figures')
        expect(dom).not.toMatch(/<(img|script|link|image|iframe|object)\b/i)
        expect(dom).not.toMatch(/<[^>"]*\son\w+=/i)
        expect(dom).toMatch(/<title>Run [\w-]+<\/title>/)
        expect(asked).toEqual([])
        // That the probe works: a page of another hand does ask.
        writeFileSync(join(folder.path, 'open.html'), `<img src=${host}/open>`)
        await domOf('open.html')
        expect(asked).toContain('/open')
        // And that the policy holds by itself, were a text ever not escaped.
        const broken = read('loading.html').replace('<main>', `<main><img src=${host}/policy>`)
        writeFileSync(join(folder.path, 'broken.html'), broken)
        await domOf('broken.html')
        expect(asked).not.toContain('/policy')
      } finally {
        await new Promise((resolve) => void server.close(resolve))
      }
    },
    120_000,
  )
})
