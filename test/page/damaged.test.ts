import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { needs } from '../support/tools/needs.ts'
import { busySandbox, contentOf, reportPage, sessionPage, withContent, withData } from './pages.ts'
import { pagesInBrowser } from './pages-in-browser.ts'

const { openPage, openRefused } = pagesInBrowser()

const html = sessionPage()
const content = contentOf(html)
const first = content.sessions[0]!
const busy = sessionPage(busySandbox())

/** The text of the page stands in its first screen. */
async function expectText(page: Page, said: string): Promise<void> {
  const text = page.locator('#page-text pre')
  expect(await text.textContent()).toContain(said)
  const { y } = (await text.boundingBox())!
  expect(y).toBeLessThan(400)
}

describe('a page that was changed by hand is refused, and shown as text', needs('browser'), () => {
  it.each([
    ['no page', '[]', 'must be an object'],
    ['no JSON', '{', 'is not JSON'],
    ['of another version', { ...content, version: 2 }, 'the content has format version 2; this alias-sandbox reads version 1'],
    ['with an unknown field', { ...content, more: 1 }, 'more'],
    ['with a session that is none', { ...content, sessions: [{}] }, 'session 1'],
    ['with an account twice', { ...content, sessions: [{ ...first, accounts: [...first.accounts, ...first.accounts] }] }, 'two accounts of one name'],
    ['that names a session it does not have', { ...content, session: 5 }, 'a session that it does not have'],
    ['that is nested too deep', `{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`, 'nested deeper'],
  ])('%s', async (_what, changed, said) => {
    const page = await openPage(withContent(html, changed))
    expect(await page.getByRole('alert').textContent()).toContain(said)
    await expectText(page, '4 requests, 2 actions, 1 mail')
  }) // prettier-ignore

  it.each([
    ['cut', (data: string) => data.slice(0, 100)],
    ['no base64', () => '!!!'],
    ['a bomb', () => gzipSync(Buffer.alloc(300_000_000)).toString('base64')],
  ])('%s', async (_what, change) => {
    const page = await openPage(withData(busy, change))
    expect(await page.getByRole('alert').textContent()).toMatch(/it is (?:damaged|too large)/)
    await expectText(page, '300 requests')
  })

  it('where only an older entry than those shown first is not valid', async () => {
    const changed = contentOf(busy)
    Object.assign(changed.sessions[0]!.accounts[0]!.history[1]!, { more: 1 })
    const page = await openPage(withContent(busy, changed))
    expect(await page.getByRole('alert').textContent()).toContain('history[1]')
    expect(await page.locator('[data-entry]').count()).toBe(0)
  })

  it('without its content', async () => {
    const page = await openPage(busy.replace(/<script [^>]*id="page-data">[^<]*<\/script>/, ''))
    expect(await page.getByRole('alert').textContent()).toContain('it is missing')
  })
})

describe('a page that was changed by hand', needs('browser'), () => {
  it('says where the sandbox answers otherwise', async () => {
    const changed = structuredClone(content)
    const call = changed.sessions[0]!.accounts[0]!.history.find(({ id }) => id === 'req_1')!
    if (call.type === 'call') call.response.status = 418
    const page = await openPage(withContent(html, changed))
    await page.getByRole('link', { name: 'Not as recorded: 1 answer, first req_1' }).click()
    await page.locator('#entry', { hasText: '418' }).waitFor()
  })

  it('runs no script but its own', async () => {
    const end = html.lastIndexOf('</body>')
    const changed = `${html.slice(0, end)}<script>document.title = "taken"</script>${html.slice(end)}`
    const page = await openRefused(changed)
    await page.locator('[data-entry]').first().waitFor()
    expect(await page.title()).not.toBe('taken')
  })

  it('does not run its own script with other words in it', async () => {
    const other = gzipSync('document.title = "taken"').toString('base64')
    const page = await openRefused(html.replace(/(id="page-script">)[^<]+/, `$1${other}`))
    await expectText(page, '4 requests')
    expect(await page.title()).not.toBe('taken')
  })
})

describe('where a page cannot run, its text is in the first screen', needs('browser'), () => {
  it.each([
    ['without scripts', reportPage(), { javaScriptEnabled: false }, ''],
    ['in a browser that cannot unpack it', reportPage(), {}, 'delete globalThis.DecompressionStream'],
    ['where a policy of others forbids its script', reportPage().replace(/script-src '[^;]*/, "script-src 'none'"), {}, ''],
    ['cut off in the middle', reportPage().slice(0, 200_000), {}, ''],
    ['cut off in its text', reportPage().replace(/(FAIL)[^]*/, '$1'), {}, ''],
  ])('%s', async (_where, changed, options, script) => {
    for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
      const page = await openRefused(changed, script, { ...options, viewport })
      await expectText(page, 'FAIL')
      await page.context().close()
    }
  }) // prettier-ignore

  it('prints nothing else', async () => {
    const page = await openRefused(reportPage(), '', { javaScriptEnabled: false })
    await page.emulateMedia({ media: 'print' })
    await expectText(page, 'FAIL')
  })
})
