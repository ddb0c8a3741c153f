import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { browserPath, openBrowser, watchedPage, withoutBrowser } from './support/browser.ts'
import { unpackProduct, type Product, type Served } from './support/product.ts'

const WAIT = 60_000
/** Not kept in the repository. */
const pictures = join(dirname(fileURLToPath(import.meta.url)), '..', '.screens')

/** Pictures of every screen, to be looked at: light and dark, with English and Chinese data, wide and narrow. */
describe.skipIf(browserPath === null)(`every screen of the packed workbench${withoutBrowser}`, () => {
  let product: Product
  let served: Served
  let browser: Browser
  let run = ''
  let project = ''
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    product = await unpackProduct()
    browser = await openBrowser()
    const words = ['alpsbench', '--data', 'sample', '--system', '*', '--json', '--quiet']
    const { code, out, err } = await product.run(['run', ...words])
    if (code !== 0) throw new Error(err)
    run = z.object({ run: z.object({ id: z.string() }) }).parse(JSON.parse(out)).run.id
    const audit = await product.run(['audit', 'sample'])
    if (![0, 3].includes(audit.code)) throw new Error(audit.err)
    const made = await product.run([
      'annotate',
      'new',
      '--name',
      'Sample',
      '--data',
      'sample',
      '--annotators',
      'ada,bo',
      '--overlap',
      '2',
    ])
    project = /^p[0-9a-f]+/m.exec(made.out)?.[0] ?? ''
    served = await product.serve()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await product.remove()
  })

  const of = (track: string, more: Readonly<Record<string, string>>): string =>
    new URLSearchParams({ run, track, ...more }).toString()
  const screens: readonly (readonly [string, () => string, string])[] = [
    ['runs', () => `/?open=${run}`, 'table.grid tbody tr'],
    ['run', () => `/runs/${run}`, '.facts'],
    ['board', () => `/board?${of('alpsbench/extraction', {})}`, '.board-table .interval'],
    [
      'board-slice',
      () => `/board?${of('alpsbench/extraction', { slice: 'language', value: 'zh' })}`,
      '.board-table .interval',
    ],
    ['cases', () => `/cases?${of('alpsbench/extraction', {})}`, '.case-row .bar'],
    ['cases-zh', () => `/cases?${of('alpsbench/extraction', { 'tag.language': 'zh' })}`, '.case-row .bar'],
    [
      'case',
      () => `/case?${of('alpsbench/extraction', { case: 'sess_demo01__1', system: 'oracle' })}`,
      '.join',
    ],
    [
      'case-zh',
      () => `/case?${of('alpsbench/extraction', { case: 'sess_demo19__19', system: 'oracle' })}`,
      '.join',
    ],
    [
      'case-two',
      () =>
        `/case?${of('alpsbench/retrieval/d1000', { case: 'sess_demo01', system: 'oracle', beside: 'bm25:reference' })}`,
      '.answer .item',
    ],
    [
      'compare',
      () => `/compare?${new URLSearchParams({ runs: run, track: 'alpsbench/update' }).toString()}`,
      '.scatter circle',
    ],
    ['annotate', () => '/annotate', 'table.grid'],
    ['annotate-item', () => `/annotate/${project}?annotator=ada`, '.card'],
    ['agreement', () => `/annotate/${project}?view=agreement`, '.scrolls table'],
    ['audit', () => '/audit', 'table.grid'],
    ['settings', () => '/settings', '.panel table'],
  ]

  it.each([
    ['light', 1440, 900],
    ['dark', 1440, 900],
    ['light', 900, 700],
  ] as const)('%s, %i pixels wide', { timeout: 300_000 }, async (colorScheme, width, height) => {
    const options = { colorScheme, viewport: { width, height } }
    const { page, faults, strangers } = await watchedPage(browser, [served.address], options)
    for (const [name, path, shown] of screens) {
      await page.goto(served.address + path())
      await page.locator(shown).first().waitFor({ timeout: WAIT })
      // Nothing may be wider than the window: it would scroll sideways as a whole.
      const wide = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([name, wide]).toEqual([name, 0])
      const file = join(pictures, `${name}-${colorScheme}-${width}.png`)
      await page.screenshot({ path: file })
      expect(statSync(file).size).toBeGreaterThan(10_000)
    }
    expect([faults, strangers]).toEqual([[], []])
    await page.context().close()
  })

  it(
    'every control has a name, every field a label, and one heading leads',
    { timeout: 300_000 },
    async () => {
      const { page } = await watchedPage(browser, [served.address])
      for (const [name, path, shown] of screens) {
        await page.goto(served.address + path())
        await page.locator(shown).first().waitFor({ timeout: WAIT })
        const nameless: unknown = await page.evaluate(NAMELESS)
        expect([name, nameless]).toEqual([name, []])
      }
      await page.context().close()
    },
  )
})

/** Controls that a screen reader could not name; carried out in the page. */
const NAMELESS = `[...document.querySelectorAll('button, a[href], input, select, textarea, [role=img], [role=tab], [role=progressbar]')]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const label = one.getAttribute('aria-label') || (one.getAttribute('aria-labelledby') && 'x') || one.textContent.trim() || one.title
    return !label && !(one.labels && one.labels.length > 0)
  })
  .map((one) => one.outerHTML.slice(0, 160))`
