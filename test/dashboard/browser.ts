import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { RunningSandbox } from '../../src/start.ts'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

let browser: Browser | undefined

/** Has a Chromium for the tests of a file. */
export function useChromium(): void {
  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) {
      throw new Error(
        `There is no ${CHROMIUM}, and these tests need one: apt-get install chromium (or set CHROMIUM to another).`,
      )
    }
    browser = await chromium.launch({ executablePath: CHROMIUM, args: flags })
  })
  afterAll(() => browser?.close())
}

/** Where the dashboard lies, and what it looks like there. */
export type View = BrowserContextOptions & {
  /** Behind `#/`; the overview of account default when left out. */
  place?: string
}

/**
 * A window of its own on the dashboard, closed when the test ends. A test in which the page logs an
 * error, opens a dialog or asks anybody but the sandbox fails.
 */
export async function openDashboard(
  sandbox: Pick<RunningSandbox, 'url'>,
  { place = '', ...options }: View = {},
): Promise<Page> {
  const context = await browser!.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const misdeeds: string[] = []
  page.on('pageerror', (error) => misdeeds.push(`threw ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isAnswer(message.text())) misdeeds.push(message.text())
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

/** The browser logs each answer of 400 and above, and each lost connection; the page tells of them itself. */
function isAnswer(text: string): boolean {
  return /^Failed to load resource/.test(text)
}

/** What the page put into the clipboard. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()')
}
