import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { browserPath, openBrowser, watchedPage, withoutBrowser } from './support/browser.ts'
import { payloads, writeHostileData } from './support/hostile.ts'
import { unpackProduct, type Product, type Served } from './support/product.ts'

const WAIT = 60_000

/** What only a script of the data could have done. */
const HIT = 'window.hit'
const FORGED =
  'document.querySelectorAll("iframe, object, embed, [onerror], [onload], a[href^=javascript], img[src^=http], link[href*=\'192.0.2.1\']").length'

describe.skipIf(browserPath === null)(`hostile data in the packed workbench${withoutBrowser}`, () => {
  let product: Product
  let served: Served
  let browser: Browser
  let run = ''
  let project = ''
  beforeAll(async () => {
    product = await unpackProduct()
    browser = await openBrowser()
    const data = join(product.folder, 'work', 'hostile')
    writeHostileData(data)
    const words = ['alpsbench/extraction', '--data', data, '--system', '*', '--json', '--quiet']
    const { code, out, err } = await product.run(['run', ...words])
    if (code !== 0) throw new Error(err)
    run = z.object({ run: z.object({ id: z.string() }) }).parse(JSON.parse(out)).run.id
    const made = await product.run([
      'annotate',
      'new',
      '--name',
      payloads['a script'] ?? '',
      '--data',
      data,
      '--annotators',
      'ada',
    ])
    if (made.code !== 0) throw new Error(made.err)
    project = /^p[0-9a-f]+/m.exec(made.out)?.[0] ?? ''
    served = await product.serve()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await product.remove()
  })

  const harmless = async (page: Page): Promise<void> => {
    expect(await page.evaluate(HIT)).toBeUndefined()
    expect(await page.evaluate(FORGED)).toBe(0)
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('block')
  }

  it.each([
    ['the list of cases', () => `/cases?run=${run}&track=alpsbench/extraction`, '.case-row'],
    [
      'a case',
      () =>
        `/case?run=${run}&track=alpsbench/extraction&case=${encodeURIComponent('hostile<b>1</b>')}&system=oracle`,
      '.aligned .item',
    ],
    ['the leaderboard by labels', () => `/board?run=${run}&slice=gold_label`, '.board-table'],
    ['a comparison', () => `/compare?runs=${run}`, '.pair-detail'],
    ['annotation', () => `/annotate/${project}?annotator=ada`, '.card'],
    ['the projects', () => '/annotate', 'table.grid'],
    [
      'an address with scripts in it',
      () =>
        `/cases?run=${encodeURIComponent('"><script>hit=9</script>')}&track=%3Cimg%20src=x%20onerror=hit=9%3E`,
      '[role=alert]',
    ],
  ])('%s shows it as text', { timeout: 120_000 }, async (_name, path, shown) => {
    const { page, faults, strangers } = await watchedPage(browser, [served.address])
    await page.goto(served.address + path())
    await page.locator(shown).first().waitFor({ timeout: WAIT })
    await harmless(page)
    expect(strangers).toEqual([])
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    await page.context().close()
  })

  it(
    'every payload can be read in the case, and what can not be seen has a name',
    { timeout: 120_000 },
    async () => {
      const { page } = await watchedPage(browser, [served.address])
      const words = new URLSearchParams({
        run,
        track: 'alpsbench/extraction',
        case: '=1+1',
        system: 'oracle',
      })
      await page.goto(`${served.address}/case?${words.toString()}`)
      await page.locator('.aligned .item').first().waitFor({ timeout: WAIT })
      const text = (await page.locator('.aligned').textContent()) ?? ''
      for (const payload of Object.values(payloads)) {
        const seen = payload.replaceAll(
          /[\p{Cc}\p{Cs}\u200B\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu,
          '\u0000',
        )
        for (const part of seen.split('\u0000').filter((one) => one.trim() !== ''))
          expect(text).toContain(part)
      }
      for (const name of ['RLO', 'LRI', 'PDI', 'ZWSP', 'BOM', 'ESC', 'U+E0041', 'U+0001'])
        expect(text).toContain(name)
      // Each text runs as its script does.
      expect(await page.locator('.turn-text[dir=rtl]').count()).toBeGreaterThan(0)
      await page.context().close()
    },
  )

  it('no export can start a formula or a terminal code', { timeout: 120_000 }, async () => {
    const { page } = await watchedPage(browser, [served.address])
    const csv = await (
      await page.request.get(`${served.address}/api/runs/${run}/export?format=csv&slice=gold_label`)
    ).text()
    for (const line of csv.split('\n'))
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+@\t]/)
    expect(csv).not.toContain('\u001B')
    await page.context().close()
  })

  it('a published copy with texts shows them as text too, from a file', { timeout: 120_000 }, async () => {
    const out = join(product.folder, 'work', 'copy')
    const { code, err } = await product.run(['publish', run, '--out', out, '--with-texts', '--quiet'])
    expect([code, err]).toEqual([0, ''])
    const start = pathToFileURL(join(out, 'index.html')).href
    const { page, faults, strangers } = await watchedPage(browser, [pathToFileURL(out).href])
    const words = new URLSearchParams({
      run,
      track: 'alpsbench/extraction',
      case: 'hostile<b>1</b>',
      system: 'oracle',
    })
    await page.goto(`${start}#/case?${words.toString()}`)
    await page.locator('.aligned .item').first().waitFor({ timeout: WAIT })
    await harmless(page)
    expect([faults, strangers]).toEqual([[], []])
    await page.context().close()
  })

  it(
    'a published copy without texts has none of them, and still shows figures, cases and comparisons',
    { timeout: 120_000 },
    async () => {
      const out = join(product.folder, 'work', 'bare')
      const { code, err } = await product.run(['publish', run, '--out', out, '--quiet'])
      expect([code, err]).toEqual([0, ''])
      const held = [
        'data/run.js',
        'data/board.js',
        'data/t0/cases.js',
        'data/t0/compare.js',
        'data/t0/c0.js',
        'data/t0/c1.js',
      ]
        .map((file) => readFileSync(join(out, file), 'utf8'))
        .join('\n')
      for (const part of ['onerror', 'invoice', 'HYPERLINK', 'Ignore all previous', product.folder])
        expect(held).not.toContain(part)
      const again = await product.run(['publish', run, '--out', out])
      expect([again.code, again.err]).toEqual([2, expect.stringContaining('is not empty')])

      const start = pathToFileURL(join(out, 'index.html')).href
      const { page, faults, strangers } = await watchedPage(browser, [pathToFileURL(out).href])
      for (const [path, shown] of [
        [`#/board?run=${run}`, '.board-table .interval'],
        [`#/cases?run=${run}&track=alpsbench/extraction`, '.case-row .bar'],
        [`#/compare?runs=${run}&track=alpsbench/extraction`, '.pair-detail circle'],
        [`#/case?run=${run}&track=alpsbench/extraction&case=%3D1%2B1&system=oracle`, '.join'],
        ['#/', 'table.grid'],
      ] as const) {
        await page.goto('about:blank')
        await page.goto(start + path)
        await page.locator(shown).first().waitFor({ timeout: WAIT })
      }
      expect([faults, strangers]).toEqual([[], []])
      await page.context().close()
    },
  )
})
