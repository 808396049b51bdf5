import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../src/contract/faults.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { button, card, choose, createPrediction, line } from './page.ts'

useBrowser()

describe('a tester without a terminal', needs('browser'), () => {
  it('starts in past_due, sees why, settles the invoice, and the next call works', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due' })
    const page = await openDashboard(sandbox)
    const next = createPrediction(page)
    await next.getByText('403').waitFor()
    await next.getByText(/payment/i).waitFor()
    await button(page, 'Settle invoice').click()
    await next.getByText('200').waitFor()
    expect((await apiClient(sandbox).create({})).status).toBe(200)
    await line(page, 'req_1').getByText('200 created').waitFor()
  })

  it('arms a 503 for the next 2 creations and watches them fail', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = card(page, 'Break it')
    await choose(form, 'What goes wrong', 'outage')
    await choose(form, 'Which calls', 'create')
    await choose(form, 'How often', '2')
    await form.getByRole('button', { name: 'Break it' }).click()
    await form.getByText('applied 0 of 2 times').waitFor()
    const client = apiClient(sandbox)
    expect((await client.list()).status).toBe(200)
    expect((await client.create({})).status).toBe(503)
    await form.getByText('applied 1 of 2 times').waitFor()
    expect((await client.create({})).status).toBe(503)
    await form.getByText('applied 1 of 2 times').waitFor({ state: 'detached' })
    expect((await client.create({})).status).toBe(200)
    for (const id of ['req_2', 'req_3']) await line(page, id).getByText('503 outage').waitFor()
  })

  it('can arm every kind of fault', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = card(page, 'Break it')
    const kinds = await form
      .getByLabel('What goes wrong')
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
    expect(kinds.toSorted()).toEqual([...faultKinds].toSorted())
    for (const kind of kinds) {
      await choose(form, 'What goes wrong', kind)
      await form.getByRole('button', { name: 'Break it' }).click()
      await form.getByRole('button', { name: `Clear ${kind}`, exact: true }).waitFor()
    }
  })

  it('sets delay, status, number of calls, and whether the call takes effect', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const form = card(page, 'Break it')
    await choose(form, 'What goes wrong', 'delay')
    await form.getByLabel('Delay in seconds').fill('1.5')
    await form.getByLabel('Calls to skip first').fill('4')
    await form.getByRole('button', { name: 'Break it' }).click()
    await form.getByText('1.5 s delay, skips 4 first, applied 0 of 2 times').waitFor()
    await choose(form, 'What goes wrong', 'server_error')
    await choose(form, 'Status', '504')
    await form.getByLabel('Process the call first').check()
    await form.getByLabel('Calls to skip first').fill('0')
    await form.getByRole('button', { name: 'Break it' }).click()
    await form.getByText('status 504, call processed first, applied 0 of 2 times').waitFor()
    const { faults } = await controlClient(sandbox).account()
    expect(faults).toMatchObject([
      { kind: 'delay', ms: 1_500, skip: 4 },
      { kind: 'server_error', status: 504, after: true, skip: 0 },
    ])
  })

  it('disarms a fault before it fires', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await card(page, 'Break it').getByRole('button', { name: 'Break it' }).click()
    await button(page, 'Clear outage').click()
    await button(page, 'Clear outage').waitFor({ state: 'detached' })
    expect((await apiClient(sandbox).create({})).status).toBe(200)
  })

  it('leaves 3 creations for the day, uses them up, and advances the clock to 00:00 UTC', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    const page = await openDashboard(sandbox)
    await button(page, 'Leave 3 of Aliases created today').click()
    await card(page, 'Limits').getByText('47 of 50').waitFor()
    for (const status of [200, 200, 200, 429]) expect((await client.create({})).status).toBe(status)
    await createPrediction(page).getByText('429').waitFor()
    await page.getByRole('link', { name: 'Clock' }).click()
    await button(page, 'To 00:00 UTC').click()
    await page.getByRole('heading', { name: / 00:00:\d\d UTC$/ }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await createPrediction(page).getByText('200').waitFor()
  })

  it('rotates the key: the old one stops, the new one is shown and works', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    const connect = card(page, 'Connect your client')
    await connect.getByText('sandbox_default').waitFor()
    await button(page, 'Rotate key').click()
    await connect.getByText('sandbox_default').waitFor({ state: 'detached' })
    const key = await connect.locator('code').nth(1).textContent()
    expect((await apiClient(sandbox).list()).status).toBe(401)
    expect((await apiClient(sandbox, key ?? '').list()).status).toBe(200)
  })

  it('creates, suspends, resumes, forwards to and deletes an alias, and must confirm the deletion', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { place: 'default/aliases' })
    await page.getByLabel('Label').fill('shop')
    await button(page, 'Create alias').click()
    const row = page.getByRole('row').filter({ hasText: 'shop' })
    await row.getByRole('button', { name: /^Suspend/ }).click()
    await row.getByText('suspended').waitFor()
    expect((await apiClient(sandbox).list()).aliases[0]?.status).toBe('suspended')
    await row.getByRole('button', { name: /^Resume/ }).click()
    await row.getByText('active').waitFor()
    await row.getByRole('button', { name: /^Forward/ }).click()
    await row.getByRole('cell', { name: '1', exact: true }).waitFor()
    await row.getByRole('button', { name: /^Delete/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await apiClient(sandbox).list()).aliases).toHaveLength(1)
    await row.getByRole('button', { name: /^Delete/ }).click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await apiClient(sandbox).list()).aliases).toEqual([])
  })

  it('resets everything, and undoes that', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({ label: 'dear to me' })
    const page = await openDashboard(sandbox, { place: 'default/session' })
    await button(page, 'Reset everything').click()
    await button(page, 'Undo the reset').waitFor()
    expect((await apiClient(sandbox).list()).aliases).toEqual([])
    await button(page, 'Undo the reset').click()
    await page.getByText('Undone').waitFor()
    expect((await apiClient(sandbox).list()).aliases).toMatchObject([{ label: 'dear to me' }])
  })

  it('sees at once that a reset of the account empties its journal', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox)
    await line(page, 'req_1').waitFor()
    await page.getByRole('link', { name: 'Session' }).click()
    await button(page, 'Reset this account only').click()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('No calls yet').waitFor()
  })
})
