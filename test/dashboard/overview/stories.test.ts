import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, card, createPrediction, line, message, setUsed } from '../page.ts'

useBrowser()

describe('a tester without a terminal', needs('browser'), () => {
  it('starts in past_due, sees why, settles the invoice, and the next call works', async () => {
    const sandbox = await freshSandbox({ scenario: 'past_due' })
    const page = await openDashboard(sandbox)
    const next = createPrediction(page)
    await next.getByText('403').waitFor()
    await next.getByText('A payment failed').waitFor()
    await button(page, 'Settle invoice').click()
    await next.getByText('200').waitFor()
    expect((await apiClient(sandbox).create({})).status).toBe(200)
    await line(page, 'req_1').getByText('Alias created').waitFor()
  })

  it('leaves 3 creations for the day, uses them up, and advances the clock to 00:00 UTC', async () => {
    const sandbox = await freshSandbox()
    const client = apiClient(sandbox)
    const page = await openDashboard(sandbox)
    await setUsed(page, 'Aliases created today', 47)
    await message(page, 'Limits were set: 47 aliases today.').waitFor()
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
    await connect.getByText('sandbox_default', { exact: true }).waitFor()
    await button(page, 'Rotate key').click()
    await connect.getByText('sandbox_default', { exact: true }).waitFor({ state: 'detached' })
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
    await row.getByText('Suspended', { exact: true }).waitFor()
    expect((await apiClient(sandbox).list()).aliases[0]?.status).toBe('suspended')
    await row.getByRole('button', { name: /^Resume/ }).click()
    await row.getByText('Active', { exact: true }).waitFor()
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

  it('sees at once that a reset emptied the journal, and that the story keeps what happened', async () => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox)
    await line(page, 'req_1').waitFor()
    await page.getByRole('link', { name: 'Session' }).click()
    await button(page, 'Reset this account only').click()
    await page.getByRole('link', { name: 'Overview' }).click()
    const latest = card(page, 'Latest')
    await latest.getByText('The account was reset').waitFor()
    await line(page, 'req_1').waitFor()
    expect((await controlClient(sandbox).requests()).length).toBe(0)
  })
})

describe('the latest calls and actions', needs('browser'), () => {
  it('link into the story, with the query of a call and without harm from its text', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox, { viewport: { width: 360, height: 740 } })
    const latest = card(page, 'Latest')
    await latest.getByText('No calls yet.').waitFor()
    await apiClient(sandbox).list('?limit=5')
    await latest.getByText('GET /v1/aliases?limit=5').waitFor()
    await apiClient(sandbox).list(`?last_key=${'x'.repeat(3_000)}<img onerror=alert(1)>`)
    await line(page, 'req_2').getByText('400').waitFor()
    expect(await latest.locator('img').count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await controlClient(sandbox).do('fail_payment')
    await latest.getByRole('link', { name: 'A payment failed' }).click()
    await page.waitForURL('**/#/default/story/act_1')
  })

  it('are 12 at most, newest first, and keep what the account next to it does apart', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).send('POST', 'accounts', { name: 'ben', scenario: 'pro' })
    for (let count = 0; count < 14; count += 1) await apiClient(sandbox).create({})
    await controlClient(sandbox, 'ben').do('fail_payment')
    const page = await openDashboard(sandbox, { viewport: { width: 1024, height: 768 } })
    const rows = card(page, 'Latest').getByRole('listitem')
    await line(page, 'req_14').waitFor()
    expect(await rows.count()).toBe(12)
    expect(await rows.first().getByRole('link').getAttribute('href')).toMatch(/req_14$/)
    expect(await rows.allTextContents()).not.toContain('A payment failed')
  })
})
