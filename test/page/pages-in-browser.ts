import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { findBrowser } from '../support/tools/find-browser.js'
import { launchBrowser } from '../support/tools/launch-browser.js'

type Opening = BrowserContextOptions & { hash?: string; script?: string }

/** Opens pages in one browser for all tests of a file. */
export function pagesInBrowser() {
  let browser: Browser | undefined
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-page-'))
  beforeAll(async () => {
    if (findBrowser() !== undefined) browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Opens a page from the disk with the network off. The test fails if it logs an error or asks for anything. */
  async function openPage(
    html: string,
    { hash = '', script = '', ...options }: Opening = {},
  ): Promise<Page> {
    const file = join(folder, `${performance.now()}.html`)
    writeFileSync(file, html)
    const context = await browser!.newContext({
      viewport: { width: 1280, height: 900 },
      offline: true,
      acceptDownloads: true,
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const misdeeds: string[] = []
    page.on('pageerror', (error) => misdeeds.push(`threw ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') misdeeds.push(message.text())
    })
    page.on('dialog', (dialog) => {
      misdeeds.push(`opened a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      const { href, protocol } = new URL(request.url())
      const isOwn = href.startsWith(pathToFileURL(file).href) || protocol === 'blob:'
      if (!isOwn) misdeeds.push(`asked for ${href}`)
    })
    onTestFinished(async () => {
      await context.close()
      expect(misdeeds).toEqual([])
    })
    await page.addInitScript({ content: script })
    await page.goto(`${pathToFileURL(file).href}${hash}`)
    return page
  }

  /** Opens a page in which a script fails or is refused: the browser logs that as an error. */
  async function openRefused(
    html: string,
    script = '',
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const file = join(folder, 'refused.html')
    writeFileSync(file, html)
    const context = await browser!.newContext({ offline: true, ...options })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.addInitScript({ content: script })
    await page.goto(pathToFileURL(file).href)
    return page
  }

  return { openPage, openRefused }
}
