import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import { undoIn } from '../../src/history/replay/undo.ts'
import { MACHINE_MS } from '../support/core/core-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { button, line, openTab, region } from '../dashboard/page.ts'
import { busySandbox, casesPage, carelessSandbox, reportPage, sessionPage } from './pages.ts'
import { pagesInBrowser } from './pages-in-browser.ts'

const { openPage } = pagesInBrowser()

describe('a page that is opened from the disk, without a network', needs('browser'), () => {
  it('says what was found, and each entry that it names is a click away', async () => {
    const page = await openPage(reportPage())
    await page.getByRole('heading', { name: /^etiquette: 1 of \d+ rules failed/ }).waitFor()
    await page.getByRole('link', { name: 'req_3' }).first().click()
    await page.locator('#entry', { hasText: '503' }).waitFor()
    expect(page.url()).toMatch(/#\/default\/live\/req_3$/)
    await page.getByText('Checks, in order').waitFor()
  })

  it('says first why it was sent, what it shows, and that the sandbox still answers so', async () => {
    const page = await openPage(sessionPage(carelessSandbox(), 'Why is req_3 a 503?'))
    const banner = region(page, 'This page')
    await banner.getByText('4 requests, 2 actions, 1 mail. All answers are as recorded.').waitFor()
    await banner.getByRole('link', { name: 'req_3' }).click()
    await page.locator('#entry', { hasText: '503' }).waitFor()
  })

  it.each([
    ['#req_2', /503/],
    ['#act_2', /clock/],
    ['#/default/live/req_1', /200/],
  ])('opens at %s', async (hash, heading) => {
    const page = await openPage(sessionPage(), { hash })
    await page.locator('#entry').waitFor()
    expect(await page.locator('#entry').textContent()).toMatch(heading)
  })

  it('has the mails, with their codes', async () => {
    const page = await openPage(sessionPage())
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('link', { name: /Your code/ }).click()
    await page.getByRole('article').getByText('Your code is 482913.').waitFor()
    await button(page, 'Copy 482913').first().waitFor()
  })

  it('shows each case of a result, with what happened in it', async () => {
    const page = await openPage(casesPage(), { hash: '#case-2' })
    await page.getByText('at client.js:3').waitFor()
    await page.getByText('alias-sandbox exec -- node client.js').waitFor()
    await page.getByRole('link', { name: 'What happened in it' }).first().click()
    await line(page, 'req_3').waitFor()
    expect(page.url()).toContain('#case-2/')
    await page.getByRole('link', { name: 'Result' }).click()
    await page.locator('.cases.pass summary').click()
    await page.locator('#case-1').getByRole('link', { name: 'What happened in it' }).click()
    await line(page, 'start_1').waitFor()
    expect(await line(page, 'req_1').count()).toBe(0)
  })

  it('shows nothing of a case that was left while it was loaded', async () => {
    const page = await openPage(casesPage())
    await page.getByRole('link', { name: 'What happened in it' }).first().waitFor()
    await page.evaluate(`for (const number of [1, 2, 1]) {
      location.hash = '#case-' + number + '/default/live'
      dispatchEvent(new Event('hashchange'))
    }`)
    await line(page, 'start_1').waitFor()
    expect(await line(page, 'req_1').count()).toBe(0)
  })

  it('shows the newest entries before the session is replayed, then all', async () => {
    const page = await openPage(sessionPage(busySandbox()), {
      script: noteTextAt('[data-entry=req_300]'),
    })
    await page.getByText('All answers are as recorded.').waitFor()
    const text = await page.evaluate<string>('globalThis.textThen')
    expect(text).toContain('Checking …')
    await button(page, 'Show older').click()
    await line(page, 'req_201').waitFor()
  })

  it('shows a history that went back to an entry older than the newest', async () => {
    const sandbox = busySandbox()
    undoIn(sandbox, sandbox.account('default'), 'req_100', MACHINE_MS + 1_000)
    const page = await openPage(sessionPage(sandbox))
    await page.getByText('All answers are as recorded.').waitFor()
    await line(page, 'undo_1').waitFor()
  })

  it('lets nothing be changed, and says why', async () => {
    const page = await openPage(sessionPage(), { hash: '#req_2' })
    await page.getByText('All answers are as recorded.').waitFor()
    expect(await button(page, 'Undo to before this').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Close the entry' }).click()
    for (const name of ['Send', 'Break', 'Plan', 'Clock', 'Limits', 'Aliases']) {
      const tab = await openTab(page, name)
      await tab.getByText('Nothing can be changed before “Continue from here”.').waitFor()
      const changing = tab.locator('fieldset :is(button, input, select, textarea):enabled')
      const enabled = await changing.evaluateAll((found) => found.map((each) => each.outerHTML))
      expect(
        enabled.filter((html) => !/type="search"|Copy|Next/.test(html)),
        name,
      ).toEqual([])
    }
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('link', { name: /Your code/ }).waitFor()
    expect(await page.getByRole('button', { name: /^(?:Send|Empty)/ }).count()).toBe(0)
    await page.getByRole('button', { name: /^Scenario/ }).click()
    await page.getByRole('dialog').getByText('Nothing can be changed').waitFor()
    expect(await page.getByRole('dialog').locator('.choices button:enabled').count()).toBe(0)
  })
})

/** A script of the page: keeps what can be seen when an element is there for the first time. */
function noteTextAt(selector: string): string {
  return `new MutationObserver((_changes, observer) => {
    if (!document.querySelector('${selector}')) return
    observer.disconnect()
    globalThis.textThen = document.body.innerText
  }).observe(document, { childList: true, subtree: true })`
}
