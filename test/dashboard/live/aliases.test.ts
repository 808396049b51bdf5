import type { Page, Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser, type View } from '../browser.ts'
import { button, idsOf, line, openTab, region, told, unfold } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const
const hostile = '<img src=x onerror="document.title=1">'

/** One alias in the list, by a text in it. */
const aliasWith = (page: Page, hasText: string) =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText })

async function openAliases(sandbox: { url: string }, view: View = {}): Promise<Page> {
  const page = await openDashboard(sandbox, view)
  await openTab(page, 'Aliases')
  return page
}

describe('the aliases', needs('browser'), () => {
  it('are counted, and 10,000 of them are searched without loading all', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 9_999 })
    await control.do('create_alias', { label: 'Needle in a haystack' })
    const page = await openAliases(sandbox)
    await page.getByText('10,000 aliases').waitFor()
    const largest = largestAnswer(page)
    await page.getByLabel('Search the aliases').pressSequentially('NEEDLE in')
    await page.getByText('1 alias', { exact: true }).waitFor()
    await aliasWith(page, 'Needle in a haystack').waitFor()
    expect(await largest()).toBeLessThanOrEqual(20)
  })

  it('are suspended and resumed, and say why nothing can be forwarded', async () => {
    const sandbox = await freshSandbox({ scenario: 'suspended_mix' })
    const page = await openAliases(sandbox)
    await unfold(aliasWith(page, 'bank'), 'bank')
    const forward = button(page, 'Forward a message to bank')
    await forward.press('Enter')
    await page.getByRole('alert').getByText('resume it first').waitFor()
    await button(page, 'Resume bank').click()
    await told(page, 'was resumed').waitFor()
    await forward.click()
    await told(page, '1 message was forwarded').waitFor()
  })

  it('expire by the clock, at one press', async () => {
    const sandbox = await freshSandbox(stopped)
    await controlClient(sandbox).do('create_alias', { label: 'brief', expires_at: '+10m' })
    const page = await openAliases(sandbox)
    await unfold(aliasWith(page, 'brief'), 'brief')
    await button(page, /^Move the clock to where/).click()
    await told(page, /The clock is now 12:10:00\. .*expired/).waitFor()
    await aliasWith(page, 'brief').waitFor({ state: 'detached' })
  })

  it('fit a phone, whatever their texts, each in its own direction', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    for (const label of ['x'.repeat(10_000), 'שלום '.repeat(50), '🎉'.repeat(200), hostile]) {
      await control.do('create_alias', { label })
    }
    const page = await openAliases(sandbox, { viewport: { width: 320, height: 640 } })
    await page.getByText('4 aliases', { exact: true }).waitFor()
    await aliasWith(page, hostile).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320)
    const labels = await page.evaluate(
      `[...document.querySelectorAll('[role=tabpanel] .label')].map((each) =>
        [each.clientHeight < 30, getComputedStyle(each).direction])`,
    )
    const directions = ['ltr', 'ltr', 'rtl', 'ltr'] // newest first
    expect(labels).toEqual(directions.map((direction) => [true, direction]))
  })

  it('come back by Undo after they were deleted, which the question says', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('create_alias', { label: 'dear' })
    const page = await openAliases(sandbox)
    await unfold(aliasWith(page, 'dear'), 'dear')
    await aliasWith(page, 'dear')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByText('Undo brings it back').waitFor()
    await button(page, 'Delete permanently').click()
    await page.getByText('0 aliases', { exact: true }).waitFor()
    await button(page.getByRole('tabpanel'), 'Undo').click()
    await aliasWith(page, 'dear').waitFor()
  })

  it('show what the tester creates and what clients create', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openAliases(sandbox)
    await apiClient(sandbox).create({ label: 'of a client' })
    await aliasWith(page, 'of a client').waitFor()
    await unfold(page, 'New alias')
    await page.getByLabel('Label').fill('of the tester')
    await page.keyboard.press('Enter')
    await told(page, 'An alias was created: “of the tester”.').waitFor()
    await aliasWith(page, 'of the tester').waitFor()
    await page.getByText('2 aliases', { exact: true }).waitFor()
  })

  it('stay on a page that exists when the last ones are deleted', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('populate_aliases', { count: 21 })
    const page = await openAliases(sandbox)
    await button(page, 'Next').click()
    await page.getByText('Page 2 of 2').waitFor()
    const rows = page.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.locator('summary').click()
    await rows.getByRole('button', { name: /^Delete/ }).click()
    await button(page, 'Delete permanently').click()
    await page.getByText('20 aliases', { exact: true }).waitFor()
    await expect.poll(() => rows.count()).toBe(20)
  })

  it('lead to the history of one of them', async () => {
    const sandbox = await freshSandbox(stopped)
    const client = apiClient(sandbox)
    for (const label of ['shop', 'bank']) await client.create({ label })
    await controlClient(sandbox).do('arm_fault', { kind: 'outage' })
    await controlClient(sandbox).do('clear_faults', { id: 'fault_1' })
    const page = await openAliases(sandbox)
    await unfold(aliasWith(page, 'shop'), 'shop')
    await aliasWith(page, 'shop').getByRole('link', { name: 'Its history' }).click()
    await line(page, 'req_2').waitFor({ state: 'detached' })
    expect(await idsOf(page)).toEqual(['req_1'])
    const filter = region(page, 'History').getByRole('combobox', { name: 'Alias' })
    const offered = await filter.locator('option').allTextContents()
    expect(offered.map((each) => each.replace(/ \(.*/, '')).toSorted()).toEqual([
      'All aliases',
      'bank',
      'shop',
    ])
    await filter.selectOption('')
    await line(page, 'req_2').waitFor()
  })
})

/** The most aliases that one answer brought since. */
function largestAnswer(page: Page): () => Promise<number> {
  const answers: Response[] = []
  page.on('response', (response) => {
    if (response.url().includes('/aliases?')) answers.push(response)
  })
  // Read when it is asked: an answer that comes after the test has no page any more.
  return async () => {
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    return Math.max(...bodies.map(({ aliases }: { aliases: unknown[] }) => aliases.length))
  }
}
