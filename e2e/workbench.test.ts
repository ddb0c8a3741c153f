import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { startSampleServer } from '../src/cli/testing/live.ts'
import type { ScriptedServer } from '../src/testing/scripted-server/index.ts'
import { browserPath, openBrowser, watchedPage, withoutBrowser, type WatchedPage } from './support/browser.ts'
import { unpackProduct, type Product, type Served } from './support/product.ts'

const WAIT = 60_000

describe.skipIf(browserPath === null)(`the packed workbench in a browser${withoutBrowser}`, () => {
  let product: Product
  let models: ScriptedServer
  let served: Served
  let browser: Browser
  let run = ''
  beforeAll(async () => {
    product = await unpackProduct()
    models = await startSampleServer({ latency: 150 })
    browser = await openBrowser()
    const { code, out, err } = await product.run([
      'run',
      'alpsbench/extraction',
      'alpsbench/utilization/persona',
      '--data',
      'sample',
      '--system',
      '*',
      '--json',
      '--quiet',
    ])
    if (code !== 0) throw new Error(err)
    run = z.object({ run: z.object({ id: z.string() }) }).parse(JSON.parse(out)).run.id
    served = await product.serve()
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await models.close()
    await product.remove()
  })

  const open = async (path: string): Promise<WatchedPage> => {
    const watched = await watchedPage(browser, [served.address])
    await watched.page.goto(served.address + path)
    return watched
  }
  const clean = ({ faults, strangers }: WatchedPage): void => {
    expect(faults).toEqual([])
    expect(strangers).toEqual([])
  }

  it('follows a run of a terminal to its end, without a reload', { timeout: 120_000 }, async () => {
    const watched = await open('/')
    const { page } = watched
    await page.getByText(run).first().waitFor({ timeout: WAIT })
    const live = product.start(
      [
        'run',
        'alpsbench/extraction',
        '--data',
        'sample',
        '--system',
        'compatible/perfect',
        '--concurrency',
        '2',
        '--run-id',
        'live-run',
        '--quiet',
      ],
      { RAPPORT_BASE_URL: models.baseUrl },
    )
    const row = page.getByRole('row').filter({ hasText: 'live-run' })
    await row.getByText('running').waitFor({ timeout: WAIT })
    await row.getByRole('button', { name: 'Progress of live-run' }).click()
    const bar = page.getByRole('progressbar', { name: 'alpsbench/extraction' })
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: WAIT })
      .toBeGreaterThan(2)
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(
      Number(await bar.getAttribute('aria-valuemax')),
    )
    expect((await live.ended).code).toBe(0)
    await row.locator('.badge', { hasText: 'done' }).waitFor({ timeout: WAIT })
    const most = await bar.getAttribute('aria-valuemax')
    await expect.poll(() => bar.getAttribute('aria-valuenow'), { timeout: WAIT }).toBe(most)
    clean(watched)
    await page.context().close()
  })

  it('stops a run of a terminal, and goes on with it', { timeout: 120_000 }, async () => {
    const watched = await open('/runs/stopped-run').then(async (first) => {
      await first.page.getByText('there is no run').waitFor({ timeout: WAIT })
      return first
    })
    await watched.page.context().close()
    const live = product.start(
      [
        'run',
        'alpsbench/extraction',
        '--data',
        'sample',
        '--system',
        'compatible/perfect',
        '--fresh',
        '--concurrency',
        '1',
        '--run-id',
        'stopped-run',
        '--quiet',
      ],
      { RAPPORT_BASE_URL: models.baseUrl },
    )
    // The model's key and address are in the environment of whoever resumes.
    const again = await product.serve([], { RAPPORT_BASE_URL: models.baseUrl })
    const second = await watchedPage(browser, [again.address])
    const { page } = second
    await page.goto(`${again.address}/`)
    const row = page.getByRole('row').filter({ hasText: 'stopped-run' })
    await row.getByRole('button', { name: 'Stop', exact: true }).click({ timeout: WAIT })
    await row.locator('.badge', { hasText: 'stopped' }).waitFor({ timeout: WAIT })
    await live.ended
    await row.getByRole('button', { name: 'Resume', exact: true }).click({ timeout: WAIT })
    await row.locator('.badge', { hasText: 'done' }).waitFor({ timeout: WAIT })
    clean(second)
    await page.context().close()
    await again.kill()
  })

  it('opens a case from a link, with the evidence marked where it stands', async () => {
    const words = new URLSearchParams({
      run,
      track: 'alpsbench/extraction',
      case: 'sess_demo01__1',
      system: 'oracle',
    })
    const watched = await open(`/case?${words.toString()}`)
    const { page } = watched
    await page.getByText('Chooses slow overland and sea travel').first().waitFor({ timeout: WAIT })
    await page.getByText('Her father walks with a cane').first().click()
    const mark = page.locator('mark.current')
    await mark.waitFor({ timeout: WAIT })
    expect(await mark.textContent()).toContain('He walks with a cane since his hip')
    // From one case to the next by a key, and back.
    await page.keyboard.press('j')
    await page.waitForURL(/case=sess_demo02/, { timeout: WAIT })
    await page.goBack()
    await page.waitForURL(/case=sess_demo01/, { timeout: WAIT })
    clean(watched)
    await page.context().close()
  })

  it('finds one Chinese character, narrows the list, and says what to loosen', async () => {
    const words = new URLSearchParams({ run, track: 'alpsbench/extraction' })
    const watched = await open(`/cases?${words.toString()}`)
    const { page } = watched
    const status = page.locator('.cases-main').getByRole('status')
    await expect.poll(() => status.textContent(), { timeout: WAIT }).toBe('24 of 24 cases')
    await page.keyboard.press('/')
    await page.keyboard.type('猫')
    await expect.poll(() => status.textContent(), { timeout: WAIT }).toMatch(/^[1-9] of 24 cases/)
    await page.goto(`${served.address}/cases?${words.toString()}&tag.language=zh&tag.script=latin`)
    await page.getByText('No case fits.').waitFor({ timeout: WAIT })
    await page.getByRole('button', { name: 'Take it away' }).click()
    await expect.poll(() => page.getByText('No case fits.').count(), { timeout: WAIT }).toBe(0)
    clean(watched)
    await page.context().close()
  })

  it('compares two systems down to a case with both answers side by side', async () => {
    const words = new URLSearchParams({
      runs: run,
      track: 'alpsbench/extraction',
      systems: 'oracle,rules:first-person',
    })
    const watched = await open(`/compare?${words.toString()}`)
    const { page } = watched
    await page.getByText('Paired differences').waitFor({ timeout: WAIT })
    await page
      .getByText('won by a')
      .or(page.locator('[title*="won by a"]').first())
      .first()
      .waitFor({ timeout: WAIT })
    const flips = page.locator('.pair-detail table a')
    await flips.first().click({ timeout: WAIT })
    await page.waitForURL(/\/case\?.*beside=/, { timeout: WAIT })
    await page.locator('.answer').nth(1).waitFor({ timeout: WAIT })
    expect(await page.locator('.answer').count()).toBe(2)
    clean(watched)
    await page.context().close()
  })

  it('shows every figure of the leaderboard with its interval, and exports it', async () => {
    const watched = await open(`/board?run=${run}&track=alpsbench/extraction`)
    const { page } = watched
    const cell = page.getByRole('row').filter({ hasText: 'rules:first-person' }).locator('.num').first()
    await cell.waitFor({ timeout: WAIT })
    expect(await cell.textContent()).toMatch(/\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\]/)
    await page.locator('summary').filter({ hasText: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('CSV', { exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    clean(watched)
    await page.context().close()
  })
})
