import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import '../support/process/fresh-build.js'
import type { RunningSandbox } from '../../src/node/start.ts'
import { findBrowser } from '../support/tools/find-browser.js'
import { launchBrowser } from '../support/tools/launch-browser.js'

// DNS rebinding: a foreign name that resolves to this machine.
const hosts = ['MAP rebound.example 127.0.0.1']

let browser: Browser | undefined

/** Starts a browser for the tests of a file. Where there is none, the tests that need one are skipped. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (findBrowser() !== undefined) browser = await launchBrowser({ hosts })
  })
  afterAll(() => browser?.close())
}

/** The address and appearance of the dashboard. */
export type View = BrowserContextOptions & {
  /** The part after `#/`. Default: the overview of account `default`. */
  place?: string
  /** Errors that the page may log, because the browser kept a foreign text from something. */
  blocked?: RegExp
}

/**
 * Opens the dashboard in a new window and closes it when the test ends. The test fails if the page logs
 * an error, opens a dialog or sends a request to another server.
 */
export async function openDashboard(
  sandbox: Pick<RunningSandbox, 'url'>,
  { place = '', blocked = /^$/, ...options }: View = {},
): Promise<Page> {
  const context = await browser!.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const misdeeds: string[] = []
  page.on('pageerror', (error) => misdeeds.push(`threw ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !isAnswer(text) && !blocked.test(text)) misdeeds.push(text)
  })
  page.on('dialog', (dialog) => {
    misdeeds.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== sandbox.url && protocol !== 'blob:' && protocol !== 'data:')
      misdeeds.push(`asked ${request.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(misdeeds).toEqual([])
  })
  await page.goto(`${sandbox.url}/_sandbox/#/${place}`)
  return page
}

/** A window with a hostile page of another origin. */
export async function openForeignPage(html = ''): Promise<Page> {
  const context = await browser!.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>evil</title>${html}` }),
  )
  await page.goto('http://evil.example/')
  return page
}

/** The browser logs each answer of 400 and above, and each lost connection; the page shows them itself. */
function isAnswer(text: string): boolean {
  return text.startsWith('Failed to load resource')
}

/** The text that the page copied to the clipboard. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}
