import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { writePage } from '../../src/node/work/write-page.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { historyOf } from './pages.ts'
import { pagesInBrowser } from './pages-in-browser.ts'

const { openPage } = pagesInBrowser()

/** The page of a result in which all that somebody else may have written is this text. */
function pageOf(odd: string): string {
  const sandbox = coreSandbox({ aliases: [{ label: odd.slice(0, 90), id: 'shop' }] })
  callCore(sandbox, { body: JSON.stringify({ label: odd.slice(0, 90_000) }) })
  callCore(sandbox, { query: `limit=${encodeURIComponent(odd.slice(0, 500))}`, method: 'GET' })
  const mail = { to: 'shop@alias-sandbox.example', subject: odd.slice(0, 500), text: odd.slice(0, 500) }
  sandbox.perform(sandbox.account('default'), 'deliver_mail', mail, MACHINE_MS)
  return writePage({
    note: odd.slice(0, 5_000),
    result: {
      name: odd,
      headline: odd,
      cases: [{ name: odd, title: odd, status: 'fail', message: odd, details: [odd], output: odd }],
      notes: [odd, { as: 'code', title: odd, lines: [odd] }],
      history: historyOf(sandbox),
    },
  })
} // prettier-ignore

async function expectPlain(page: Page): Promise<void> {
  expect(await page.locator('img, iframe, object, svg script, base, form[action]').count()).toBe(0)
  // Its content, its script packed and unpacked, the licences and the loader.
  expect(await page.locator('script').count()).toBe(5)
}

describe('what others wrote stays text', needs('browser'), () => {
  it.each([
    ['the end of a script', '</script><img src=x onerror=alert(1)>'],
    [
      'the end of the text',
      '</pre></main><img src=x onerror=alert(1)><base href="//evil.example">',
    ],
    ['the end of the style', '</style></title><script>alert(1)</script>'],
    ['a comment', '<!--<script>'],
    ['line separators', 'a\u2028b\u2029c'],
    ['turned letters', '\u202eevil\u2066'],
    ['a link', 'javascript:alert(1) req_1 ../../req_1'],
    ['a long label', 'x'.repeat(1_000_000)],
  ])('%s', async (_what, odd) => {
    const html = pageOf(odd)
    const page = await openPage(html)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await expectPlain(page)
    await page.getByRole('link', { name: 'Live' }).click()
    await page.locator('[data-entry=req_1]').click()
    await page.getByText('Checks, in order').waitFor()
    await expectPlain(page)
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.locator('.mails a').first().click()
    await expectPlain(page)
    const asText = await openPage(html, { javaScriptEnabled: false })
    expect(await asText.locator('img, iframe, object, base').count()).toBe(0)
  })
})
