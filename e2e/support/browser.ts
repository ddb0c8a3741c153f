import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser of this machine; null: it has none. */
export const browserPath =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null

/** Why tests in a browser are skipped, for their titles. */
export const withoutBrowser = browserPath === null ? ' (skipped: no chromium on this machine)' : ''

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A page that remembers what went wrong in it and where it asked. */
export interface WatchedPage {
  readonly page: Page
  /** Errors and warnings of the console, uncaught errors, dialogs. */
  readonly faults: string[]
  /** Addresses that were asked for anywhere but at `allowed`. */
  readonly strangers: string[]
}

/** @param allowed beginnings of addresses that the page may ask for */
export async function watchedPage(
  browser: Browser,
  allowed: readonly string[],
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  const strangers: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const address = request.url()
    if (!allowed.some((one) => address.startsWith(one)) && !address.startsWith('data:'))
      strangers.push(address)
  })
  return { page, faults, strangers }
}
