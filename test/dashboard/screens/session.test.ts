import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, line, message } from '../page.ts'

useBrowser()

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const

describe('a session on the dashboard', needs('browser'), () => {
  it('is saved as one file with all accounts, which another sandbox goes on from', async () => {
    const sandbox = await freshSandbox()
    await controlClient(sandbox).do('populate_aliases', { count: 3 })
    await controlClient(sandbox).send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
    const page = await openDashboard(sandbox, {
      place: 'default/session',
      viewport: { width: 820, height: 1180 },
    })
    const saved = page.waitForEvent('download')
    await button(page, 'Download session').click()
    const state = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as object
    const other = await freshSandbox({ scenario: 'canceled' })
    await controlClient(other).send('PUT', 'session', state)
    expect(await controlClient(other).account()).toMatchObject({ billing: 'active', aliases: 3 })
    expect(await controlClient(other, 'anna').account()).toMatchObject({ plan: 'pro' })
  })
})

describe('a sandbox that several testers share', needs('browser'), () => {
  it('is reset only after a question that names the accounts of others', async () => {
    const sandbox = await freshSandbox()
    const control = controlClient(sandbox)
    await control.send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
    const { api_key: key } = await controlClient(sandbox, 'anna').account()
    await control.do('fail_payment')
    const page = await openDashboard(sandbox, {
      place: 'default/session',
      viewport: { width: 768, height: 1024 },
    })
    await button(page, 'Reset everything').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 other account will be deleted for good: anna.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await apiClient(sandbox, key).list()).status).toBe(200)
    await button(page, 'Reset everything').click()
    await dialog.getByRole('button', { name: 'Reset all accounts' }).click()
    await message(page, 'Every account is as it started').waitFor()
    expect((await apiClient(sandbox, key).list()).status).toBe(401)
    expect((await control.account()).billing).toBe('active')
  })

  it('is asked for an account of its own, too, which Undo brings back', async () => {
    const sandbox = await freshSandbox({ with: { clock } })
    await apiClient(sandbox).create({ label: 'dear to me' })
    const page = await openDashboard(sandbox, { place: 'default/session' })
    await button(page, 'Reset everything').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Undo brings it back.').waitFor()
    await dialog.getByRole('button', { name: 'Reset all accounts' }).click()
    await button(page, /^Undo: .*reset/).click()
    await message(page, /^Undone: .*reset/).waitFor()
    expect((await apiClient(sandbox).list()).aliases).toMatchObject([{ label: 'dear to me' }])
  })

  it('shows the story that begins when a state is loaded, though an entry of the former is open', async () => {
    const sandbox = await freshSandbox({ with: { clock } })
    const control = controlClient(sandbox)
    const { body: state } = await control.send('GET', 'session')
    for (const label of ['a', 'b', 'c']) await apiClient(sandbox).create({ label })
    const page = await openDashboard(sandbox, { place: 'default/story/req_3' })
    await line(page, 'req_3').waitFor()
    await control.send('PUT', 'session', state)
    await page.getByText('req_3 is not in this story').waitFor()
    await line(page, 'req_2').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.mouse.move(0, 0)
    await apiClient(sandbox).list()
    await line(page, 'req_1').getByText('Aliases listed').waitFor()
  })
})
