import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from '../browser.ts'
import { button, idsOf, line, region, told, unfold } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

/** The entry that is open. */
const opened = (page: Page) => region(page, 'Open entry')
const search = (page: Page) => page.getByLabel('Search the history')

describe('the history', needs('browser'), () => {
  it('tells requests and actions, newest first, each with its reason and what followed on the clock', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due', ...stopped })
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.create({ label: 'shop' })
    await control.do('settle_invoice', {})
    await client.create({ label: 'shop' })
    await control.do('advance_clock', { by: '25h' })
    await client.list('?limit=3')
    const page = await openDashboard(sandbox)
    await line(page, 'req_3').getByText('GET /v1/aliases?limit=3').waitFor()
    expect(await idsOf(page)).toEqual('req_3 act_2 req_2 act_1 req_1 start_1'.split(' '))
    expect(await line(page, 'req_1').innerText()).toMatch(
      /403 Payment failed[^]*POST \/v1\/aliases[^]*payment failed/,
    )
    await line(page, 'act_2')
      .getByText(/then: .*A new day began/)
      .waitFor()
    const days = page.getByRole('list', { name: 'Entries, newest first' }).locator('.day')
    expect(await days.allInnerTexts()).toEqual(['2026-03-01'])
  })

  it('asks to connect a client, until a request comes', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await button(page, 'Connect your client').click()
    await page.getByRole('dialog', { name: 'Connect your client' }).waitFor()
    await page.keyboard.press('Escape')
    await apiClient(sandbox).list()
    await line(page, 'req_1').waitFor()
    expect(await button(page, 'Connect your client').count()).toBe(0)
  })

  it('says why an action was refused, and who tried it', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox)
      .do('settle_invoice', {})
      .catch(() => {})
    const page = await openDashboard(sandbox, { viewport: { width: 768, height: 900 } })
    await line(page, 'act_1').getByText('Not done: Pay the invoice').click()
    await opened(page).getByText('by the control API').waitFor()
    await opened(page)
      .getByText(/no open invoice/i)
      .waitFor()
  })

  it('is filtered by kind and text, says that nothing matches, and shows all again', async () => {
    const sandbox = await freshSandbox(stopped)
    const client = apiClient(sandbox)
    await client.create({ label: 'Bücher' })
    await client.list('?limit=0')
    await controlClient(sandbox).do('advance_clock', { by: '1d' })
    const page = await openDashboard(sandbox, { viewport: { width: 390, height: 844 } })
    await button(page, 'Clock').click()
    await line(page, 'req_1').waitFor({ state: 'detached' })
    await page.getByText('A new day began').waitFor()
    await button(page, 'Requests').click()
    await search(page).fill('BÜCHER')
    await line(page, 'req_2').waitFor({ state: 'detached' })
    expect(await idsOf(page)).toEqual(['req_1'])
    await search(page).fill('<b>nothing</b>')
    await page.getByText('No entry of the history matches the filter.').waitFor()
    await button(page, 'Show all').click()
    await line(page, 'start_1').waitFor()
  })

  it('keeps its filter in the address, for a colleague and after a reload', async () => {
    const sandbox = await freshSandbox(stopped)
    const client = apiClient(sandbox)
    await client.create({ label: 'Bücher & more' })
    await client.create({ label: 'shop' })
    const page = await openDashboard(sandbox)
    await button(page, 'Requests').click()
    await search(page).fill('bücher & ')
    await line(page, 'req_2').waitFor({ state: 'detached' })
    await line(page, 'req_1').click()
    await opened(page).waitFor()
    const colleague = await openDashboard(sandbox, { place: page.url().split('#/')[1]! })
    await opened(colleague).getByText('Bücher & more').first().waitFor()
    expect(await idsOf(colleague)).toEqual(['req_1'])
    await page.reload()
    await line(page, 'req_1').waitFor()
    expect(await idsOf(page)).toEqual(['req_1'])
  })

  it('loads older entries on demand, and finds one of them by its link', async () => {
    const sandbox = await freshSandbox({ scenario: 'unlimited', maxRequests: 4_000, ...stopped })
    const client = apiClient(sandbox)
    for (let sent = 0; sent < 2_100; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => client.list('?limit=1')))
    const page = await openDashboard(sandbox, { place: 'default/live/req_1' })
    await opened(page).getByText('limit=1').first().waitFor()
    await search(page).fill('started')
    await button(page, 'Show older').click()
    await line(page, 'start_1').waitFor()
  })

  it('says when older entries were dropped', async () => {
    const sandbox = await freshSandbox({ scenario: 'unlimited', maxRequests: 20 })
    const client = apiClient(sandbox)
    for (let sent = 0; sent < 200; sent += 1) await client.list('?limit=1')
    const page = await openDashboard(sandbox)
    await page.getByText('Older entries were dropped').waitFor()
  })
})

describe('an opened entry', needs('browser'), () => {
  it('tells of a request each check with its numbers, the reason, request and answer', async () => {
    const sandbox = await freshSandbox({ scenario: 'burst_exceeded' })
    await apiClient(sandbox).create({ label: 'one too many' })
    const page = await openDashboard(sandbox, { place: 'default/live/req_1' })
    const entry = opened(page)
    await entry.getByRole('heading', { name: /429/ }).waitFor()
    await entry.getByText(/Burst limit exceeded.* 60 /).waitFor()
    await entry.getByText('one too many').waitFor()
    const checks = await entry.locator('.checks li').allTextContents()
    expect(checks[0]).toContain('passed')
    expect(checks.at(-1)).toContain('failed')
    expect(await entry.getByText('authorization:').isVisible()).toBe(false)
    await unfold(entry.getByRole('region', { name: 'Request' }), 'Headers')
    await entry.getByText('authorization:').waitFor()
  })

  it('shows a mail as a mail, with the way to the inbox', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    await control.do('create_alias', { label: 'shop' })
    const { body } = await control.send('GET', 'aliases')
    const [{ address: to }] = body['aliases'] as [{ address: string }]
    await control.do('deliver_mail', { to, subject: 'Welcome', text: 'Your code is 482913.' })
    const page = await openDashboard(sandbox, { place: 'default/live/mail_1' })
    const mail = opened(page).getByRole('region', { name: 'Mail' })
    await mail.getByText('Welcome').waitFor()
    await mail.getByText('Your code is 482913.').waitFor()
    await mail.getByRole('link', { name: 'Open in the inbox' }).click()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  })

  it('cuts a body of 100 kB, and shows it as a whole when asked for', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({ note: `${'n'.repeat(99_000)}end` })
    const page = await openDashboard(sandbox, { place: 'default/live/req_1' })
    const request = page.getByRole('region', { name: 'Request' })
    await request.waitFor()
    expect(await request.getByText(/nend/).count()).toBe(0)
    await request.getByRole('button', { name: /^Show all 99,\d+ characters$/ }).click()
    await request.getByText(/nend/).waitFor()
  })

  it('says what the API document leaves open, and what the sandbox made up', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list('?limit=0')
    await controlClient(sandbox).do('arm_fault', { kind: 'outage' })
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox, { place: 'default/live/req_1' })
    const silent = page.getByRole('region', { name: 'Where the API document is silent' })
    await silent.getByText(/could also be .*clamp/).waitFor()
    await line(page, 'req_2').getByText('Made up by the sandbox').waitFor({ state: 'attached' })
    await line(page, 'req_2').click()
    await opened(page)
      .getByText(/^Injected by a fault/)
      .waitFor()
    await opened(page).getByText('An armed fault caused this response.').waitFor()
  })

  it('is copied as a curl command that repeats it, and as a bug report', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due', seed: 42 })
    await apiClient(sandbox).create({ label: "it's" })
    const page = await openDashboard(sandbox, { place: 'default/live/req_1' })
    await button(page, 'Copy curl').click()
    await told(page, 'The curl command was copied').waitFor()
    const curl = await clipboardOf(page)
    expect(curl).toContain(`'${sandbox.url}/v1/aliases'`)
    expect(curl).toContain("'Authorization: Bearer sandbox_default'")
    expect(curl).toContain(`'{"label":"it'\\''s"}'`)
    await button(page, 'Copy as bug report').click()
    await told(page, 'The bug report was copied').waitFor()
    const report = await clipboardOf(page)
    for (const part of ['past_due', 'seed 42', 'req_1', 'npx alias-sandbox replay bug.json'])
      expect(report).toContain(part)
  })

  it('takes the account back to before it, and says how much that undoes', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.create({ label: 'kept' })
    await client.create({ label: 'lost' })
    await control.do('cancel_subscription')
    const page = await openDashboard(sandbox, { place: 'default/live/req_2' })
    await page.getByText('Undo takes back this and 1 later entry.').waitFor()
    await button(page, 'Undo to before this').click()
    await told(page, 'Back to before “Alias created”.').waitFor()
    await line(page, 'act_1').getByText('(undone)').waitFor()
    expect(await control.account()).toMatchObject({ aliases: 1, billing: 'active' })
    await button(opened(page), 'Bring it back').click()
    await line(page, 'act_1').getByText('(undone)').waitFor({ state: 'detached' })
    expect(await control.account()).toMatchObject({ aliases: 2, billing: 'canceled' })
  })

  it('opens by a link to any kind of entry, and says so if there is none', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    await apiClient(sandbox).create({})
    await control.do('advance_clock', { by: '1d' })
    await control.send('POST', 'accounts/default/undo', {})
    const page = await openDashboard(sandbox)
    for (const [id, text] of [
      ['act_1', 'The clock moved forward'],
      ['evt_2', 'A new day began'],
      ['start_1', 'The account started'],
      ['undo_1', 'with its clock, aliases, limits and keys'],
      ['req_99', 'This entry is not in the history'],
    ] as const) {
      await page.evaluate(`location.hash = '#/default/live/${id}'`)
      await opened(page).getByText(text).first().waitFor()
    }
  })

  it.each([
    ['beside the list, which stays where it is, in a window', { width: 1440, height: 900 }],
    ['under its line on a phone', { width: 360, height: 740 }],
  ])('stands %s', async (_where, viewport) => {
    const sandbox = await freshSandbox({ scenario: 'unlimited', ...stopped })
    const client = apiClient(sandbox)
    for (let sent = 0; sent < 60; sent += 1) await client.list('?limit=1')
    const page = await openDashboard(sandbox, { viewport })
    await line(page, 'req_20').scrollIntoViewIfNeeded()
    await line(page, 'req_20').click()
    await opened(page).getByRole('heading', { name: /200/ }).waitFor()
    const [above, entry] = [
      await line(page, 'req_20').boundingBox(),
      await opened(page).boundingBox(),
    ]
    expect(entry!.y).toBeGreaterThanOrEqual(0)
    expect(entry!.y).toBeLessThan(viewport.height)
    const isUnder = entry!.y >= above!.y + above!.height - 1 && entry!.x < above!.x + above!.width
    expect(isUnder).toBe(viewport.width < 1_000)
    await page.getByRole('link', { name: 'Close the entry' }).click()
    await opened(page).waitFor({ state: 'detached' })
  })
})
