import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchBrowser } from '../../support/tools/launch-browser.js'

/** Pages in a browser that come from a server of their own, which has `files` by their paths, and an empty page. */
export function usePages(files: Readonly<Record<string, () => Promise<string>>> = {}) {
  let browser: Browser
  const server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    if (!isScript) return response.end('<!doctype html><title>page</title>')
    files[url]?.().then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
    return undefined
  })
  beforeAll(async () => {
    browser = await launchBrowser()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async open(): Promise<Page> {
      const page = await browser.newPage()
      onTestFinished(() => page.close())
      await page.goto(origin())
      return page
    },
  }
}
