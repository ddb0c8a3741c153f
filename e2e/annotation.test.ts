import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath, openBrowser, watchedPage, withoutBrowser, type WatchedPage } from './support/browser.ts'
import { unpackProduct, type Product, type Served } from './support/product.ts'

const WAIT = 60_000

/** Selects 22 characters of the first turn; it is carried out in the page. */
const SELECT = `{
  const range = document.createRange()
  const text = document.querySelector('.turn-text').firstChild
  range.setStart(text, 2)
  range.setEnd(text, 24)
  getSelection().removeAllRanges()
  getSelection().addRange(range)
}`

/** Two people verify five sessions each, differ on one, a third decides; servers die in between. */
describe.skipIf(browserPath === null)(`annotation over the packed product${withoutBrowser}`, () => {
  let product: Product
  let served: Served
  let browser: Browser
  let project = ''
  let folder = ''
  beforeAll(async () => {
    product = await unpackProduct()
    folder = mkdtempSync(join(tmpdir(), 'rapport-e2e-export-'))
    browser = await openBrowser()
    const words = ['--data', 'sample', '--annotators', 'ada,bo', '--overlap', '2', '--limit', '5']
    const made = await product.run(['annotate', 'new', '--name', 'Five sessions', ...words])
    if (made.code !== 0) throw new Error(made.err)
    project = /^p[0-9a-f]+/m.exec(made.out)?.[0] ?? ''
    served = await product.serve()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await product.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (words: string): Promise<WatchedPage> => {
    const watched = await watchedPage(browser, [served.address])
    await watched.page.goto(`${served.address}/annotate/${project}?${words}`)
    return watched
  }
  const saved = (page: Page): Promise<void> => page.locator('[data-saving=saved]').waitFor({ timeout: WAIT })
  /** Accepts every card that is not decided, by keys. */
  const acceptAll = async (page: Page): Promise<void> => {
    for (;;) {
      const left = page.locator('.card.undecided')
      if ((await left.count()) === 0) break
      const before = await left.count()
      await left.first().focus()
      await page.keyboard.press('a')
      await expect.poll(() => left.count(), { timeout: WAIT }).toBe(before - 1)
    }
    await saved(page)
  }
  const progress = async (page: Page): Promise<string> => (await page.locator('.queue').textContent()) ?? ''
  const done = async (page: Page, count: number): Promise<void> => {
    await page.keyboard.press('Enter')
    await expect.poll(() => progress(page), { timeout: WAIT }).toContain(`${count} of 5 done`)
  }

  it(
    'takes what a person does by keys, through a reload and a server that is killed',
    { timeout: 180_000 },
    async () => {
      const watched = await open('annotator=ada')
      const { page } = watched
      await page.locator('.card').first().waitFor({ timeout: WAIT })
      const cards = await page.locator('.card').count()

      // Not done while anything is undecided.
      await page.keyboard.press('Enter')
      await page.getByText(/Not done yet: \d+ undecided/).waitFor({ timeout: WAIT })

      // The first is rejected, the second edited, one is added out of a selected passage.
      await page.locator('.card').first().focus()
      await page.keyboard.press('x')
      await page.locator('.card.reject').waitFor({ timeout: WAIT })
      await page.locator('.card').nth(1).focus()
      await page.keyboard.press('e')
      await page.getByLabel('Memory in words').fill('Walks slowly with an old father')
      await page.keyboard.press('Escape')
      await page.evaluate(SELECT)
      await page.keyboard.press('n')
      await page.getByLabel('Memory in words').fill('Plans a trip to Porto')
      await page.locator('.card').last().getByLabel('Label').fill('Plans/Schedule')
      await page.keyboard.press('Escape')
      await saved(page)
      expect(await page.locator('.card').count()).toBe(cards + 1)
      expect(await page.locator('.card').last().textContent()).toContain('want to plan a trip to')

      // The server dies; what is written meanwhile is kept in the browser.
      await served.kill()
      await page.locator('.card').nth(2).focus()
      await page.keyboard.press('x')
      await page.locator('[data-saving=waiting]').waitFor({ timeout: WAIT })
      const { port } = new URL(served.address)
      served = await product.serve(['--port', port])
      await saved(page)
      await page.reload()
      await page.locator('.card').first().waitFor({ timeout: WAIT })
      expect(await page.locator('.card.reject').count()).toBe(2)
      expect(await page.locator('.card.edit').textContent()).toContain('Walks slowly with an old father')
      expect(await page.locator('.card').count()).toBe(cards + 1)

      // Undone is undone, step by step, and nothing of the history is gone.
      await page.keyboard.press('u')
      await expect.poll(() => page.locator('.card.reject').count(), { timeout: WAIT }).toBe(1)
      await acceptAll(page)
      await done(page, 1)
      for (let item = 2; item <= 5; item += 1) {
        await page.locator('.card').first().waitFor({ timeout: WAIT })
        await acceptAll(page)
        await done(page, item)
      }
      expect(watched.strangers).toEqual([])
      await page.context().close()
    },
  )

  it(
    'keeps the work of another person apart, and finds where they differ',
    { timeout: 180_000 },
    async () => {
      const watched = await open('annotator=bo')
      const { page } = watched
      for (let item = 1; item <= 5; item += 1) {
        await page.locator('.card').first().waitFor({ timeout: WAIT })
        // Nothing of ada's is to be seen.
        expect(await page.locator('.card.reject').count()).toBe(0)
        await acceptAll(page)
        await done(page, item)
      }
      await page.getByRole('tab', { name: 'Disagreements 1' }).click({ timeout: WAIT })
      await page.getByText('they differ in').waitFor({ timeout: WAIT })
      expect(watched.faults).toEqual([])
      await page.context().close()
    },
  )

  it(
    'lets a third person decide, and exports what audits and runs accept',
    { timeout: 180_000 },
    async () => {
      const watched = await open('view=disagreements')
      const { page } = watched
      await page.getByText('they differ in').waitFor({ timeout: WAIT })
      await page.getByRole('button', { name: 'Take this one' }).first().click()
      await page.getByLabel('decided by').fill('cleo')
      await page.getByRole('button', { name: 'Decide', exact: true }).click()
      await page.getByText('⚖ decided').waitFor({ timeout: WAIT })
      await page.getByRole('tab', { name: 'Agreement', exact: true }).click()
      await page.getByText('Krippendorff’s alpha').first().waitFor({ timeout: WAIT })
      expect(watched.faults).toEqual([])

      await page.locator('summary').filter({ hasText: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText('Verified data, in the public layout').click(),
      ])
      expect(download.suggestedFilename()).toMatch(/\.tar$/)
      await page.context().close()

      const out = join(folder, 'verified')
      const exported = await product.run(['annotate', 'export', project, '--form', 'data', '--out', out])
      expect([exported.code, exported.err]).toEqual([0, ''])
      const log = await product.run([
        'annotate',
        'export',
        project,
        '--form',
        'log-jsonl',
        '--out',
        join(folder, 'log.jsonl'),
      ])
      expect(log.code).toBe(0)
      for (const words of [
        ['data', 'check', out],
        ['audit', out],
        ['run', 'alpsbench/extraction', '--data', out, '--system', 'oracle', '--quiet', '--overview'],
      ]) {
        const { code, err } = await product.run(words)
        expect([words[0], code, err.split('\n').filter((line) => line.startsWith('error'))]).toEqual([
          words[0],
          0,
          [],
        ])
      }
    },
  )
})
