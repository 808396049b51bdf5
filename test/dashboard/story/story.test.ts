import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, line } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

/** The ids of the entries of the list, from top to bottom. */
function idsOf(page: Page): Promise<(string | null)[]> {
  return page
    .locator('[data-entry]')
    .evaluateAll((lines) => lines.map((each) => each.getAttribute('data-entry')))
}

describe('the story', needs('browser'), () => {
  it('tells calls, actions and what followed on the clock, newest first, each with its reason', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due', ...stopped })
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.create({ label: 'shop' })
    await control.do('settle_invoice', {})
    await client.create({ label: 'shop' })
    await control.do('advance_clock', { by: '25h' })
    await client.list('?limit=3')
    const page = await openDashboard(sandbox, {
      place: 'default/story',
      viewport: { width: 1440, height: 900 },
    })
    const list = page.getByRole('list', { name: 'Entries, newest first' })
    await line(page, 'req_3').getByText('GET /v1/aliases?limit=3').waitFor()
    const ids = 'req_3 act_2 evt_1 evt_2 req_2 act_1 req_1 start_1'
    expect(await idsOf(page)).toEqual(ids.split(' '))
    expect(await line(page, 'req_1').innerText()).toMatch(
      /403 Payment failed[^]*POST \/v1\/aliases[^]*payment failed[^]*{"label":"shop"}/,
    )
    await line(page, 'act_1').getByText('The open invoice was paid').waitFor()
    await line(page, 'evt_2').getByText('A new day began').waitFor()
    expect(await list.locator('.day').allInnerTexts()).toEqual(['2026-03-02', '2026-03-01'])
  })

  it('says why an action was refused, and who tried it', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox)
      .do('settle_invoice', {})
      .catch(() => {})
    const page = await openDashboard(sandbox, {
      place: 'default/story',
      viewport: { width: 768, height: 900 },
    })
    const refused = line(page, 'act_1')
    await refused.getByText('Not done: Pay the invoice').waitFor()
    await refused
      .getByText(/invoice/)
      .nth(1)
      .waitFor()
    await refused.click()
    await page.getByRole('article').getByText('by the control API').waitFor()
  })

  it('shows what was taken back as taken back, and brought back when it was brought back', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    await control.do('cancel_subscription', {})
    await control.send('POST', 'accounts/default/undo', {})
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await line(page, 'act_1').getByText('taken back').waitFor()
    expect(await line(page, 'undo_1').getByText('taken back').count()).toBe(0)
    await control.send('POST', 'accounts/default/undo', { to: 'undo_1' })
    await line(page, 'undo_1').getByText('taken back').waitFor()
    expect(await line(page, 'act_1').getByText('taken back').count()).toBe(0)
  })

  it('is filtered by kind, outcome and text; an empty result says what is empty and how to go on', async () => {
    const sandbox = await freshSandbox(stopped)
    const client = apiClient(sandbox)
    await client.create({ label: 'Bücher' })
    await client.list('?limit=0')
    await controlClient(sandbox).do('advance_clock', { by: '1d' })
    const page = await openDashboard(sandbox, {
      place: 'default/story',
      viewport: { width: 390, height: 844 },
    })
    await button(page, /^Clock/).click()
    await line(page, 'req_1').waitFor({ state: 'detached' })
    await page.getByText('A new day began').waitFor()
    await button(page, /^Calls/).click()
    await page.getByLabel('Outcome').selectOption({ label: 'Malformed request (1)' })
    await page.getByText('1 of').waitFor()
    expect(await idsOf(page)).toEqual(['req_2'])
    await page.getByLabel('Search the story').fill('BÜCHER')
    await page.getByText('No call got “Malformed request” with “BÜCHER” in this story.').waitFor()
    await button(page, 'Clear the filter').click()
    await page.getByLabel('Search the story').fill('BÜCHER')
    await line(page, 'req_2').waitFor({ state: 'detached' })
    expect(await idsOf(page)).toEqual(['req_1'])
  })

  it('keeps its filter in the address, for a colleague and after a reload, and drops it with the account', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.create({ label: 'Bücher & more' })
    await client.create({ label: 'shop' })
    await client.list('?limit=0')
    await control.send('POST', 'accounts', { name: 'ann' })
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await button(page, /^Calls/).click()
    await page.getByLabel('Outcome').selectOption({ label: 'Alias created (2)' })
    await page.getByLabel('Search the story').fill('bücher & ')
    await line(page, 'req_2').waitFor({ state: 'detached' })
    await line(page, 'req_1').click()
    await page.getByRole('article').waitFor()
    const colleague = await openDashboard(sandbox, { place: page.url().split('#/')[1]! })
    await colleague.getByRole('article').getByText('Bücher & more').first().waitFor()
    expect(await idsOf(colleague)).toEqual(['req_1'])
    expect(await colleague.getByLabel('Search the story').inputValue()).toBe('bücher &')
    await page.reload()
    await line(page, 'req_1').waitFor()
    expect(await idsOf(page)).toEqual(['req_1'])
    await page.getByRole('combobox', { name: 'Account' }).selectOption('ann')
    await line(page, 'start_1').waitFor()
    expect(page.url()).toMatch(/#\/ann\/story$/)
  })

  it('shows new entries as they come, also while one is open, and lists the one that a link leads to', async () => {
    const sandbox = await freshSandbox(stopped)
    const client = apiClient(sandbox)
    await client.list('?limit=1')
    const page = await openDashboard(sandbox, {
      place: 'default/story/req_1',
      viewport: { width: 1440, height: 900 },
    })
    await line(page, 'req_1').waitFor()
    await client.list('?limit=2')
    await line(page, 'req_2').waitFor()
    await page.getByRole('article').getByText('limit=1').first().waitFor()
    await page.evaluate(`location.hash = '#/default/story/req_2'`)
    await page.getByRole('article').getByText('limit=2').first().waitFor()
    await page.locator('[data-entry=req_2][aria-current=true]').waitFor()
  })

  it('stands beside the open entry on a wide screen, and can be walked through by keys', async () => {
    const sandbox = await freshSandbox(stopped)
    const client = apiClient(sandbox)
    for (const limit of [1, 2, 3]) await client.list(`?limit=${limit}`)
    const page = await openDashboard(sandbox, {
      place: 'default/story',
      viewport: { width: 2560, height: 1300 },
    })
    await line(page, 'req_3').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const article = page.getByRole('article')
    await article.getByText('/v1/aliases?limit=2').waitFor()
    expect(await line(page, 'req_3').isVisible()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await article.getByText('/v1/aliases?limit=1').waitFor()
    await page.keyboard.press('k')
    await article.getByText('/v1/aliases?limit=2').waitFor()
    await page.keyboard.press('Escape')
    await article.waitFor({ state: 'detached' })
    expect(await page.evaluate<string>('document.activeElement.dataset.entry')).toBe('req_2')
  })

  it('gives its place to the open entry on a phone, and comes back where it was left', async () => {
    const sandbox = await freshSandbox({ scenario: 'unlimited' })
    const client = apiClient(sandbox)
    for (let call = 0; call < 30; call += 1) await client.list('?limit=1')
    const page = await openDashboard(sandbox, {
      place: 'default/story',
      viewport: { width: 360, height: 740 },
    })
    await line(page, 'req_8').scrollIntoViewIfNeeded()
    const before = await page.evaluate<number>('scrollY')
    expect(before).toBeGreaterThan(500)
    await line(page, 'req_8').click()
    await page.getByRole('article').waitFor()
    expect(await line(page, 'req_8').isVisible()).toBe(false)
    expect(await page.evaluate<number>('scrollY')).toBe(0)
    await page.getByRole('link', { name: 'Back to the story' }).click()
    await line(page, 'req_8').waitFor()
    expect(await page.evaluate<number>('scrollY')).toBe(before)
  })

  it('opens a link to any kind of entry, and says so if the entry does not exist', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    await apiClient(sandbox).create({})
    await control.do('advance_clock', { by: '1d' })
    await control.send('POST', 'accounts/default/undo', {})
    for (const [id, text] of [
      ['act_1', 'The clock moved forward'],
      ['evt_2', 'A new day began'],
      ['start_1', 'The account started'],
      ['undo_1', 'with its clock, aliases, limits and keys'],
      ['req_99', 'req_99 is not in this story'],
    ] as const) {
      const page = await openDashboard(sandbox, {
        place: `default/story/${id}`,
        viewport: { width: 820, height: 1100 },
      })
      await page.getByRole('region', { name: 'Open entry' }).getByText(text).first().waitFor()
    }
  })

  it('loads older entries on demand, and finds one of them by its link', async () => {
    const aliases = ['+1h', '+3h', '+5h'].flatMap((time) =>
      Array.from({ length: 800 }, () => ({ label: 'short', expires_at: time })),
    )
    const sandbox = await freshSandbox({ with: { ...stopped.with, aliases } })
    for (let hours = 0; hours < 6; hours += 2) {
      await controlClient(sandbox).do('advance_clock', { by: '2h' })
    }
    const page = await openDashboard(sandbox, { place: 'default/story/act_1' })
    await page.getByRole('article').getByText('The clock moved forward').first().waitFor()
    await page.goto(`${sandbox.url}/_sandbox/#/default/story`)
    await page.getByText(/1,\d{3} clock events/).waitFor()
    await button(page, /^Actions/).click()
    await button(page, 'Load older').click()
    await line(page, 'act_1').waitFor()
    await button(page, /^All/).click()
    await page.getByText('2,400 clock events').waitFor()
  })

  it('says when older entries were dropped, but not after a reset', async () => {
    const sandbox = await freshSandbox({ scenario: 'unlimited', maxRequests: 20 })
    const client = apiClient(sandbox)
    await client.list('?limit=1')
    await controlClient(sandbox).do('reset', {})
    const page = await openDashboard(sandbox, { place: 'default/story' })
    await line(page, 'start_1').waitFor()
    expect(await page.getByText('Older entries were dropped').count()).toBe(0)
    for (let call = 0; call < 200; call += 1) await client.list('?limit=1')
    await page.reload()
    await page.getByText('Older entries were dropped').waitFor()
  })
})
