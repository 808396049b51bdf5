import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, message } from '../page.ts'

useBrowser()

const place = 'default/aliases'
const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const
const hostile = '<img src=x onerror="document.title=1">'

/** The line of one alias, by a text in it. */
const aliasWith = (page: Page, hasText: string) => page.getByRole('row').filter({ hasText })

describe('the aliases on the dashboard', needs('browser'), () => {
  it('are counted in words, and 10,000 of them are searched without loading all', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 9_999 })
    await control.do('create_alias', { label: 'Needle in a haystack' })
    const page = await openDashboard(sandbox, { place })
    await page.getByText('10,000 aliases').waitFor()
    const largest = largestAnswer(page)
    await page.getByLabel('Search').pressSequentially('NEEDLE in')
    await page.getByText('1 alias', { exact: true }).waitFor()
    await aliasWith(page, 'Needle in a haystack').waitFor()
    expect(await largest()).toBeLessThanOrEqual(20)
  })

  it('say that nothing matches, and lead back to all', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('create_alias', { label: 'shop' })
    const page = await openDashboard(sandbox, { place, viewport: { width: 390, height: 844 } })
    await page.getByLabel('Search').fill(hostile)
    await page.getByText(`No alias matches “${hostile}”.`).waitFor()
    await button(page, 'Show all aliases').click()
    await aliasWith(page, 'shop').waitFor()
    expect(await page.getByLabel('Search').inputValue()).toBe('')
  })

  it('are filtered by status, and an empty status says so', async () => {
    const sandbox = await freshSandbox({ scenario: 'suspended_mix' })
    const page = await openDashboard(sandbox, { place })
    await page.getByText('4 aliases').waitFor()
    await page.getByLabel('Status').selectOption('Suspended')
    await page.getByText('2 aliases').waitFor()
    await page.getByLabel('Status').selectOption('Expired')
    await page.getByText('No alias that is expired.').waitFor()
  })

  it('say in words why nothing can be forwarded', async () => {
    const sandbox = await freshSandbox({ scenario: 'suspended_mix' })
    const page = await openDashboard(sandbox, { place })
    const forward = button(page, 'Forward a message to bank')
    await expect.poll(() => forward.getAttribute('title')).toContain('resume it first')
    await forward.click({ force: true })
    await button(page, 'Resume bank').click()
    await message(page, 'was resumed').waitFor()
    await forward.click()
    await message(page, '1 message was forwarded to').waitFor()
  })

  it('are cards on a phone: nothing needs scrolling to the side, whatever their texts', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    for (const label of ['x'.repeat(10_000), 'שלום '.repeat(50), '🎉'.repeat(200), hostile]) {
      await control.do('create_alias', { label })
    }
    const page = await openDashboard(sandbox, { place, viewport: { width: 360, height: 740 } })
    await page.getByText('4 aliases').waitFor()
    await aliasWith(page, hostile).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    const rows = page.locator('tbody').getByRole('row')
    const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(300)
  })

  it('come back by Undo after they were deleted, which the question says', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('create_alias', { label: 'dear' })
    const page = await openDashboard(sandbox, { place, viewport: { width: 820, height: 1180 } })
    await aliasWith(page, 'dear')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByText('Undo brings it back').waitFor()
    await button(page, 'Delete permanently').click()
    await page.getByText('No alias yet.').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).last().click()
    await aliasWith(page, 'dear').waitFor()
  })

  it('show at once what the tester creates and deletes, and soon what clients create', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    for (const label of ['shop', 'bank']) await control.do('create_alias', { label })
    const page = await openDashboard(sandbox, { place })
    await deleteAlias(page, 'bank')
    await aliasWith(page, 'bank').waitFor({ state: 'detached' })
    await aliasWith(page, 'shop').hover()
    await apiClient(sandbox).create({ label: 'of a client' })
    await aliasWith(page, 'of a client').waitFor()
    await page.getByLabel('Label').fill('of the tester')
    await page.keyboard.press('Enter')
    await aliasWith(page, 'of the tester').waitFor()
    await page.getByText('3 aliases').waitFor()
  })

  it('stay on a page that exists when the last ones are deleted', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 21 })
    const page = await openDashboard(sandbox, { place })
    await button(page, 'Next').click()
    await page.getByText('Page 2 of 2').waitFor()
    const rows = page.locator('tbody').getByRole('row')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByRole('button', { name: /^Delete/ }).click()
    await button(page, 'Delete permanently').click()
    await page.getByText('20 aliases').waitFor()
    await expect.poll(() => rows.count()).toBe(20)
  })

  it('of another account are never shown under the name of this one', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).send('POST', 'accounts', { name: 'anna', scenario: 'plus' })
    await controlClient(sandbox).do('create_alias', { label: 'of default' })
    await controlClient(sandbox, 'anna').do('create_alias', { label: 'of anna' })
    const page = await openDashboard(sandbox, { place })
    await page.getByLabel('Search').fill('of default')
    await aliasWith(page, 'of default').waitFor()
    await page.getByRole('combobox', { name: 'Account' }).first().selectOption('anna')
    await aliasWith(page, 'of anna').waitFor()
    expect(await aliasWith(page, 'of default').count()).toBe(0)
  })
})

async function deleteAlias(page: Page, label: string): Promise<void> {
  await aliasWith(page, label)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await button(page, 'Delete permanently').click()
}

/** The most aliases that one answer brought since. */
function largestAnswer(page: Page): () => Promise<number> {
  const counts: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/aliases?')) return
    counts.push(
      response.json().then(
        (body: { aliases: unknown[] }) => body.aliases.length,
        () => 0, // the page left an answer that it no longer needed
      ),
    )
  })
  return async () => Math.max(...(await Promise.all(counts)))
}
